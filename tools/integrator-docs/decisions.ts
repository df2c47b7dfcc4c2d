import { read } from "../source.ts";
import { renderMarkdownTable } from "./table.ts";

const parseCells = (line: string): string[] =>
  line
    .replace(/^\| | \|$/g, "")
    .split(/(?<!\\) \|(?: |$)/)
    .map((cell) => cell.replaceAll("\\|", "|"));
/** Rules relevant to integrators of interfaces A to D. */
const isIntegratorRule = (text: string): boolean => /\b(?:CH|BOT|WH|WG)-\d{3}|\bCORE-1(?:2\d|33)\b/.test(text);

/**
 * Returns the points that the interface texts left open, with Parlour's decisions, from
 * docs/spec/README.md.
 */
export function renderDecisions(): string {
  const text = read("docs/spec/README.md").split("## Decisions where the seed is silent or ambiguous")[1] ?? "";
  const rows = text
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line))
    .map(parseCells)
    .filter((cells) => isIntegratorRule(cells[2] ?? ""));
  return renderMarkdownTable(
    ["Point", "What Parlour does"],
    rows.map(([, point = "", decision = ""]) => [point, decision]),
  );
}

/** Returns the additions to the rules during implementation, from docs/spec/CHANGES.md. */
export function renderAdditions(): string {
  const rows = read("docs/spec/CHANGES.md")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map(parseCells)
    .filter(([rule = ""]) => isIntegratorRule(rule));
  return renderMarkdownTable(
    ["Rule", "What was unclear", "What it says now"],
    rows.map(([rule = "", unclear = "", now = ""]) => [rule, unclear, now]),
  );
}
