import {
  CannedReplies,
  CannedReply,
  CannedReplyPatch,
  maxPersonalReplies,
  maxReplies,
  NewCannedReply,
  replyVariables,
} from "@parlour/protocol/api";
import { cannedReplyShape } from "@parlour/protocol/api/settings/shapes/canned-reply";
import { findUnknownVariable, normalizeFolder } from "@parlour/protocol/api/writing-limits";
import type { ConfigFile } from "@parlour/protocol/config";
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
  type ReplyFields,
  type ReplyFilter,
  type ReplyRecord,
  type ReplyRow,
} from "../../store/settings/content/canned-reply.ts";
import type { FileHelpers, SettingsResource } from "../resource.ts";

/** A quick reply of the provisioning file. */
interface ReplyEntry extends Omit<ReplyFields, "scope" | "operatorId" | "departmentId"> {
  /** Name of a department in the file. Null means a reply of the account. */
  readonly department: string | null;
}

/** Quick replies of operators, departments and the account (API-048). */
export const cannedReplyResource: SettingsResource<{
  fields: ReplyFields;
  row: ReplyRecord;
  body: NewCannedReply;
  api: CannedReply;
  entry: ReplyEntry;
}> = {
  shape: cannedReplyShape,
  label: "reply",
  rights: { read: "chats.read", manage: "chats.answer" },
  summaries: {
    list: "List quick replies",
    one: "Get a quick reply",
    create: "Create a quick reply",
    change: "Update a quick reply",
    remove: "Delete a quick reply",
  },
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
  audit: {
    label: "canned reply",
    nameOf: ({ shortcut }) => shortcut,
    nameOfRemoved: ({ shortcut }) => shortcut,
  },
  newFields: () => ({ departmentId: null, folder: "", language: "" }),
  parse: ({ department_id: departmentId, folder, text, ...body }) => ({
    ...body,
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(folder === undefined ? {} : { folder: normalizeFolder(folder) }),
    ...(text === undefined ? {} : { text: cleanText(text) }),
  }),
  complete(change, before, { principal }) {
    const scope = change.scope ?? before?.scope;
    const isMoved = before !== null && scope !== before.scope;
    return {
      operatorId: scope === "own" ? principal.operatorId : null,
      ...(isMoved && change.departmentId === undefined ? { departmentId: null } : {}),
    };
  },
  async check(fields, before, { tx, account, principal, config }) {
    if (before !== null) assertCanChange(principal, before.scope);
    assertCanChange(principal, fields.scope);
    assertValidReply(fields, config);
    const own = fields.scope === "own" && before?.scope !== "own" ? 1 : 0;
    const all = before === null ? 1 : 0;
    if (own + all > 0) await assertReplyLimit(tx, account, principal.operatorId, { all, own });
  },
  checkRemoval: ({ scope }, { principal }) => assertCanChange(principal, scope),
  conflict: {
    message: "A reply with this shortcut and language already exists for these people.",
    field: "shortcut",
  },
  toApi(reply) {
    const { id, scope, operatorId: _operator, departmentId, createdAt, updatedAt, ...rest } = reply;
    const times = { created_at: createdAt, updated_at: updatedAt };
    return { id, scope, department_id: departmentId, ...rest, ...times };
  },
  file: {
    part: "canned_replies",
    read: readEntries,
    write: ({ shortcut, text, folder, language, department }) => ({
      shortcut,
      text,
      ...(folder === "" ? {} : { folder }),
      ...(language === "" ? {} : { language }),
      ...(department === null ? {} : { department }),
    }),
    keyOf: toEntryKey,
    subject: ({ shortcut, language, department }) =>
      `canned reply ${[shortcut, language, department ?? ""].filter((part) => part !== "").join(" ")}`,
    compared: ({ folder, shortcut, text }) => ({ folder, shortcut, text }),
    toEntry: ({ departmentId, folder, shortcut, language, text }, names) => ({
      department: departmentId === null ? null : (names.department(departmentId) ?? null),
      folder,
      shortcut,
      language,
      text,
    }),
    toFields: ({ department, ...fields }, ids) => ({
      ...fields,
      scope: department === null ? "account" : "department",
      operatorId: null,
      departmentId: department === null ? null : ids.department(department),
    }),
  },
};

