import type { PublicState, MessageToPage } from "../../bridge.ts";
import type { LoaderContext } from "../../loader/start.ts";
import type { Callbacks } from "../page-api/callbacks.ts";
import type { ServerReady } from "./server-ready.ts";
import type { DeferredRules } from "../deferred-rules.ts";
import type { VisitorState } from "./visitor-state.ts";
import type { StateTransitions } from "./state-transitions.ts";
import type { WidgetLayout } from "../layout.ts";
import type { TitleBadge } from "../launcher/title.ts";

export interface WindowMessageDeps {
  readonly context: LoaderContext;
  readonly visitorState: VisitorState;
  readonly layout: WidgetLayout;
  readonly move: StateTransitions["move"];
  readonly rules: DeferredRules;
  readonly badge: TitleBadge;
  readonly serverReady: ServerReady;
  readonly emit: Callbacks["emit"];
  readonly onRejected: () => void;
}
type MessageHandlers = {
  readonly [K in MessageToPage["type"]]: (message: Extract<MessageToPage, { type: K }>) => void;
};

/** Creates the handler for messages from the chat window. */
export function createWindowMessageHandler(
  deps: WindowMessageDeps,
): (message: MessageToPage) => void {
  const { layout, move, rules, emit, onRejected } = deps;
  const { browser, tab } = deps.context.store;
  const handlers: MessageHandlers = {
    facts: ({ facts }) => applyPublicState(facts, deps),
    token: ({ token }) => browser.save({ token: token ?? undefined }),
    keep: ({ sealed }) => tab.save({ sealed: sealed ?? undefined }),
    move: ({ cause }) =>
      move(cause, cause === "reply" ? "invitation" : cause === "ended" ? "api" : "visitor"),
    invited: ({ at }) => rules.onInvitation(at),
    withdrawn: () => rules.onInvitation(0),
    drawn: layout.onDrawn,
    touched() {
      rules.invitations()?.onTouch();
      layout.onTouch();
    },
    gone: onRejected,
    event: ({ name, detail }) => emit(name, detail, name === "callEnd" ? detail : undefined),
  };
  // The chat window may be newer than this page, so it may send messages of unknown types.
  return (message) =>
    (handlers[message.type] as ((message: MessageToPage) => void) | undefined)?.(message);
}

function applyPublicState(
  facts: PublicState,
  {
    context: { face, config },
    visitorState,
    layout,
    move,
    badge,
    serverReady,
    rules,
  }: WindowMessageDeps,
): void {
  const before = visitorState.update(facts);
  if (before === null) return;
  const { unread, number, connected, hasMessages } = facts;
  config.chat_mode = facts.situation?.mode ?? "offline";
  if (before.connected && unread > before.unread) layout.showTeaser();
  else layout.update({});
  if (face.title_badge && unread !== before.unread) badge.show(unread);
  if (number !== null) serverReady.resolve();
  rules.refresh();
  if (layout.displayState().state === "chat/min" && connected && !hasMessages) move("ended", "api");
}
