/**
 * Limits and variables of quick replies, tags and drafts. Applications use them without loading the
 * schemas (API-044 – API-048).
 */

/**
 * Maximum number of code points in a draft. Longer drafts are not sent to the server and stay on
 * their device.
 */
export const maxDraftLength = 16_000;
/** Maximum number of drafts per operator. The oldest are removed. */
export const maxDrafts = 300;

/** Maximum number of tags in an account, and in one chat. */
export const maxTags = 500;
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
 * Normalizes the folder of a quick reply. Removes white space around the parts between slashes, and
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
 * Columns of the CSV format and keys of the JSON format of quick replies, in order. `department` is
 * a name.
 */
export const replyColumns = [
  "scope",
  "department",
  "folder",
  "shortcut",
  "language",
  "text",
] as const;
