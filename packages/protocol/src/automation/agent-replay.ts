/** Replays of agents as plain data, for the server and the operator application (AGENT-070). */

/** What a replay answers: closed chats, or the questions of the agent. */
export const replaySubjects = ["chats", "questions"] as const;
export const replayStates = ["running", "done", "cancelled", "failed"] as const;
export type ReplayState = (typeof replayStates)[number];
/** Why a person calls an answer wrong (AGENT-074). */
export const wrongReasons = ["article", "passage", "tone", "language", "hand_over"] as const;
export type WrongReason = (typeof wrongReasons)[number];
export const replayMarks = ["good", "wrong"] as const;
export type ReplayMark = (typeof replayMarks)[number];
/** Results that a list shows. `unmarked`: answers that nobody marked. */
export const replayFilters = ["all", "unmarked", "wrong", "handed_over", "changed"] as const;
export type ReplayFilter = (typeof replayFilters)[number];

export const replayLimits = {
  /** Chats of a replay. */
  chats: 1_000,
  /** Questions of an agent. */
  questions: 300,
  /** Replays of an account that run. */
  running: 3,
  /** Code points of a question. */
  question: 1_000,
} as const;
