/**
 * Names of properties that the build shortens in the scripts on the host page (WG-201). Each is
 * only a name between modules of these scripts. `tools/private-names.test.ts` refuses names of
 * browsers, of the page's script API, of stored data, and of messages to the window and the server.
 */
const privateNames =
  "buildHostCss buildStart builders callbacks canFocus canInvite canShow claimContacts " +
  "createIcon displayState emit findPageButton getPageTitle getScrollPercent getTitle " +
  "handlers hasOwnButton hasPageButton isDark isDrawn isFocusFree isForced isFull isFullHeight " +
  "isHalfHeight isHidden isHiddenByRule isLoaded isLooping isOut isPhone isRequested isUsed " +
  "isVisible listen loadFired loadWindow onAccent onAction onBack onBlocked onChange onClosed " +
  "onDrawn onErased onExit onHello onInvitation onMessage onObserved onReinserted onRejected " +
  "onRepeatedLoad onReplaced onResize onResponse onReturn onScriptLoaded onScroll onStored " +
  "onTouch onVisitorChange onWithdrawn pendingRequest post press recheck reportPresence " +
  "reportSize requestScript requestSoon restart runLoadCallback runtime saveFired scheduleRetry " +
  "serverReady setAccent setPage setVariables showFromRule showFromScript showTeaser teaserId " +
  "textLanguage transitionTo transitions useWindow visitSince visitorState wasPressed " +
  "whenReady";

/** The short name of each. The page's part of one build uses the same names in all its files. */
export const shortNames: Readonly<Record<string, string>> = Object.fromEntries(
  privateNames.split(" ").map((name, at) => [name, `_${at.toString(36)}`]),
);
