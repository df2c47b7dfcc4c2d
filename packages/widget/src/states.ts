/** States of the widget on a page (WG-070). */
export type State = "label" | "chat/min" | "chat" | "call" | "chat/call";

/**
 * The cause of a state change. `button`: the launcher, an invitation, a rule or `open()`. `ended`:
 * the chat was closed or its history cleared.
 */
export type Cause = "button" | "call" | "chat_tab" | "minimise" | "close" | "ended" | "reply";

/**
 * `W`: with messages in an open chat. `N`: without. An action that is missing here changes nothing.
 */
type Moves = Partial<Record<Cause, State | { readonly W: State; readonly N: State }>>;

/** The transitions of WG-071. */
const table: Readonly<Record<State, Moves>> = {
  label: { button: "chat", reply: "chat", call: { W: "chat/call", N: "call" } },
  "chat/min": { button: "chat", reply: "chat", call: "chat/call", close: "label", ended: "label" },
  chat: { call: "chat/call", minimise: { W: "chat/min", N: "label" }, close: "label" },
  "chat/call": { button: "chat", chat_tab: "chat", minimise: { W: "chat/min", N: "label" }, close: "label" },
  call: { button: "chat", chat_tab: "chat", minimise: "label", close: "label" },
};

/** Returns the state after an action, or the same state if the action changes nothing. */
export function next(from: State, cause: Cause, hasMessages: boolean): State {
  const to = table[from][cause];
  if (to === undefined) return from;
  return typeof to === "string" ? to : hasMessages ? to.W : to.N;
}

/** Returns whether the chat window is visible. */
export function isOpen(state: State): boolean {
  return state === "chat" || state === "call" || state === "chat/call";
}
