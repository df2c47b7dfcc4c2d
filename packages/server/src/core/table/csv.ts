/** A row of a CSV table (RFC 4180). */

export interface CsvRow {
  /** Line number of the row's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Formats a cell so that a spreadsheet does not run it as a formula. Spreadsheets of many countries
 * use semicolons or tabs as separators. Therefore an apostrophe is added before a formula at the
 * start of the cell and after a semicolon, tab or line break. {@link parseCsv} removes exactly
 * these apostrophes.
 */
function formatCsvCell(text: string): string {
  const safe = text.replace(unguardedPattern, "'");
  return /[",;\n\r\t]/u.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}
/** Formats one row, including the line break. */
export const formatCsvRow = (cells: readonly string[]): string =>
  `${cells.map(formatCsvCell).join(",")}\r\n`;

/** Quotes and white space that a spreadsheet drops before a formula. */
const droppedPattern = "[\"'\\p{Zs}\\v\\f\\u2028\\u2029\\uFEFF]*";
/** Characters that start a formula (OWASP, CSV injection), also in full width. */
const formulaPattern = "[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r]";
/** A separator at the end of the text would join the cell to the next line. */
const [cellStartPattern, cellEndPattern] = [
  "(?:(?<=^|[;\\t\\r\\n])",
  `(?=${droppedPattern}${formulaPattern})|(?<=[;\\t\\r\\n])`,
];
const unguardedPattern = new RegExp(
  `${cellStartPattern}${cellEndPattern}(?=${droppedPattern}$))`,
  "gu",
);
const guardedPattern = new RegExp(
  `${cellStartPattern}'${cellEndPattern}'(?=${droppedPattern}$))`,
  "gu",
);

/** Why a table cannot be parsed, and the line of the row. */
export interface CsvFault {
  readonly line: number;
  readonly fault: string;
}

/** Parses a table without its empty lines, see {@link readCsvRows}. */
export function parseCsv(text: string): { readonly rows: readonly CsvRow[] } | CsvFault {
  const rows: CsvRow[] = [];
  const reader = readCsvRows(text);
  for (let next = reader.next(); ; next = reader.next()) {
    if (next.done === true) return next.value ?? { rows };
    rows.push(next.value);
  }
}

const separators = [",", ";", "\t"] as const;

/** Returns the separator that the first line has most often outside of quotes. */
function findSeparator(content: string): string {
  const firstLine = (/^[^\r\n]*/u.exec(content)?.[0] ?? "").replaceAll(/"[^"]*"/gu, "");
  const count = (separator: string): number => firstLine.split(separator).length;
  return separators.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Reads cells between commas, semicolons or tabs. Returns a fault for an open quote. */
export function* readCsvRows(text: string): Generator<CsvRow, CsvFault | null> {
  const content = text.replace(/^\u{FEFF}/u, "");
  const separator = findSeparator(content);
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let startLine = 1;
  const endCell = (): void => {
    cells.push(cell.replace(guardedPattern, ""));
    cell = "";
  };
  const endRow = (): CsvRow | null => {
    endCell();
    const row = cells.length > 1 || cells[0] !== "" ? { line: startLine, cells } : null;
    cells = [];
    return row;
  };
  for (let at = 0; at < content.length; at += 1) {
    const char = content[at] ?? "";
    if (isQuoted) {
      if (char === '"' && content[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (char === '"') isQuoted = false;
      else {
        cell += char;
        if (char === "\n") line += 1;
      }
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === separator) endCell();
    else if (char === "\n") {
      const row = endRow();
      if (row !== null) yield row;
      line += 1;
      startLine = line;
    } else if (char !== "\r" || content[at + 1] !== "\n") cell += char;
  }
  if (isQuoted) return { line: startLine, fault: "a quote that begins here never ends" };
  const row = endRow();
  if (row !== null) yield row;
  return null;
}
