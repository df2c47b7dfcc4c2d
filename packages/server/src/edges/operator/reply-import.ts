import Value from "typebox/value";
import { NewCannedReply, replyColumns, type ImportedReplies, type ImportError, type ReplyFormat } from "@parlour/protocol/api";
import { Refusal } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { ReplyRecord, ReplyRow } from "../../core/record/canned-reply.ts";
import { readCsv } from "./csv.ts";
import { replyRow } from "./reply-input.ts";
import { findUnknownVariable } from "@parlour/protocol/writing-limits";

/** Result of an import of quick replies before it is written (API-048). Pure. */
export interface ReplyImport {
  readonly added: readonly ReplyRow[];
  readonly changed: readonly (ReplyRow & { readonly id: number })[];
  readonly same: number;
  readonly faults: ImportedReplies["faults"];
}
export interface ReplyImporter {
  readonly operatorId: number;
  /**
   * Whether the operator may write replies of departments and of the account. `canChangeManaged`:
   * also those of the provisioning file.
   */
  readonly mayShared: boolean;
  readonly mayManaged: boolean;
  readonly config: AccountConfig;
  /** Existing replies that the operator sees. */
  readonly present: readonly ReplyRecord[];
}
/** Maximum number of errors in the response. */
const mostFaults = 100;

/**
 * Parses a file of replies and compares it with the existing ones. Replies match by owner, shortcut
 * and language.
 */
export function planImport(format: ReplyFormat, content: string, by: ReplyImporter): ReplyImport {
  const read = format === "csv" ? fromCsv(content) : fromJson(content);
  const faults: Fault[] = [...read.faults];
  const added: ReplyRow[] = [];
  const changed: (ReplyRow & { id: number })[] = [];
  const seen = new Map<string, number>();
  const known = new Map(by.present.map((reply) => [keyOf(reply), reply]));
  let same = 0;
  for (const entry of read.entries) {
    const row = rowOf(entry, by);
    if ("message" in row) {
      faults.push(row);
      continue;
    }
    const key = keyOf(row);
    const first = seen.get(key);
    const before = known.get(key);
    if (first !== undefined)
      faults.push(faultAt(entry.line, "repeated", "shortcut", `is the shortcut of line ${first} too`, String(first)));
    else if (before === undefined) added.push(row);
    else if (before.folder === row.folder && before.text === row.text && before.shortcut === row.shortcut) same += 1;
    else if (before.managed && !by.mayManaged)
      faults.push(faultAt(entry.line, "managed", null, "the provisioning file manages this reply"));
    else changed.push({ ...row, managed: before.managed, id: before.id });
    seen.set(key, first ?? entry.line);
  }
  return { added, changed, same, faults: faults.slice(0, mostFaults) };
}

type Fault = ImportedReplies["faults"][number];
interface Entry {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}
interface Read {
  readonly entries: readonly Entry[];
  readonly faults: readonly Fault[];
}
const faultAt = (line: number, code: ImportError, field: string | null, message: string, detail: string | null = null): Fault => ({
  line,
  field,
  code,
  detail,
  message,
});
const nothing = (line: number, code: "file" | "column", message: string, detail: string | null = null): Read => ({
  entries: [],
  faults: [faultAt(line, code, null, message, detail)],
});
const isColumn = (name: string): boolean => (replyColumns as readonly string[]).includes(name);

function fromCsv(content: string): Read {
  const table = readCsv(content);
  if ("fault" in table) return nothing(table.line, "file", table.fault);
  const [head, ...rows] = table.rows;
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const strange = names.find((name) => !isColumn(name));
  if (strange !== undefined)
    return nothing(
      1,
      "column",
      `${JSON.stringify(strange.slice(0, 60))} is no column; there are: ${replyColumns.join(", ")}`,
      strange.slice(0, 60),
    );
  if (new Set(names).size < names.length) return nothing(1, "column", "a column stands here twice");
  if (!names.includes("shortcut") || !names.includes("text")) return nothing(1, "column", "the columns shortcut and text are needed");
  const faults = rows
    .filter((row) => row.cells.length !== names.length)
    .map((row) => faultAt(row.line, "cells", null, `has ${row.cells.length} cells, the first line ${names.length}`, String(names.length)));
  const entries = rows
    .filter((row) => row.cells.length === names.length)
    .map((row) => ({ line: row.line, values: Object.fromEntries(names.map((name, n) => [name, row.cells[n] ?? ""])) }));
  return { entries, faults };
}

function fromJson(content: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return nothing(1, "file", "this is not JSON");
  }
  if (!Array.isArray(value)) return nothing(1, "file", "a list of replies is wanted");
  const entries: Entry[] = [];
  const faults: Fault[] = [];
  value.forEach((item: unknown, n) => {
    const line = n + 1;
    const strange = isObject(item) ? Object.keys(item).find((name) => !isColumn(name)) : undefined;
    if (!isObject(item)) faults.push(faultAt(line, "form", null, "is no object"));
    else if (strange !== undefined)
      faults.push(faultAt(line, "column", null, `${JSON.stringify(strange.slice(0, 60))} is not a known key here`, strange.slice(0, 60)));
    else entries.push({ line, values: item });
  });
  return { entries, faults };
}

function rowOf({ line, values }: Entry, by: ReplyImporter): ReplyRow | Fault {
  const scope = values["scope"] === undefined || values["scope"] === "" ? (by.mayShared ? "account" : "own") : values["scope"];
  const name = values["department"] ?? "";
  const department = [...by.config.departments.values()].find(
    (one) => typeof name === "string" && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (name !== "" && department === undefined) return faultAt(line, "department", "department", "is no department of the account");
  const given = {
    scope,
    department_id: department?.id ?? null,
    folder: values["folder"] ?? "",
    shortcut: values["shortcut"],
    language: values["language"] ?? "",
    text: values["text"],
  };
  const [wrong] = Value.Errors(NewCannedReply, given);
  if (wrong !== undefined) {
    const missing = (wrong.params as { requiredProperties?: readonly string[] }).requiredProperties?.[0];
    const field = missing ?? wrong.instancePath.split("/")[1] ?? null;
    return faultAt(line, "form", field, forms[field ?? ""] ?? wrong.message);
  }
  const whole = given as Required<NewCannedReply>;
  if (whole.scope !== "own" && !by.mayShared) return faultAt(line, "forbidden", "scope", "you may import replies of your own only");
  try {
    return replyRow(whole, by.operatorId, by.config);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field = null, message } = error.failure;
    const variable = field === "text" ? findUnknownVariable(whole.text) : null;
    return faultAt(line, variable !== null ? "variable" : field === "department_id" ? "department" : "form", field, message, variable);
  }
}

/** Texts of validation errors by field. */
const forms: Readonly<Record<string, string>> = {
  scope: "must be own, department or account",
  folder: "must be at most 100 characters",
  shortcut: "must be 1 to 50 characters without white space and without a slash in front",
  language: "must be a language code like en or pt-BR, or empty",
  text: "must be 1 to 4000 characters",
};

/** Returns the identity of a reply: owner, language and shortcut. */
function keyOf(row: Pick<ReplyRow, "scope" | "departmentId" | "shortcut" | "language">): string {
  return `${row.scope} ${row.departmentId ?? 0} ${row.language} ${row.shortcut.toLowerCase()}`;
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
