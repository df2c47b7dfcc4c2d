import type { MessageToPage, MessageToWindow, StartMessage } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import type { Callbacks } from "./page-api/callbacks.ts";
import { buildStartMessage } from "./frame/start-message.ts";
import { createServerReady } from "./frame/server-ready.ts";
import { createVisitorState } from "./frame/visitor-state.ts";
import { createStateTransitions } from "./frame/state-transitions.ts";
import { createWindowMessageHandler } from "./frame/handle-window-message.ts";
import { createDeferredRules } from "./deferred-rules.ts";
import { createReportedPage } from "./rules/reported-page.ts";
import { createStoredVisit } from "./rules/visit.ts";
import { createPagePresence, type PresenceReporter } from "./presence.ts";
import { createWidgetLayout } from "./layout.ts";
import { createTitleBadge } from "./launcher/title.ts";

export interface WidgetRuntimeDeps {
  readonly callbacks: Callbacks;
  /** Called when the server has rejected the widget on this page. */
  readonly onRejected: () => void;
  /** Called when the document has removed all listeners (`document.open`). */
  readonly onErased: () => void;
}
export type RuntimeParts = ReturnType<typeof connectParts>;

/** Creates the parts of a widget on its page, each with what it needs of the others. */
export function connectParts(
  context: LoaderContext,
  { callbacks, onRejected, onErased }: WidgetRuntimeDeps,
  signal: AbortSignal,
) {
  const { store } = context;
  const { emit } = callbacks;
  const visit = createStoredVisit(context.visit, store);
  const visitorState = createVisitorState();
  const { facts } = visitorState;
  const badge = createTitleBadge();
  const serverReady = createServerReady(() => facts().number !== null);
  const common = { context, store, visit, visitorState, facts, badge, serverReady, emit, signal };
  const page = createReportedPage({
    getTitle: badge.getPageTitle,
    onChange(now) {
      layout.post({ type: "page", ...now });
      presence.requestSoon();
      rules.recheck();
    },
    signal,
  });
  const buildStart = (): StartMessage => buildStartMessage({ ...common, page, layout });
  const layout = createWidgetLayout({
    ...common,
    start: buildStart,
    ready: () => presence.pendingRequest(),
    onMessage: (message) => isNews(message, presence) && handleMessage(message),
    move: (cause) => transitions.move(cause, "visitor"),
    onErased,
  });
  /**
   * Records that the visitor has used the chat window, so that later pages load it immediately
   * (WG-103).
   */
  const useWindow = (): void => {
    store.browser.save({ past: undefined });
    layout.load();
  };
  const presence = createPagePresence({
    ...common,
    buildStart,
    layout,
    onResponse({ number, situation, quiet, has_written, invited }) {
      const next = { ...facts(), connected: true, number, situation, quiet };
      handleMessage({ type: "facts", facts: next });
      if (has_written || invited) useWindow();
    },
    onRejected,
  });
  const post = (message: MessageToWindow): boolean => {
    // Custom data and attributes do not load the chat window. They wait until it is needed.
    if (message.type === "attributes") rules.setVariables(message.attributes);
    else if (message.type !== "custom_data") useWindow();
    return layout.post(message);
  };
  const rules = createDeferredRules({
    ...common,
    layout,
    url: () => page.now().url,
    move: (cause, source) => transitions.move(cause, source),
    post,
  });
  const { invitations } = rules;
  const transitions = createStateTransitions({ ...common, layout, invitations, useWindow });
  const { move } = transitions;
  const handleMessage = createWindowMessageHandler({ ...common, layout, move, rules, onRejected });
  return { ...common, page, layout, presence, post, rules, transitions };
}

/**
 * Returns true if the page must handle a message of the chat window. Before `welcome`, the state of
 * the chat window contains no visitor and must not replace the known state. With a visitor, the
 * chat window takes over the reports of presence.
 */
function isNews(message: MessageToPage, presence: PresenceReporter): boolean {
  if (message.type !== "facts") return true;
  if (message.facts.number === null && presence.isActive()) return false;
  presence.stop();
  return true;
}
