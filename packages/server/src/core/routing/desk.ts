import type { Presence } from "../entity.ts";

/**
 * What routing decides by beside chat and settings, gathered before the verb runs: presence is a signal, counts and turns are reads that may
 * be a moment old (decision 0012).
 */
export interface Desk {
  readonly presence: (operatorId: number) => Presence;
  /** Since when somebody is offline; milliseconds since 1970. Asked only of those who are. */
  readonly offlineSince: (operatorId: number) => number;
  /** Chats that operators take part in, with those offered to one of them alone. */
  readonly openChats: ReadonlyMap<number, number>;
  /** When operators were last asked alone; nobody who never was. */
  readonly turns: ReadonlyMap<number, number>;
  /** Who had the visitor's latest closed chat. */
  readonly lastOperator: number | null;
  /** When somebody last wrote in the chat, system lines apart; null: not known, nothing is closed by it. */
  readonly lastMessageAt: number | null;
  /** When the latest of those in the chat came in; null: not known. */
  readonly joinedAt: number | null;
  /** The visitor wrote after everything that operators answered. */
  readonly isUnanswered: boolean;
  /** When the visitor wrote first after everything that operators answered, where the account reassigns (CORE-153); null: answered, or not read. */
  readonly unansweredSince: number | null;
  /** Asked while the verb runs: somebody wrote in the chat since this was gathered. */
  readonly isOld: () => boolean;
}

/** Nobody is here and nothing is known: only what the chat itself says falls due. */
export const emptyDesk: Desk = {
  presence: () => "offline",
  offlineSince: () => Infinity,
  openChats: new Map(),
  turns: new Map(),
  lastOperator: null,
  lastMessageAt: null,
  joinedAt: null,
  isUnanswered: false,
  unansweredSince: null,
  isOld: () => false,
};
