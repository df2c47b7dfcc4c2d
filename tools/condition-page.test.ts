import { chatFacts, type Facts } from "@parlour/protocol/conditions/facts";
import { operatorsOf } from "@parlour/protocol/conditions/operators";
import { expect, it } from "vitest";
import { read } from "./source.ts";

const page = read("docs/spec/conditions.md");
/** Returns the cells of the table whose first heading is this one. */
function readTable(heading: string): readonly (readonly string[])[] {
  const [, rows = ""] = page.split(new RegExp(`^\\| ${heading} \\|.*\\n\\|[-|]+\\n`, "m"));
  return rows
    .split("\n\n", 1)
    .join("")
    .split("\n")
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

it("[CND-010] the page lists every fact with its kind and its values", () => {
  const facts: Facts = chatFacts;
  const rows = readTable("Fact");
  expect(rows.map(([name, kind]) => [name, kind])).toEqual(
    Object.entries(facts).map(([name, { kind }]) => [`\`${name}\``, kind]),
  );
  for (const [n, { values }] of Object.values(facts).entries())
    if (values !== undefined) expect(rows[n]?.[2]).toBe(code(values));
});

it("[CND-020] the page lists every kind with its operators", () => {
  expect(readTable("Kind").map(([kind, operators]) => [kind, operators])).toEqual(
    Object.entries(operatorsOf).map(([kind, operators]) => [kind, code(operators)]),
  );
});
