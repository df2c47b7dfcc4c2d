import { replyColumns, type ImportedReplies } from "@parlour/protocol/api";
import { parseCsv } from "../../../core/table/csv.ts";

export type RowError = ImportedReplies["faults"][number];
export interface FileEntry {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}
interface ParsedFile {
  readonly entries: readonly FileEntry[];
  readonly faults: readonly RowError[];
}
export const createError = (
  { line, code, field }: Pick<RowError, "line" | "code" | "field">,
  message: string,
  detail: string | null = null,
): RowError => ({
  line,
  field,
  code,
  detail,
  message,
});
const createFileError = (
  line: number,
  code: "file" | "column",
  message: string,
  detail: string | null = null,
): ParsedFile => ({
  entries: [],
  faults: [createError({ line, code, field: null }, message, detail)],
});
const isColumn = (name: string): boolean => (replyColumns as readonly string[]).includes(name);

export function parseCsvFile(content: string): ParsedFile {
  const table = parseCsv(content);
  if ("fault" in table) return createFileError(table.line, "file", table.fault);
  const [headRow, ...rows] = table.rows;
  const names = headRow?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const unknownColumn = names.find((name) => !isColumn(name));
  if (unknownColumn !== undefined)
    return createFileError(
      1,
      "column",
      `${JSON.stringify(unknownColumn.slice(0, 60))} is not a column; use ${replyColumns.join(", ")}`,
      unknownColumn.slice(0, 60),
    );
  if (new Set(names).size < names.length)
    return createFileError(1, "column", "a column is repeated");
  if (!names.includes("shortcut") || !names.includes("text"))
    return createFileError(1, "column", "the columns shortcut and text are needed");
  const faults = rows
    .filter((row) => row.cells.length !== names.length)
    .map((row) =>
      createError(
        { line: row.line, code: "cells", field: null },
        `has ${row.cells.length} cells, the first line ${names.length}`,
        String(names.length),
      ),
    );
  const entries = rows
    .filter((row) => row.cells.length === names.length)
    .map((row) => ({
      line: row.line,
      values: Object.fromEntries(names.map((name, n) => [name, row.cells[n] ?? ""])),
    }));
  return { entries, faults };
}

export function parseJsonFile(content: string): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return createFileError(1, "file", "this is not JSON");
  }
  if (!Array.isArray(value)) return createFileError(1, "file", "a list of replies is wanted");
  const entries: FileEntry[] = [];
  const faults: RowError[] = [];
  value.forEach((item: unknown, n) => {
    const line = n + 1;
    const unknownColumn = isObject(item)
      ? Object.keys(item).find((name) => !isColumn(name))
      : undefined;
    if (!isObject(item))
      faults.push(createError({ line, code: "form", field: null }, "is not an object"));
    else if (unknownColumn !== undefined)
      faults.push(
        createError(
          { line, code: "column", field: null },
          `${JSON.stringify(unknownColumn.slice(0, 60))} is not a valid key here`,
          unknownColumn.slice(0, 60),
        ),
      );
    else entries.push({ line, values: item });
  });
  return { entries, faults };
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
