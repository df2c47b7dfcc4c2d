/**
 * All kinds of stored data of a visitor. Erasure removes and counts them (CORE-116). An export
 * contains those marked `own` (API-270). The other kinds state why they are not exported.
 */
export const visitorDataInventory = {
  visitor: "own",
  merges: "own",
  visits: "own",
  chats: "own",
  messages: "own",
  calls: "own",
  offline_messages: "own",
  files: "own",
  blacklist: "own",
  tokens:
    "hashes that identify a browser or an email address of the visitor; they contain nothing about the visitor",
  drafts: "unsent replies of operators",
  answers: "responses kept for one day for repeated requests; the messages in them are exported",
  entries:
    "the journal; the chats, messages, calls and offline messages built from it are exported",
  deliveries: "the same content in events for integrators",
  bodies: "the same content in requests to integrators",
  attempts: "the same content in requests, with the integrators' responses",
  search: "search index of the messages",
  ignored_emails:
    "emails that became no chat, for at most 30 days; nothing proves that the visitor sent them",
} as const;

export type VisitorDataKind = keyof typeof visitorDataInventory;
/** Kinds that an export must contain. */
export type ExportedDataKind = {
  [P in VisitorDataKind]: (typeof visitorDataInventory)[P] extends "own" ? P : never;
}[VisitorDataKind];
