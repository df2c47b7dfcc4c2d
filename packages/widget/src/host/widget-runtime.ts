import type { StartMessage, MessageToPage, MessageToWindow } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import type { PageStorage, Visit } from "../loader/page-storage.ts";
import { isOpen } from "../widget-state.ts";
import type { Callbacks } from "./page-api/callbacks.ts";
import { buildStartMessage } from "./frame/start-message.ts";
import { createServerReady, type ServerReady } from "./frame/server-ready.ts";
import { createVisitorState, type VisitorState } from "./frame/visitor-state.ts";
import { createStateTransitions, type StateTransitions } from "./frame/state-transitions.ts";
import { startTabSync } from "./frame/tab-sync.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createReportedPage, type ReportedPage } from "./rules/reported-page.ts";
import { createScriptParts, type ScriptParts } from "./script-parts.ts";
import { createWidgetLayout, type WidgetLayout } from "./layout.ts";
import { createTitleBadge } from "./launcher/title.ts";
import { createStoredVisit, type StoredVisit } from "./rules/visit.ts";
import { createWindowMessageHandler } from "./frame/handle-window-message.ts";

/** One run of the widget on a page, from its start to its destruction (WG-093). */
export interface WidgetRuntime
  extends
    Pick<VisitorState, "facts" | "contacts" | "claimContacts">,
    Pick<ServerReady, "whenReady">,
    Pick<ScriptParts, "invite" | "setRules" | "onScriptLoaded">,
    StateTransitions {
  readonly visit: () => Visit;
  /** False if the queue for the chat window is full. */
  readonly post: (message: MessageToWindow) => boolean;
  /**
   * Reports the page as present, unless the chat window does. Call it after the page's calls so
   * far, because they may identify the visitor (WG-103).
   */
  readonly reportPresence: () => void;
  /** Loads the chat window, so that the state stays current (WG-031). */
  readonly loadWindow: () => void;
  /** Runs the load callback: initialization is finished (WG-020). */
  runLoadCallback(): void;
  setAccent(colour: string): void;
  /** `hide()` and `show()` of the script API (WG-095). */
  hide(isHidden: boolean): void;
  setPage(url: string, title: string): void;
  setUserToken(token: string): void;
  /** `clearHistory` of the script API (WG-064). */
  clearHistory(): void;
  destroy(): void;
}
export interface WidgetRuntimeDeps {
  readonly callbacks: Callbacks;
  /** The server rejected the widget on this page. */
  readonly onRejected: () => void;
  /** The document removed all listeners (`document.open`). */
  readonly onErased: () => void;
}

export function startWidgetRuntime(context: LoaderContext, { callbacks, onRejected, onErased }: WidgetRuntimeDeps): WidgetRuntime {
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
      script.recheckRules();
    },
    signal,
  });
  const buildStart = (): StartMessage => buildStartMessage({ context, visit, page, layout, facts, userToken });
  const move: StateTransitions["move"] = (cause, source) => transitions.move(cause, source);
  const onMessage = (message: MessageToPage): void => handleMessage(message);
  const shared = { context, facts, emit, move, signal };
  const { layout, presence, post, useWindow } = connectWindow({ ...shared, buildStart, onMessage, onErased, onRejected });
  const script = createScriptParts({ context, visit, page, facts, layout, move, post, signal });
  const { invitations, onInvitation, refreshRules } = script;
  const transitions = createStateTransitions({ ...shared, store, layout, invitations, loadWindow: useWindow });
  context.press = () => move(isOpen(layout.displayState().state) ? "minimise" : "button", "visitor");
  const handleMessage = createWindowMessageHandler({
    ...shared,
    visitorState,
    layout,
    invitations,
    onInvitation,
    badge,
    serverReady,
    refreshRules,
    onRejected,
  });
  followTabs({ store, visit, visitorState, layout, presence, refreshRules, signal });
  if (face.preview !== undefined || face.rules.length > 0) layout.load();
  return {
    visit: visit.now,
    facts,
    contacts: visitorState.contacts,
    claimContacts: visitorState.claimContacts,
    whenReady: serverReady.whenReady,
    move,
    restore: transitions.restore,
    post,
    loadWindow: layout.load,
    reportPresence: presence.start,
    setRules: script.setRules,
    onScriptLoaded: script.onScriptLoaded,
    invite: script.invite,
    runLoadCallback() {
      if (signal.aborted) return;
      emit("load", {});
      enqueue(() => {
        if (signal.aborted) return;
        transitions.restore();
        script.allowRules();
      });
    },
    ...createPageFunctions({ context, visitorState, page, layout, presence, post, move, setToken: (token) => (userToken = token) }),
    destroy() {
      presence.stop();
      abortController.abort();
      badge.show(0);
      script.stop();
      layout.remove();
      serverReady.resolve();
    },
  };
}

