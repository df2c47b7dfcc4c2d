import type { ChatState } from "../entity.ts";

/** Transitions of a chat (CORE-031). A state rejects every transition that it does not list. */
export type ChatTransition =
  | "start"
  | "start_with_bot"
  | "start_with_old_system"
  | "continue"
  | "accept"
  | "join"
  | "close"
  | "invite_operators"
  | "return_to_bot"
  | "bot_failed"
  | "transfer_to_operator"
  | "transfer_to_department"
  | "last_operator_gone";

/** All allowed transitions and the states that follow. `none`: the chat does not exist yet. */
export const chatTransitions = {
  none: {
    start: "waiting",
    start_with_bot: "bot",
    start_with_old_system: "bot",
    continue: "open",
  },
  bot: {
    invite_operators: "waiting",
    bot_failed: "waiting",
    accept: "open",
    join: "open",
    close: "closed",
  },
  waiting: {
    return_to_bot: "bot",
    bot_failed: "waiting",
    accept: "open",
    join: "open",
    close: "closed",
  },
  open: {
    join: "open",
    return_to_bot: "bot",
    transfer_to_operator: "open",
    transfer_to_department: "waiting",
    last_operator_gone: "waiting",
    close: "closed",
  },
  closed: {},
} as const satisfies Readonly<Record<ChatState | "none", TransitionTargets>>;
type TransitionTargets = Readonly<Partial<Record<ChatTransition, ChatState>>>;

/** Returns the first state of a new chat. */
export function getInitialChatState(transition: keyof typeof chatTransitions.none): ChatState {
  return chatTransitions.none[transition];
}

/** Returns the state after `transition`, or null if the transition is not allowed in `from`. */
export function getNextChatState(
  from: ChatState | "none",
  transition: ChatTransition,
): ChatState | null {
  const allowed: TransitionTargets = chatTransitions[from];
  return allowed[transition] ?? null;
}

/** Returns whether the chat counts for the rule "at most one running chat" (CORE-030). */
export function isRunningChatState(state: ChatState): boolean {
  return state !== "closed";
}
