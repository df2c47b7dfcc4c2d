import type { StartMessage, MessageToWindow } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import type { Visit } from "../loader/page-storage.ts";
import { isChatWindowOpen } from "../widget-state.ts";
import type { Callbacks } from "./page-api/callbacks.ts";
import { buildStartMessage } from "./frame/start-message.ts";
import { createServerReady, type ServerReady } from "./frame/server-ready.ts";
import type { createInvitations, Invitations } from "./rules/invitations.ts";
import { createVisitorState, type VisitorState } from "./frame/visitor-state.ts";
import { createStateTransitions, type StateTransitions } from "./frame/state-transitions.ts";
import { startTabSync } from "./frame/tab-sync.ts";
import type { createPageRules, PageRules } from "./rules/page-rules.ts";
import { createPagePresence } from "./presence.ts";
import { createReportedPage } from "./rules/reported-page.ts";
import { createWidgetLayout } from "./layout.ts";
import { createTitleBadge } from "./launcher/title.ts";
import { createStoredVisit } from "./rules/visit.ts";
import { createWindowMessageHandler } from "./frame/handle-window-message.ts";

/** The functions of the script `rules/script.ts`, which is loaded later. */
interface PageRulesScript {
  readonly createInvitations: typeof createInvitations;
  readonly createPageRules: typeof createPageRules;
}

/** One run of the widget on a page, from start to destruction (WG-093). */
export interface WidgetRuntime
  extends
    Pick<VisitorState, "facts" | "contacts" | "claimContacts">,
    Pick<ServerReady, "whenReady">,
    StateTransitions {
  readonly visit: () => Visit;
  /** Posts a message to the chat window. Returns false if the queue is full. */
  readonly post: (message: MessageToWindow) => boolean;
  /** Shows the text as a system message (WG-060). */
  invite(text: string, departmentId: number | null): void;
  /** Replaces the rules. Called by `setRules` of the script API (WG-050). */
  readonly setRules: PageRules["set"];
  /** Adds invitations and rules once their script is loaded. Rules run after the load callback. */
  readonly onScriptLoaded: (script: PageRulesScript) => void;
  /**
   * Reports the page as present, unless the chat window does so. Must be called after the queued
   * calls of the page, because they may identify the visitor (WG-103).
   */
  readonly reportPresence: () => void;
  /** Loads the chat window, which keeps the state up to date (WG-031). */
  readonly loadWindow: () => void;
  /** Runs the load callback, which tells the page that initialization is finished (WG-020). */
  runLoadCallback(): void;
  setAccent(colour: string): void;
  /** Hides or shows the widget. Called by `hide()` and `show()` of the script API (WG-095). */
  hide(isHidden: boolean): void;
  setPage(url: string, title: string): void;
  setUserToken(token: string): void;
  /** Clears the visitor's history. Called by `clearHistory` of the script API (WG-064). */
  clearHistory(): void;
  destroy(): void;
}
export interface WidgetRuntimeDeps {
  readonly callbacks: Callbacks;
  /** Called when the server has rejected the widget on this page. */
  readonly onRejected: () => void;
  /** Called when the document has removed all listeners (`document.open`). */
  readonly onErased: () => void;
}

