import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, readCsv } from "./csv.ts";

test("[API-048] no cell of a table begins a formula, and what was written is read again", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (table) => {
      const text = table.map(csvLine).join("");
      for (const field of text.split(/[,\r\n]/u)) expect(field.replace(/^"/u, "")).not.toMatch(/^\s*[=@＝＠＋－]/u);
      const read = readCsv(text);
      // A header without commas may mean semicolons; ours always has commas.
      expect("rows" in read && read.rows.map((row) => row.cells)).toEqual(table);
    }),
    { numRuns: 500 },
  );
});
/** Without commas and line breaks, so that the first look can split the text; those are tested below. */
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
  fc.string({ maxLength: 12, unit: fc.constantFrom("=", "'", "a", "+", "@", '"', " ", "я") }).map((text) => `x${text}`),
);

test("[API-048] quotes hold commas, line breaks and quotes; lines are counted for faults", () => {
  const read = readCsv('\u{FEFF}a,b\r\n"one, ""two""\nthree",4\n\n=5,"6"\n');
  expect(read).toEqual({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ['one, "two"\nthree', "4"] },
      { line: 5, cells: ["=5", "6"] },
    ],
  });
  expect(readCsv("a;b\nc;d")).toEqual({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["c", "d"] },
    ],
  });
  expect(readCsv('a,b\n"c,d')).toEqual({ line: 2, fault: "a quote that begins here never ends" });
});
