/** Tables as text (RFC 4180), safe to open in a spreadsheet. */

export interface CsvRow {
  /** Line at which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Returns a cell as it is written. Spreadsheets of many countries take semicolons or tabs for separators, so an apostrophe guards each place at which any of
 * them could see the beginning of a formula: the cell's own beginning, and what follows a semicolon, a tab or a line break in it.
 * {@link readCsv} removes exactly these apostrophes.
 */
export function csvCell(text: string): string {
  const safe = text.replace(unguarded, "'");
  return /[",;\n\r\t]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
/** One line with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Quotes and white space that an import drops. */
const dropped = "[\"'\\p{Zs}\\v\\f\\u2028\\u2029\\uFEFF]*";
/** Signs that spreadsheets calculate (OWASP, CSV injection), in full width too. */
const formula = "[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r]";
/** Where a reader may see such a cell begin. A separator that ends the text would join the cell to the next line. */
const [before, after] = ["(?:(?<=^|[;\\t\\r\\n])", `(?=${dropped}${formula})|(?<=[;\\t\\r\\n])`];
const unguarded = new RegExp(`${before}${after}(?=${dropped}$))`, "gu");
const guarded = new RegExp(`${before}'${after}'(?=${dropped}$))`, "gu");

/** The rows of a table, empty lines left out. Cells stand between commas or, where the first line has those alone, semicolons. A fault is a quote that never ends. */
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
