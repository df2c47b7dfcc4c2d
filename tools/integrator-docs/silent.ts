import { read } from "../source.ts";
import { markdownTable } from "./table.ts";

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\| | \|$/g, "")
    .split(/(?<!\\) \|(?: |$)/)
    .map((cell) => cell.replaceAll("\\|", "|"));
/** Rules relevant to integrators of interfaces A to D. */
const isTheirs = (text: string): boolean => /\b(?:CH|BOT|WH|WG)-\d{3}|\bCORE-1(?:2\d|33)\b/.test(text);

/**
 * Returns the points that the interface texts left open, with Parlour's decisions, from
 * docs/spec/README.md.
 */
export function decisions(): string {
  const text = read("docs/spec/README.md").split("## Decisions where the seed is silent or ambiguous")[1] ?? "";
  const rows = text
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line))
    .map(cellsOf)
    .filter((cells) => isTheirs(cells[2] ?? ""));
  return markdownTable(
    ["Point", "What Parlour does"],
    rows.map(([, point = "", decision = ""]) => [point, decision]),
  );
}

/** Returns the additions to the rules during implementation, from docs/spec/CHANGES.md. */
export function additions(): string {
  const rows = read("docs/spec/CHANGES.md")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map(cellsOf)
    .filter(([rule = ""]) => isTheirs(rule));
  return markdownTable(
    ["Rule", "What was unclear", "What it says now"],
    rows.map(([rule = "", unclear = "", now = ""]) => [rule, unclear, now]),
  );
}
