import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsvRow, parseCsv } from "./csv.ts";

const separators = [",", ";", "\t"] as const;

test.each(separators)(
  "[CORE-160] no cell begins a formula for a reader that separates cells by %j",
  (separator) => {
    fc.assert(
      fc.property(tables, (table) => {
        const text = table.map(formatCsvRow).join("");
        for (const cell of parseLikeSpreadsheet(text, separator))
          expect(cell).not.toMatch(/^["\s]*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]|^\r/u);
        // Parses the text without support for quotes. Such a parser splits quoted cells at commas,
        // which no CSV file can prevent.
        if (separator !== ",")
          for (const cell of text.split(separator === ";" ? /;|\r?\n|\r/u : /\t|\r?\n|\r/u))
            expect(cell).not.toMatch(/^["\s]*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/u);
      }),
      { numRuns: 2_000 },
    );
  },
);

test("[CORE-160] a formula behind a semicolon inside of a cell gets an apostrophe", () => {
  expect(formatCsvRow(["a;=cmd|'/c calc'!A1;x", "b"])).toBe("\"a;'=cmd|'/c calc'!A1;x\",b\r\n");
});

test("[API-048] a table that was written is read again without a difference", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const tableWithHead = [["name", "text"], ...table];
      const parsed = parseCsv(tableWithHead.map(formatCsvRow).join(""));
      expect("rows" in parsed && parsed.rows.map((row) => row.cells)).toEqual(tableWithHead);
    }),
    { numRuns: 2_000 },
  );
});

/**
 * Splits a text into cells according to RFC 4180, with another separator. Text after a closing
 * quote belongs to the cell, as in spreadsheets.
 */
function parseLikeSpreadsheet(text: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (isQuoted && char === '"') {
      if (text[at + 1] === '"') {
        cell = `${cell ?? ""}"`;
        at += 1;
      } else isQuoted = false;
    } else if (isQuoted) cell = `${cell ?? ""}${char}`;
    else if (char === '"' && cell === null) {
      isQuoted = true;
      cell = "";
    } else if (char === separator || char === "\n" || char === "\r") {
      cells.push(cell ?? "");
      cell = null;
    } else cell = `${cell ?? ""}${char}`;
  }
  return [...cells, cell ?? ""];
}

const cell = fc.oneof(
  fc.constantFrom(
    "=1+1",
    "+7 900",
    "-x",
    "@sum",
    "'=a",
    "''-b",
    "\tx",
    "  =1+1",
    "'  =a",
    "＝1+1",
    "－x",
    "plain",
    "it's",
    'say "no"',
    " spaced ",
    "'",
    "''",
  ),
  fc.string({
    maxLength: 12,
    unit: fc.constantFrom(
      "=",
      "'",
      "a",
      "+",
      "-",
      "@",
      '"',
      " ",
      "я",
      ",",
      ";",
      "\t",
      "\n",
      "\r",
      "＝",
    ),
  }),
);
const tables = fc.array(
  fc
    .array(cell, { minLength: 2, maxLength: 4 })
    .filter((cells) => cells.some((text) => text !== "")),
  { minLength: 1, maxLength: 5 },
);

test("[API-048] quotes hold commas, line breaks and quotes; lines are counted for faults", () => {
  const parsed = parseCsv('\u{FEFF}a,b\r\n"one, ""two""\nthree",4\n\n=5,"6"\n');
  expect(parsed).toEqual({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ['one, "two"\nthree', "4"] },
      { line: 5, cells: ["=5", "6"] },
    ],
  });
  expect(parseCsv("a;b\nc;d")).toEqual({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["c", "d"] },
    ],
  });
  expect(parseCsv('a,b\n"c,d')).toEqual({ line: 2, fault: "a quote that begins here never ends" });
});