// If it were split into parts, every page would load 338 bytes more (WG-002).
export function startWidgetRuntime(
  context: LoaderContext,
  { callbacks, onRejected, onErased }: WidgetRuntimeDeps,
): WidgetRuntime {
  const { face, store } = context;
  const { emit, enqueue } = callbacks;
  const abortController = new AbortController();
  const { signal } = abortController;
  const visit = createStoredVisit(context.visit, store);
  const visitorState = createVisitorState();
  const { facts } = visitorState;
  const badge = createTitleBadge();
  const serverReady = createServerReady(() => facts().number !== null);
  let userToken: string | null = null;
  const page = createReportedPage({
    getTitle: badge.getPageTitle,
    onChange(now) {
      layout.post({ type: "page", ...now });
      presence.requestSoon();
      rules?.recheck();
    },
    signal,
  });
  const start = (): StartMessage =>
    buildStartMessage({ context, visit, page, layout, facts, userToken });
  const layout = createWidgetLayout({
    context,
    facts,
    start,
    ready: () => presence.pendingRequest(),
    onMessage(message) {
      if (message.type === "facts") {
        // Before `welcome`, the state of the chat window contains no visitor and must not replace
        // the known state.
        if (message.facts.number === null && presence.isActive()) return;
        presence.stop();
      }
      handleMessage(message);
    },
    emit,
    move: (cause) => move(cause, "visitor"),
    onErased,
    signal,
  });
  const { hasFocus, load: loadWindow } = layout;
  /**
   * Records that the visitor has used the chat window, so that later pages load it immediately
   * (WG-103).
   */
  const useWindow = (): void => {
    store.browser.save({ past: undefined });
    loadWindow();
  };
  const presence = createPagePresence({
    store,
    buildStart: start,
    layout,
    onResponse({ number, situation, quiet, has_written, invited: isInvited }) {
      handleMessage({
        type: "facts",
        facts: { ...facts(), connected: true, number, situation, quiet },
      });
      if (has_written || isInvited) useWindow();
    },
    onRejected: onRejected,
    signal,
  });
  const post = (message: MessageToWindow): boolean => {
    // Custom data and attributes do not load the chat window. They wait until it is needed.
    if (message.type === "attributes") rules?.update({ variable: message.attributes });
    else if (message.type !== "custom_data") useWindow();
    return layout.post(message);
  };
  // Null until the script is loaded.
  let rules: PageRules | null = null;
  let canRunRules = false;
  const refreshRules = (): void => rules?.refresh(canRunRules);
  let invitations: Invitations | null = null;
  /** Time of an operator's invitation that waits until the script is loaded. 0 if there is none. */
  let invitedAt = 0;
  const onInvitation = (at: number): void => {
    invitedAt = at;
    if (at === 0) invitations?.onWithdrawn();
    else if (invitations === null) context.requestScript();
    else invitations.onInvitation(at);
  };
  const { move, restore } = createStateTransitions({
    store,
    layout,
    invitations: () => invitations,
    facts,
    emit,
    loadWindow: useWindow,
    signal,
  });
  context.press = () =>
    move(isChatWindowOpen(layout.displayState().state) ? "minimise" : "button", "visitor");
  const invite = (by: "script" | "rule", text: string, id: number | null): void =>
    void post({ type: "invite", text, department_id: id, by });
  const handleMessage = createWindowMessageHandler({
    context,
    visitorState,
    layout,
    move,
    invitations: () => invitations,
    onInvitation,
    badge,
    serverReady,
    emit,
    refreshRules,
    onRejected,
  });
  window.addEventListener("pagehide", () => visit.save({ last: Date.now() }), { signal });
  startTabSync({
    store,
    signal,
    onStored() {
      // Read the visit again, because another tab may have shown invitations or used the chat
      // window.
      visit.refresh();
      refreshRules();
      loadIfUsedBefore();
    },
    onVisitorChange() {
      visitorState.restart();
      layout.restart();
      layout.update({ isDrawn: false });
      presence.requestSoon();
    },
  });
  /** Loads the chat window if the visitor has used it before, on any page. */
  const loadIfUsedBefore = (): void => {
    const { token, past } = store.browser.read();
    if (token && past !== false) loadWindow();
  };
  loadIfUsedBefore();
  if (face.preview !== undefined || face.rules.length > 0) loadWindow();
  return {
    visit: visit.now,
    facts,
    contacts: visitorState.contacts,
    claimContacts: visitorState.claimContacts,
    whenReady: serverReady.whenReady,
    move,
    restore,
    post,
    loadWindow,
    reportPresence: presence.start,
    setRules: (newRules) =>
      rules?.set(newRules) ?? { result: "fail", reason: "Widget is destroyed" },
    onScriptLoaded(script) {
      invitations = script.createInvitations({
        limits: face,
        store,
        visit,
        facts,
        move,
        hasFocus,
        onChange: refreshRules,
        signal,
      });
      if (invitedAt > 0) invitations.onInvitation(invitedAt);
      rules = script.createPageRules({
        context,
        visit,
        url: () => page.now().url,
        onReplaced: () => void post({ type: "replaced" }),
        facts,
        move: (cause) => move(cause, "rule"),
        invite(text, departmentId) {
          invite("rule", text, departmentId);
          invitations?.showFromRule();
        },
        layout,
        canInvite: invitations.canShow,
      });
    },
    invite(text, departmentId) {
      invite("script", text, departmentId);
      invitations?.showFromScript();
    },
    runLoadCallback() {
      if (signal.aborted) return;
      emit("load", {});
      enqueue(() => {
        if (signal.aborted) return;
        restore();
        canRunRules = true;
        refreshRules();
      });
    },
    setAccent(accent) {
      layout.post({ type: "look", accent });
      layout.update({ accent });
      context.config.widget_color = accent;
    },
    hide(isHidden) {
      context.isHidden = isHidden;
      layout.update({});
    },
    setPage: (url, title) => page.set({ url, title }),
    setUserToken(token) {
      userToken = token;
      post({ type: "user_token", token });
    },
    clearHistory() {
      if (layout.isLoaded()) post({ type: "forget" });
      store.browser.save({ token: undefined, fired: undefined });
      rules?.update({ variable: {} });
      move("close", "api");
      visitorState.clear();
      userToken = null;
      layout.update({ teaserId: 0 });
      presence.requestSoon();
    },
    destroy() {
      presence.stop();
      abortController.abort();
      badge.show(0);
      rules?.stop();
      layout.remove();
      serverReady.resolve();
    },
  };
}
