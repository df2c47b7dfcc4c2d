/** States of the widget on a page (WG-070). */
export type WidgetState = "label" | "chat/min" | "chat" | "call" | "chat/call";

/**
 * The cause of a state change. `button`: the launcher, an invitation, a rule or `open()`. `ended`:
 * the chat was closed or its history cleared.
 */
export type WidgetAction =
  | "button"
  | "call"
  | "chat_tab"
  | "minimise"
  | "close"
  | "ended"
  | "reply";

/**
 * Transitions from one state, by action. `W` applies if an open chat has messages, `N` otherwise.
 * An action that is not listed changes nothing.
 */
type StateTransitions = Partial<
  Record<WidgetAction, WidgetState | { readonly W: WidgetState; readonly N: WidgetState }>
>;

/** The transitions of WG-071. */
const transitions: Readonly<Record<WidgetState, StateTransitions>> = {
  label: { button: "chat", reply: "chat", call: { W: "chat/call", N: "call" } },
  "chat/min": { button: "chat", reply: "chat", call: "chat/call", close: "label", ended: "label" },
  chat: { call: "chat/call", minimise: { W: "chat/min", N: "label" }, close: "label" },
  "chat/call": {
    button: "chat",
    chat_tab: "chat",
    minimise: { W: "chat/min", N: "label" },
    close: "label",
  },
  call: { button: "chat", chat_tab: "chat", minimise: "label", close: "label" },
};

/** Returns the state after an action, or the same state if the action changes nothing. */
export function getNextWidgetState(
  from: WidgetState,
  action: WidgetAction,
  hasMessages: boolean,
): WidgetState {
  const to = transitions[from][action];
  if (to === undefined) return from;
  return typeof to === "string" ? to : hasMessages ? to.W : to.N;
}

/** Returns true if the chat window is visible in this state. */
export function isChatWindowOpen(state: WidgetState): boolean {
  return state === "chat" || state === "call" || state === "chat/call";
}
