import Value from "typebox/value";
import { omitFields } from "@parlour/protocol/omit-fields";
import { NewCannedReply, type ImportedReplies, type ReplyFormat } from "@parlour/protocol/api";
import { Refusal } from "../../../core/failure.ts";
import type { AccountConfig } from "../../../core/command.ts";
import type { ReplyRow, ReplyValues } from "../../../store/settings/content/canned-reply.ts";
import { parseReply } from "../../../settings/content/canned-reply.ts";
import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import {
  type RowError,
  type FileEntry,
  createError,
  parseCsvFile,
  parseJsonFile,
} from "./reply-file-parser.ts";

/** Result of an import of quick replies before it is written (API-320). */
export interface ReplyImport {
  readonly added: readonly ReplyValues[];
  readonly changed: readonly ChangedReply[];
  readonly same: number;
  readonly faults: ImportedReplies["faults"];
}
/** Files do not say which replies are for agents, so an import changes no mark. */
type ChangedReply = Omit<ReplyValues, "for_agents"> & { readonly id: number };
export interface ReplyImportUser {
  /** Replies of departments and of the account. */
  readonly canChangeShared: boolean;
  /** Replies of the provisioning file. */
  readonly canChangeManaged: boolean;
  readonly config: AccountConfig;
  readonly existing: readonly ReplyRow[];
}
const maxReportedErrors = 100;

/** Compares with the existing ones. Equal: owner, shortcut and language match. */
export function planReplyImport(
  format: ReplyFormat,
  content: string,
  user: ReplyImportUser,
): ReplyImport {
  const parsed = format === "csv" ? parseCsvFile(content) : parseJsonFile(content);
  const faults: RowError[] = [...parsed.faults];
  const added: ReplyValues[] = [];
  const changed: ChangedReply[] = [];
  const lineByKey = new Map<string, number>();
  const existingByKey = new Map(user.existing.map((reply) => [toReplyKey(reply.values), reply]));
  let same = 0;
  for (const entry of parsed.entries) {
    const row = toReplyRowOrError(entry, user);
    if ("message" in row) {
      faults.push(row);
      continue;
    }
    const key = toReplyKey(row);
    const first = lineByKey.get(key);
    const before = existingByKey.get(key);
    if (first !== undefined)
      faults.push(
        createError(
          { line: entry.line, code: "repeated", field: "shortcut" },
          `is the shortcut of line ${first} too`,
          String(first),
        ),
      );
    else if (before === undefined) added.push(row);
    else if (
      before.values.folder === row.folder &&
      before.values.text === row.text &&
      before.values.shortcut === row.shortcut
    )
      same += 1;
    else if (before.managed && !user.canChangeManaged)
      faults.push(
        createError(
          { line: entry.line, code: "managed", field: null },
          "the provisioning file manages this reply",
        ),
      );
    else changed.push({ ...omitFields(row, "for_agents"), id: before.id });
    lineByKey.set(key, first ?? entry.line);
  }
  return { added, changed, same, faults: faults.slice(0, maxReportedErrors) };
}

function toReplyRowOrError(
  { line, values }: FileEntry,
  user: ReplyImportUser,
): ReplyValues | RowError {
  const name = values["department"] ?? "";
  const department = [...user.config.departments.values()].find(
    (candidate) => typeof name === "string" && candidate.name.toLowerCase() === name.toLowerCase(),
  );
  if (name !== "" && department === undefined)
    return createError(
      { line, code: "department", field: "department" },
      "is not a department of the account",
    );
  const input = {
    scope: isAbsent(values["scope"]) ? (user.canChangeShared ? "account" : "own") : values["scope"],
    department_id: department?.id ?? null,
    folder: values["folder"] ?? "",
    shortcut: values["shortcut"],
    language: values["language"] ?? "",
    text: values["text"],
    for_agents: false,
  };
  const formError = findFormError(line, input);
  if (formError !== null) return formError;
  const reply = input as Required<NewCannedReply>;
  if (reply.scope !== "own" && !user.canChangeShared)
    return createError(
      { line, code: "forbidden", field: "scope" },
      "you may import replies of your own only",
    );
  try {
    return parseReply(reply, user.config);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field = null, message } = error.failure;
    const variable =
      field === "text" ? findUnknownVariable(reply.text, user.config.fields ?? []) : null;
    return createError(
      {
        line,
        code: variable !== null ? "variable" : field === "department_id" ? "department" : "form",
        field,
      },
      message,
      variable,
    );
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === "";

/** Returns the first violation of the schema, or null if the reply has none. */
function findFormError(line: number, input: unknown): RowError | null {
  const [error] = Value.Errors(NewCannedReply, input);
  if (error === undefined) return null;
  const missing = (error.params as { requiredProperties?: readonly string[] })
    .requiredProperties?.[0];
  const field = missing ?? error.instancePath.split("/")[1] ?? null;
  return createError({ line, code: "form", field }, messageByField[field ?? ""] ?? error.message);
}

const messageByField: Readonly<Record<string, string>> = {
  scope: "must be own, department or account",
  folder: "must be at most 100 characters",
  shortcut: "must be 1 to 50 characters without white space and without a slash in front",
  language: "must be a language code like en or pt-BR, or empty",
  text: "must be 1 to 4000 characters",
};

function toReplyKey(row: ReplyValues): string {
  return `${row.scope} ${row.department_id ?? 0} ${row.language} ${row.shortcut.toLowerCase()}`;
}
