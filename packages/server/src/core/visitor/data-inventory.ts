/**
 * All kinds of stored data of a visitor. Erasure removes and counts them (CORE-116). An export
 * contains those marked `own` (API-270). The other kinds state why they are not exported.
 */
export const visitorDataInventory = {
  visitor: "own",
  visits: "own",
  chats: "own",
  messages: "own",
  calls: "own",
  offline_messages: "own",
  files: "own",
  blacklist: "own",
  tokens: "hashes and marks by which their browsers are known; they open a door and say nothing",
  drafts: "words that an operator has not said",
  answers: "kept for repeats of a request for a day; the messages themselves are given",
  entries: "the journal, of which chats, messages, calls and offline messages are made",
  deliveries: "the same, as it was owed to integrators",
  bodies: "the same, as it was sent to integrators",
  attempts: "the same, with what integrators answered",
  search: "words of the messages",
} as const;

export type VisitorDataKind = keyof typeof visitorDataInventory;
/** Kinds that an export must contain. */
export type ExportedDataKind = {
  [P in VisitorDataKind]: (typeof visitorDataInventory)[P] extends "own" ? P : never;
}[VisitorDataKind];
