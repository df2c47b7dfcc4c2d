/** Bounds and words of quick replies, tags and drafts that applications need without the schemas (API-044 – API-048). */

/** Code points of a draft; longer ones stay on the device that has them. */
export const longestDraft = 16_000;
/** Drafts of one operator; the oldest go. */
export const mostDrafts = 300;

/** Tags of an account, and of one chat. */
export const mostTags = 500;
export const mostChatTags = 20;

/** Replies of an account, and of one operator's own. */
export const mostReplies = 2000;
export const mostOwnReplies = 500;

/** What a reply's text may name in braces; `{visitor.name|there}` has a fallback for when it is not known. */
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
/** A variable with its fallback in a text: `[whole, name, fallback?]`. Other braces are text. */
export const replyVariablePattern = /\{([a-z]+\.[a-z]+)(?:\|([^{}\n]{0,200}))?\}/gu;

/** The first word in braces that looks like a variable and is none; null: the text can be filled (API-048). */
export function unknownVariable(text: string): string | null {
  for (const [, name = ""] of text.matchAll(replyVariablePattern)) if (!(replyVariables as readonly string[]).includes(name)) return name;
  return null;
}

/** A reply's folder as it is kept: parts between slashes without white space around them; empty parts go. */
export function folderOf(text: string): string {
  return text
    .split("/")
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .filter((part) => part !== "")
    .join("/");
}

/** Columns of the CSV form and keys of the JSON form of replies, in their order. `department` is a name. */
export const replyColumns = ["scope", "department", "folder", "shortcut", "language", "text"] as const;
