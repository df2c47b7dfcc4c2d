/**
 * Limits and variables of canned replies, tags and drafts that applications need without the
 * schemas (API-044 – API-048).
 */

/** Maximum code points of a draft. Longer drafts stay on their device. */
export const maxDraftLength = 16_000;
/** Maximum drafts of one operator. The oldest are removed. */
export const maxDrafts = 300;

/** Maximum tags of an account, and of one chat. */
export const maxTags = 500;
export const maxTagsPerChat = 20;

/** Maximum replies of an account, and personal replies of one operator. */
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
/** Matches a variable with its fallback: `[whole, name, fallback?]`. Other braces are text. */
export const replyVariablePattern = /\{([a-z]+\.[a-z]+)(?:\|([^{}\n]{0,200}))?\}/gu;

/**
 * Returns the first word in braces that looks like a variable but is unknown. null: the text is
 * valid (API-048).
 */
export function findUnknownVariable(text: string): string | null {
  for (const [, name = ""] of text.matchAll(replyVariablePattern))
    if (!(replyVariables as readonly string[]).includes(name)) return name;
  return null;
}

/**
 * Normalizes the folder of a reply: parts between slashes, without surrounding white space and
 * empty parts.
 */
export function normalizeFolder(text: string): string {
  return text
    .split("/")
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .filter((part) => part !== "")
    .join("/");
}

/**
 * Columns of the CSV form and keys of the JSON form of replies, in order. `department` is a name.
 */
export const replyColumns = [
  "scope",
  "department",
  "folder",
  "shortcut",
  "language",
  "text",
] as const;
