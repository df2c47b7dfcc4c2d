import {
  CannedReplies,
  CannedReply,
  CannedReplyPatch,
  maxPersonalReplies,
  maxReplies,
  NewCannedReply,
} from "@parlour/protocol/api";
import { findUnknownVariable, listVariables } from "@parlour/protocol/api/writing-limits";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { cannedReply } from "@parlour/protocol/settings/kinds/canned-reply";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { can, type Principal } from "../../auth/index.ts";
import { cleanText, isBlank } from "../../core/text.ts";
import type { AccountConfig } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  countReplies,
  createReply,
  deleteReply,
  listReplies,
  updateReply,
  type ReplyFilter,
  type ReplyRow,
  type ReplyValues,
} from "../../store/settings/content/canned-reply.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { listFileFields } from "./view-condition.ts";
import { parseBody } from "../kind/values.ts";

/**
 * Returns the name of a quick reply in the file: shortcut, language and name of the department,
 * with spaces between: `refund`, `refund de`, `refund  Sales`. Only departments contain spaces.
 */
export const toReplyName = ({ shortcut, language, department_id }: NamedReply): string =>
  `${shortcut} ${language} ${department_id ?? ""}`.trimEnd();
type NamedReply = NamedValues<(typeof cannedReply)["fields"]>;

/** Quick replies of operators, departments and the account (API-048). */
export const cannedReplyResource = createResource(cannedReply, {
  rights: { read: "chats.read", manage: "chats.answer" },
  summaries: summarizeRequests("a quick reply", "quick replies"),
  schemas: {
    entity: CannedReply,
    page: CannedReplies,
    create: NewCannedReply,
    patch: CannedReplyPatch,
  },
  store: {
    list: (reader, account, { principal, id }) =>
      listReplies(reader, account, { ...getReplyViewer(principal), id }),
    create: createReply,
    update: updateReply,
    remove: deleteReply,
  },
  describe: ({ uses, updatedAt }) => ({ uses, updated_at: updatedAt }),
  complete: (given, before) =>
    omitAbsent({
      text: given.text !== undefined ? cleanText(given.text) : undefined,
      department_id: isMoved(given, before) && given.department_id === undefined ? null : undefined,
      for_agents: given.scope === "own" && given.for_agents === undefined ? false : undefined,
    }),
  async check(values, before, { tx, account, principal, config }) {
    if (before !== null) assertCanChange(principal, before.values.scope);
    assertCanChange(principal, values.scope);
    assertValidReply(values, config, before?.values.text);
    const own = values.scope === "own" && before?.values.scope !== "own" ? 1 : 0;
    const all = before === null ? 1 : 0;
    if (own + all > 0) await assertReplyLimit(tx, account, principal.operatorId, { all, own });
  },
  checkRemoval: async ({ values }, { principal }) => assertCanChange(principal, values.scope),
  conflict: {
    message: "A reply with this shortcut and language already exists for these people.",
    field: "shortcut",
  },
  auditLabel: "canned reply",
  nameOf: ({ shortcut }) => shortcut,
  namesRemoved: true,
  checkEntry({ text, department_id }, report, file) {
    const { departments = [] } = file;
    const unknown = findUnknownVariable(text, listFileFields(file));
    if (unknown !== null) report(["text"], `{${unknown}} is not a variable`, "API-442");
    if (department_id !== null && !departments.some(({ name }) => isSameName(name, department_id)))
      report(["department"], "is not a department in this file", "API-048");
  },
  keyOf: (values) => toReplyName(values).toLowerCase(),
  subject: ({ shortcut, language, department_id }) =>
    `canned reply ${[shortcut, language, department_id ?? ""].filter((part) => part !== "").join(" ")}`,
  // The file has no personal replies.
  completeEntry: ({ department_id }) => ({
    scope: department_id === null ? "account" : "department",
  }),
});

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isMoved = ({ scope }: Partial<ReplyValues>, before: ReplyRow | null): boolean =>
  before !== null && scope !== undefined && scope !== before.values.scope;

/**
 * Returns which replies a principal sees. Principals who manage the account see those of every
 * department. null: the provisioning file, which has no personal ones.
 */
export const getReplyViewer = (principal: Principal | null): ReplyFilter => ({
  operatorId: principal?.operatorId ?? null,
  seesAllDepartments: principal === null || can(principal, "account.manage"),
});

/** Operators change their own replies, managers of the account all others (CORE-001). */
function assertCanChange(principal: Principal, scope: ReplyValues["scope"]): void {
  if (scope !== "own" && !can(principal, "account.manage"))
    refuse("forbidden", "Only owners and admins can change shared replies.");
}

/** Returns a reply as it is stored. Throws `invalid_request` and names the invalid field. */
export function parseReply(input: Required<NewCannedReply>, config: AccountConfig): ReplyValues {
  const values = { ...parseBody(cannedReply.fields, input), text: cleanText(input.text) };
  assertValidReply(values, config);
  return values;
}

/** `storedText` may name a field that the account removed since. */
function assertValidReply(
  { scope, department_id, text, for_agents }: ReplyValues,
  { departments, fields = [] }: AccountConfig,
  storedText?: string,
): void {
  if (scope === "department" && (department_id === null || !departments.has(department_id)))
    refuse("invalid_request", "Choose a department of the account.", { field: "department_id" });
  if (scope !== "department" && department_id !== null)
    refuse("invalid_request", "Only a reply of scope department can have a department.", {
      field: "department_id",
    });
  // Otherwise every operator could let agents say anything to visitors.
  if (scope === "own" && for_agents)
    refuse("invalid_request", "A personal reply cannot be for agents.", { field: "for_agents" });
  if (isBlank(text)) refuse("invalid_request", "text is empty.", { field: "text" });
  const unknownName = text === storedText ? null : findUnknownVariable(text, fields);
  if (unknownName !== null)
    refuse(
      "invalid_request",
      `{${unknownName}} is not a variable. Use ${listVariables(fields).join(", ")}.`,
      { field: "text" },
    );
}

/** Throws if the account or the operator would have too many replies. */
export async function assertReplyLimit(
  tx: Sql,
  account: number,
  operatorId: number,
  added: { readonly all: number; readonly own: number },
): Promise<void> {
  const before = await countReplies(createTransactionReader(tx), account, operatorId);
  if (before.all + added.all > maxReplies)
    refuse(
      "invalid_request",
      `An account has at most ${maxReplies} quick replies. Delete some first.`,
    );
  if (before.own + added.own > maxPersonalReplies && added.own > 0)
    refuse(
      "invalid_request",
      `An operator has at most ${maxPersonalReplies} quick replies of their own. Delete some first.`,
    );
}
