/** Tables as text (RFC 4180), safe to open in a spreadsheet. */

export interface CsvRow {
  /** Line at which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * A cell as it is written. One that a spreadsheet would take for a formula gets an apostrophe in front, and so does one that begins with
 * apostrophes before such a sign: {@link readCsv} takes exactly one away, so nothing is lost on the way there and back.
 */
export function csvCell(text: string): string {
  const safe = guarded.test(text) ? `'${text}` : text;
  return /[",;\n\r\t]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
/** One line with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** What spreadsheets calculate (OWASP, CSV injection): such a sign, in full width too, also behind white space that an import drops. */
const formula = "(?:\\s*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\\t\\r\\n])";
const guarded = new RegExp(`^'*${formula}`, "u");
const unguarded = new RegExp(`^'+${formula}`, "u");

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
    cells.push(unguarded.test(cell) ? cell.slice(1) : cell);
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
