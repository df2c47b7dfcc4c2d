/**
 * Limits and variables of quick replies, tags, drafts and notes. Applications use them without
 * loading the schemas (API-044 – API-048).
 */

export {
  maxBlockReasonLength,
  maxMentions,
  maxReminderLength,
} from "../actions/argument-limits.ts";

/** In code points. Longer drafts are not sent to the server and stay on their device. */
export const maxDraftLength = 60_000;
/** Maximum number of drafts per operator. The oldest are removed. */
export const maxDrafts = 300;

/** Maximum number of code points in the note of a call (CORE-108), as in the core. */
export const maxCallNoteLength = 2000;

export const maxTagsPerChat = 20;

/** Maximum number of quick replies in an account, and of personal replies of one operator. */
export const maxReplies = 2000;
export const maxPersonalReplies = 500;

/** Variables in the text of a reply. `{visitor.name|there}` has a fallback for an unknown value. */
export const replyVariables = [
  "visitor.name",
  "visitor.email",
  "visitor.phone",
  "visitor.number",
  "operator.name",
  "channel.name",
  "department.name",
  "chat.id",
  "page.url",
  "page.title",
] as const;
export type ReplyVariable = (typeof replyVariables)[number];
/** Matches a variable with its fallback: `[whole, name, fallback?]`. */
export const replyVariablePattern = /\{([a-z]+\.[a-z][a-z0-9_]{0,39})(?:\|([^{}\n]{0,200}))?\}/gu;

/** A field of the account, which is a variable by its name, such as `visitor.plan` (FLD-022). */
export interface FieldName {
  readonly object: "chat" | "visitor";
  readonly key: string;
}
/** Returns the names of all variables of an account with these fields. */
export const listVariables = (fields: readonly FieldName[]): readonly string[] => [
  ...replyVariables,
  ...fields.map(({ object, key }) => `${object}.${key}`),
];

/** Matches a word in braces, which readers take for a variable. Braces around more are text. */
const wordInBraces = /\{\s*([\p{L}_][\p{L}\p{N}_.-]{0,60})\s*(?:\|[^{}\n]{0,200})?\}/gu;
const knownVariable = new RegExp(`^(?:${replyVariablePattern.source})$`, "u");

/**
 * Returns the first word in braces that is not filled in: an unknown name, or a known one between
 * spaces. null: the text is valid (API-442). `fields`: those of the account.
 */
export function findUnknownVariable(text: string, fields: readonly FieldName[]): string | null {
  const names = listVariables(fields);
  for (const [whole, name = ""] of text.matchAll(wordInBraces))
    if (!names.includes(name) || !knownVariable.test(whole)) return name;
  return null;
}

/** Columns of CSV and keys of JSON, in order. `department` is a name. */
export const replyColumns = [
  "scope",
  "department",
  "folder",
  "shortcut",
  "language",
  "text",
] as const;
