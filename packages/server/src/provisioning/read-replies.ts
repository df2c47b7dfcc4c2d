import type { ConfigFile } from "@parlour/protocol/config";
import { isBlank } from "../core/chat/message/text.ts";
import { normalizeFolder, findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import type { ParseHelpers } from "./read-integrations.ts";

export interface DesiredReply {
  /** Name of a department of the file, or null: a reply of the account. */
  readonly department: string | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
}
export interface DesiredTagsAndReplies {
  readonly tags: readonly string[];
  readonly replies: readonly DesiredReply[];
}

/** Parses tags and quick replies of a file (API-044, API-048). */
export function parseTagsAndReplies(config: ConfigFile, { reportError, unique }: ParseHelpers): DesiredTagsAndReplies {
  const tags = (config.tags ?? []).map((name) => name.trim());
  tags.forEach((name, n) => {
    if (name === "") reportError(["tags", n], "is empty", "API-044");
  });
  unique(
    tags,
    (name) => name.toLowerCase(),
    (n, first) => reportError(["tags", n], `has the same name as tags[${first}]`, "API-044"),
  );
  const replies = (config.canned_replies ?? []).map((reply) => ({
    department: reply.department ?? null,
    folder: normalizeFolder(reply.folder ?? ""),
    shortcut: reply.shortcut,
    language: reply.language ?? "",
    text: reply.text,
  }));
  replies.forEach((reply, n) => {
    const unknown = findUnknownVariable(reply.text);
    if (isBlank(reply.text)) reportError(["canned_replies", n, "text"], "is empty", "API-048");
    if (unknown !== null) reportError(["canned_replies", n, "text"], `{${unknown}} is not a variable`, "API-317");
    const isKnown = reply.department === null || (config.departments ?? []).some((d) => isSameName(d.name, reply.department ?? ""));
    if (!isKnown) reportError(["canned_replies", n, "department"], "is not a department in this file", "API-048");
  });
  unique(
    replies,
    (reply) => toReplyKey(reply),
    (n, first) => reportError(["canned_replies", n, "shortcut"], `has the same shortcut as canned_replies[${first}]`, "API-317"),
  );
  return { tags, replies };
}

/** Returns the key that is unique in an account: scope, shortcut and language. */
export const toReplyKey = (reply: Pick<DesiredReply, "department" | "language" | "shortcut">): string =>
  `${reply.language} ${reply.shortcut.toLowerCase()} ${reply.department?.toLowerCase() ?? ""}`;
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