/**
 * Returns which replies a principal sees. Principals who manage the account see those of every
 * department. null: the provisioning file, which has no personal ones.
 */
export const getReplyViewer = (principal: Principal | null): ReplyFilter => ({
  operatorId: principal?.operatorId ?? null,
  seesAllDepartments: principal === null || can(principal, "account.manage"),
});

/** Operators change their own replies, managers of the account all others (CORE-001). */
function assertCanChange(principal: Principal, scope: ReplyFields["scope"]): void {
  if (scope !== "own" && !can(principal, "account.manage"))
    refuse("forbidden", "Only owners and admins can change shared replies.");
}

/**
 * Converts the request body of a reply to a row. Throws `invalid_request` and names the invalid
 * field.
 */
export function toReplyRow(
  { department_id: departmentId, ...input }: Required<NewCannedReply>,
  operatorId: number,
  config: AccountConfig,
): ReplyRow {
  const fields: ReplyFields = {
    ...input,
    operatorId: input.scope === "own" ? operatorId : null,
    departmentId,
    folder: normalizeFolder(input.folder),
    text: cleanText(input.text),
  };
  assertValidReply(fields, config);
  return { ...fields, managed: false };
}

function assertValidReply(
  { scope, departmentId, text }: ReplyFields,
  { departments }: AccountConfig,
): void {
  if (scope === "department" && (departmentId === null || !departments.has(departmentId)))
    refuse("invalid_request", "Choose a department of the account.", { field: "department_id" });
  if (scope !== "department" && departmentId !== null)
    refuse("invalid_request", "Only a reply of scope department can have a department.", {
      field: "department_id",
    });
  if (isBlank(text)) refuse("invalid_request", "text is empty.", { field: "text" });
  const unknownName = findUnknownVariable(text);
  if (unknownName !== null)
    refuse(
      "invalid_request",
      `{${unknownName}} is not a variable. Use ${replyVariables.join(", ")}.`,
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
  const { all: total, own: personal } = await countReplies(
    createTransactionReader(tx),
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

/** Reads the quick replies of a file (API-048). */
function readEntries(
  config: ConfigFile,
  { reportError, unique }: FileHelpers,
): readonly ReplyEntry[] {
  const replies = (config.canned_replies ?? []).map((reply) => ({
    department: reply.department ?? null,
    folder: normalizeFolder(reply.folder ?? ""),
    shortcut: reply.shortcut,
    language: reply.language ?? "",
    text: reply.text,
  }));
  const departments = new Set(config.departments?.map(({ name }) => name.toLowerCase()));
  replies.forEach(({ text, department }, n) => {
    const at = ["canned_replies", n] as const;
    const unknown = findUnknownVariable(text);
    if (isBlank(text)) reportError([...at, "text"], "is empty", "API-048");
    if (unknown !== null) reportError([...at, "text"], `{${unknown}} is not a variable`, "API-442");
    if (department !== null && !departments.has(department.toLowerCase()))
      reportError([...at, "department"], "is not a department in this file", "API-048");
  });
  unique(replies, toEntryKey, (n, first) =>
    reportError(
      ["canned_replies", n, "shortcut"],
      `has the same shortcut as canned_replies[${first}]`,
      "API-317",
    ),
  );
  return replies;
}
/** Returns what is unique in an account: department, shortcut and language. */
function toEntryKey({ department, language, shortcut }: ReplyEntry): string {
  return `${language} ${shortcut.toLowerCase()} ${department?.toLowerCase() ?? ""}`;
}
