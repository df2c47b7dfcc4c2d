import {
  maxPersonalReplies,
  maxReplies,
  replyVariables,
  type NewCannedReply,
} from "@parlour/protocol/api";
import { refuse } from "../../../core/failure.ts";
import {
  type ReplyViewer,
  type ReplyRow,
  countReplies,
} from "../../../store/settings/content/canned-reply.ts";
import { cleanText, isBlank } from "../../../core/chat/message/text.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { type Principal, can } from "../../../auth/index.ts";
import { normalizeFolder, findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import { readerForTransaction } from "../../../store/database/transaction-reader.ts";
import type { Sql } from "../../../store/database/sql.ts";

/**
 * Returns which replies a principal sees. Principals who manage the account see those of every
 * department.
 */
export const replyAudience = (principal: Principal): ReplyViewer => ({
  operatorId: principal.operatorId,
  seesAllDepartments: can(principal, "account.manage"),
});

/**
 * Returns whether the principal may change the reply. Operators change their own, managers of the
 * account all others (CORE-001).
 */
export function canChangeReply(principal: Principal, scope: ReplyRow["scope"]): boolean {
  return scope === "own" || can(principal, "account.manage");
}

/** Converts the input of a reply for the store. Throws `invalid_request` with the invalid field. */
export function toReplyRow(
  input: Required<NewCannedReply>,
  operatorId: number,
  config: AccountConfig,
): ReplyRow {
  const { scope, department_id: departmentId } = input;
  if (scope === "department" && (departmentId === null || !config.departments.has(departmentId)))
    refuse("invalid_request", "Choose a department of the account.", { field: "department_id" });
  if (scope !== "department" && departmentId !== null)
    refuse("invalid_request", "Only a reply of scope department can have a department.", {
      field: "department_id",
    });
  const text = cleanText(input.text);
  if (isBlank(text)) refuse("invalid_request", "text is empty.", { field: "text" });
  const unknownName = findUnknownVariable(text);
  if (unknownName !== null)
    refuse(
      "invalid_request",
      `{${unknownName}} is not a variable. Use ${replyVariables.join(", ")}.`,
      { field: "text" },
    );
  return {
    scope,
    operatorId: scope === "own" ? operatorId : null,
    departmentId,
    folder: normalizeFolder(input.folder),
    shortcut: input.shortcut,
    language: input.language,
    text,
    managed: false,
  };
}

/** Throws if the account or the operator would have too many replies. */
export async function assertReplyLimit(
  tx: Sql,
  account: number,
  operatorId: number,
  added: { readonly all: number; readonly own: number },
): Promise<void> {
  const { all: total, own: personal } = await countReplies(
    readerForTransaction(tx),
    account,
    operatorId,
  );
  if (total + added.all > maxReplies)
    refuse(
      "invalid_request",
      `An account has at most ${maxReplies} quick replies. Delete some first.`,
    );
  if (personal + added.own > maxPersonalReplies && added.own > 0)
    refuse(
      "invalid_request",
      `An operator has at most ${maxPersonalReplies} quick replies of their own. Delete some first.`,
    );
}
