import type { ConfigFile } from "@parlour/protocol/config";
import { isBlank } from "../core/chat/message/text.ts";
import { normalizeFolder, findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import type { FileHelpers } from "../settings/resource.ts";

export interface DesiredReply {
  /** Name of a department of the file, or null: a reply of the account. */
  readonly department: string | null;
  readonly folder: string;
  readonly shortcut: string;
  readonly language: string;
  readonly text: string;
}

/** Parses the quick replies of a file (API-048). */
export function parseReplies(
  config: ConfigFile,
  { reportError, unique }: FileHelpers,
): readonly DesiredReply[] {
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
    if (unknown !== null)
      reportError(["canned_replies", n, "text"], `{${unknown}} is not a variable`, "API-317");
    const isKnown =
      reply.department === null ||
      (config.departments ?? []).some((d) => isSameName(d.name, reply.department ?? ""));
    if (!isKnown)
      reportError(
        ["canned_replies", n, "department"],
        "is not a department in this file",
        "API-048",
      );
  });
  unique(
    replies,
    (reply) => toReplyKey(reply),
    (n, first) =>
      reportError(
        ["canned_replies", n, "shortcut"],
        `has the same shortcut as canned_replies[${first}]`,
        "API-317",
      ),
  );
  return replies;
}

/** Returns the key that is unique in an account: scope, shortcut and language. */
export const toReplyKey = (
  reply: Pick<DesiredReply, "department" | "language" | "shortcut">,
): string =>
  `${reply.language} ${reply.shortcut.toLowerCase()} ${reply.department?.toLowerCase() ?? ""}`;
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
