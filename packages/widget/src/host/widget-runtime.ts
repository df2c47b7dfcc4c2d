import type { MessageToWindow } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import type { PageStorage, Visit } from "../loader/page-storage.ts";
import { isChatWindowOpen } from "../widget-state.ts";
import type { ServerReady } from "./frame/server-ready.ts";
import type { VisitorState } from "./frame/visitor-state.ts";
import type { StateTransitions } from "./frame/state-transitions.ts";
import { startTabSync } from "./frame/tab-sync.ts";
import type { DeferredRules } from "./deferred-rules.ts";
import { connectParts, type RuntimeParts, type WidgetRuntimeDeps } from "./runtime-parts.ts";

/** One run of the widget on a page, from start to destruction (WG-093). */
export interface WidgetRuntime
  extends
    Pick<VisitorState, "facts" | "contacts" | "claimContacts">,
    Pick<ServerReady, "whenReady">,
    Pick<DeferredRules, "invite" | "setRules" | "onScriptLoaded">,
    StateTransitions {
  readonly visit: () => Visit;
  /** Posts a message to the chat window. Returns false if the queue is full. */
  readonly post: (message: MessageToWindow) => boolean;
  /**
   * Reports the page as present, unless the chat window does so. Must be called after the queued
   * calls of the page, because they may identify the visitor (WG-103).
   */
  readonly reportPresence: () => void;
  /** Loads the chat window, which keeps the state up to date (WG-031). */
  readonly loadWindow: () => void;
  /** Runs the load callback, which tells the page that initialization is finished (WG-020). */
  runLoadCallback(): void;
  /** `onAccent`: the colour of the text on `accent`. */
  setAccent(accent: string, onAccent: string): void;
  /** Hides or shows the widget. Called by `hide()` and `show()` of the script API (WG-095). */
  hide(isHidden: boolean): void;
  setPage(url: string, title: string): void;
  setUserToken(token: string): void;
  /** Clears the visitor's history. Called by `clearHistory` of the script API (WG-064). */
  clearHistory(): void;
  destroy(): void;
}
/** Starts the widget on its page. */
export function startWidgetRuntime(context: LoaderContext, deps: WidgetRuntimeDeps): WidgetRuntime {
  const { face, store } = context;
  const { emit, enqueue } = deps.callbacks;
  const abortController = new AbortController();
  const { signal } = abortController;
  const parts = connectParts(context, deps, signal);
  const { visit, visitorState, page, layout, presence, post, rules, transitions } = parts;
  const { move, restore } = transitions;
  context.press = () =>
    move(isChatWindowOpen(layout.displayState().state) ? "minimise" : "button", "visitor");
  window.addEventListener("pagehide", () => visit.save({ last: Date.now() }), { signal });
  followOtherTabs(store, parts, signal);
  loadIfUsedBefore(store, parts);
  if (face.preview !== undefined || face.rules.length > 0) layout.load();
  return {
    ...visitorState,
    ...transitions,
    ...rules,
    visit: visit.now,
    whenReady: parts.serverReady.whenReady,
    post,
    loadWindow: layout.load,
    reportPresence: presence.start,
    runLoadCallback() {
      if (signal.aborted) return;
      emit("load", {});
      enqueue(() => {
        if (signal.aborted) return;
        restore();
        rules.allow();
      });
    },
    setAccent(accent, onAccent) {
      layout.post({ type: "look", accent });
      layout.update({ accent, onAccent });
      context.config.widget_color = accent;
    },
    hide(isHidden) {
      context.isHidden = isHidden;
      layout.update({});
    },
    setPage: (url, title) => page.set({ url, title }),
    setUserToken(token) {
      visitorState.setUserToken(token);
      post({ type: "user_token", token });
    },
    clearHistory() {
      if (layout.isLoaded()) post({ type: "forget" });
      store.browser.save({ token: undefined, fired: undefined });
      rules.setVariables({});
      move("close", "api");
      visitorState.clear();
      layout.update({ teaserId: 0 });
      presence.requestSoon();
    },
    destroy() {
      presence.stop();
      abortController.abort();
      parts.badge.show(0);
      rules.stop();
      layout.remove();
      parts.serverReady.resolve();
    },
  };
}

/** Loads the chat window if the visitor has used it before, on any page. */
function loadIfUsedBefore({ browser }: PageStorage, { layout }: RuntimeParts): void {
  const { token, past } = browser.read();
  if (token && past !== false) layout.load();
}

function followOtherTabs(store: PageStorage, parts: RuntimeParts, signal: AbortSignal): void {
  const { visit, visitorState, layout, presence, rules } = parts;
  startTabSync({
    store,
    signal,
    onStored() {
      // Read the visit again, because another tab may have shown invitations or used the chat
      // window.
      visit.refresh();
      rules.refresh();
      loadIfUsedBefore(store, parts);
    },
    onVisitorChange() {
      visitorState.restart();
      layout.restart();
      layout.update({ isDrawn: false });
      presence.requestSoon();
    },
  });
}