interface TabDeps {
  readonly store: PageStorage;
  readonly visit: StoredVisit;
  readonly visitorState: VisitorState;
  readonly layout: WidgetLayout;
  readonly presence: Presence;
  readonly refreshRules: () => void;
  readonly signal: AbortSignal;
}
/** Follows what the visitor does in other tabs, and stores when this page was left. */
function followTabs({ store, visit, visitorState, layout, presence, refreshRules, signal }: TabDeps): void {
  window.addEventListener("pagehide", () => visit.save({ last: Date.now() }), { signal });
  /** Loads the chat window if the visitor has used it before, on this page or another. */
  const loadIfUsedBefore = (): void => {
    const { token, past } = store.browser.read();
    if (token && past !== false) layout.load();
  };
  startTabSync({
    store,
    signal,
    onStored() {
      // Invitations that another tab has shown count here, too, and so does its use of the chat
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
  loadIfUsedBefore();
}

interface WindowDeps extends Pick<Parameters<typeof createWidgetLayout>[0], "context" | "facts" | "emit" | "onErased" | "signal"> {
  readonly buildStart: () => StartMessage;
  readonly onMessage: (message: MessageToPage) => void;
  readonly move: StateTransitions["move"];
  readonly onRejected: () => void;
}
/** Connects the page with the chat window, and with the server while the window is not loaded. */
function connectWindow({ buildStart, onMessage, move, onRejected, ...shared }: WindowDeps) {
  const { store } = shared.context;
  const { facts, signal } = shared;
  const layout: WidgetLayout = createWidgetLayout({
    ...shared,
    start: buildStart,
    ready: () => presence.pendingRequest(),
    onMessage(message) {
      if (message.type === "facts") {
        // Before `welcome` the chat window has no visitor.
        if (message.facts.number === null && presence.isActive()) return;
        presence.stop();
      }
      onMessage(message);
    },
    move: (cause) => move(cause, "visitor"),
  });
  /**
   * Marks that the visitor has used the chat window, so that the next pages load it at once
   * (WG-103).
   */
  const useWindow = (): void => {
    store.browser.save({ past: undefined });
    layout.load();
  };
  const presence: Presence = createPresence({
    store,
    buildStart,
    layout,
    onResponse({ number, situation, quiet, has_written, invited: isInvited }) {
      onMessage({ type: "facts", facts: { ...facts(), connected: true, number, situation, quiet } });
      if (has_written || isInvited) useWindow();
    },
    onRejected,
    signal,
  });
  const post = (message: MessageToWindow): boolean => {
    // Custom data and attributes wait until the chat window is needed.
    if (message.type !== "custom_data" && message.type !== "attributes") useWindow();
    return layout.post(message);
  };
  return { layout, presence, post, useWindow };
}

interface PageFunctionDeps extends Pick<WidgetRuntime, "post" | "move"> {
  readonly context: LoaderContext;
  readonly visitorState: VisitorState;
  readonly page: ReportedPage;
  readonly layout: WidgetLayout;
  readonly presence: Presence;
  readonly setToken: (token: string | null) => void;
}
/** Creates the functions with which the page changes the widget or its visitor. */
function createPageFunctions({
  context,
  visitorState,
  page,
  layout,
  presence,
  post,
  move,
  setToken,
}: PageFunctionDeps): Pick<WidgetRuntime, "setAccent" | "hide" | "setPage" | "setUserToken" | "clearHistory"> {
  return {
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
      setToken(token);
      post({ type: "user_token", token });
    },
    clearHistory() {
      if (layout.isLoaded()) post({ type: "forget" });
      context.store.browser.save({ token: undefined, fired: undefined });
      move("close", "api");
      visitorState.clear();
      setToken(null);
      layout.update({ teaserId: 0 });
      presence.requestSoon();
    },
  };
}
