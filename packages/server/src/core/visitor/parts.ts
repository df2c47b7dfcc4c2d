/**
 * All that is kept of a visitor, in one list: what erasing him removes and counts (CORE-116), and what an export of him gives out (API-030).
 * `own` is his to read; where something is not, its reason stands there.
 */
export const visitorParts = {
  visitor: "own",
  visits: "own",
  chats: "own",
  messages: "own",
  calls: "own",
  offline_messages: "own",
  files: "own",
  blacklist: "own",
  tokens: "hashes and marks by which his browsers are known; they open a door and say nothing",
  drafts: "words that an operator has not said",
  answers: "kept for repeats of a request for a day; the messages themselves are given",
  entries: "the journal, of which chats, messages, calls and offline messages are made",
  deliveries: "the same, as it was owed to integrators",
  bodies: "the same, as it was sent to integrators",
  attempts: "the same, with what integrators answered",
  search: "words of the messages",
} as const;

export type VisitorPart = keyof typeof visitorParts;
/** What an export must give out. */
export type OwnPart = { [P in VisitorPart]: (typeof visitorParts)[P] extends "own" ? P : never }[VisitorPart];
