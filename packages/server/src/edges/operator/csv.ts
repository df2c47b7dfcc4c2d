/** Tables as CSV text (RFC 4180), safe to open in a spreadsheet. */

export interface CsvRow {
  /** Line number of the row's start, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Formats a cell. Spreadsheets of many countries use semicolons or tabs as separators. An
 * apostrophe therefore guards each place where a formula could start: the start of the cell, and
 * text after a semicolon, tab or line break. {@link parseCsv} removes exactly these apostrophes.
 */
export function csvCell(text: string): string {
  const safe = text.replace(unguarded, "'");
  return /[",;\n\r\t]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
/** Formats one line with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Quotes and white space that an import drops. */
const dropped = "[\"'\\p{Zs}\\v\\f\\u2028\\u2029\\uFEFF]*";
/** Characters that start a formula (OWASP, CSV injection), also in full width. */
const formula = "[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r]";
/**
 * Places where a reader may see the start of a cell. A separator at the end of the text would join
 * the cell to the next line.
 */
const [before, after] = ["(?:(?<=^|[;\\t\\r\\n])", `(?=${dropped}${formula})|(?<=[;\\t\\r\\n])`];
const unguarded = new RegExp(`${before}${after}(?=${dropped}$))`, "gu");
const guarded = new RegExp(`${before}'${after}'(?=${dropped}$))`, "gu");

/**
 * Parses a table without its empty lines. The separator is a comma, or a semicolon if the first
 * line has only those. A quote that never ends is an error.
 */
export function readCsv(text: string): { readonly rows: readonly CsvRow[] } | { readonly line: number; readonly fault: string } {
  const whole = text.replace(/^\u{FEFF}/u, "");
  const head = /^[^\r\n]*/u.exec(whole)?.[0] ?? "";
  const between = head.includes(";") && !head.includes(",") ? ";" : ",";
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let begun = 1;
  const endCell = (): void => {
    cells.push(cell.replace(guarded, ""));
    cell = "";
  };
  const endRow = (): void => {
    endCell();
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: begun, cells });
    cells = [];
  };
  for (let at = 0; at < whole.length; at += 1) {
    const sign = whole[at] ?? "";
    if (isQuoted) {
      if (sign === '"' && whole[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (sign === '"') isQuoted = false;
      else {
        cell += sign;
        if (sign === "\n") line += 1;
      }
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === between) endCell();
    else if (sign === "\n") {
      endRow();
      line += 1;
      begun = line;
    } else if (sign !== "\r" || whole[at + 1] !== "\n") cell += sign;
  }
  if (isQuoted) return { line: begun, fault: "a quote that begins here never ends" };
  endRow();
  return { rows };
}
