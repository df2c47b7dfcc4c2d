import { read } from "../source.ts";
import { additionTexts, decisionTexts, type RowText } from "./silent-texts.ts";
import { renderMarkdownTable } from "./table.ts";

const parseCells = (line: string): string[] =>
  line
    .replace(/^\| | \|$/g, "")
    .split(/(?<!\\) \|(?: |$)/)
    .map((cell) => cell.replaceAll("\\|", "|"));
/** Rules relevant to integrators of interfaces A to D. */
const isIntegratorRule = (text: string): boolean =>
  /\b(?:CH|BOT|WH|WG)-\d{3}|\bCORE-1(?:2\d|33)\b/.test(text);

interface Row {
  readonly text: RowText;
  /** Rule ids, separated by commas. */
  readonly rules: string;
}

/**
 * Returns the points that the interface texts left open, with Parlour's decisions, from
 * docs/spec/README.md.
 */
export function renderDecisions(): string {
  const text =
    read("docs/spec/README.md").split("## Decisions where the seed is silent or ambiguous")[1] ??
    "";
  const rows = text
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line))
    .map(parseCells)
    .filter((cells) => isIntegratorRule(cells[2] ?? ""));
  return renderGroups(
    rows.map(([number = "", point = "", decision = ""]): Row => ({
      text: decisionTexts[number] ?? [point, decision],
      rules: [...decision.matchAll(/\b[A-Z]+-\d{3}(?: – [A-Z]+-\d{3})?/g)]
        .map(([ids]) => ids)
        .join(", "),
    })),
    "",
  );
}

/** Returns the additions to the rules during implementation, from docs/spec/CHANGES.md. */
export function renderAdditions(): string {
  const rows = read("docs/spec/CHANGES.md")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map(parseCells)
    .filter(([rule = ""]) => isIntegratorRule(rule));
  return renderGroups(
    rows.map(([rules = "", unclear = "", now = ""]): Row => ({
      text: additionTexts[unclear] ?? [unclear, now],
      rules,
    })),
    ": additions",
  );
}

const groups: readonly (readonly [heading: string, rule: RegExp])[] = [
  ["Chat channel", /^CH-/],
  ["Bot provider", /^BOT-/],
  ["Webhooks", /^WH-/],
  ["Site widget and page script", /^WG-/],
  ["Several interfaces", /./],
];
/**
 * Returns one table for each interface. The first rule of a row that belongs to an interface
 * decides.
 */
function renderGroups(rows: readonly Row[], headingEnd: string): string {
  const headingOf = ({ rules }: Row): string => {
    const rule = rules.split(", ").find((id) => /^(?:CH|BOT|WH|WG)-/.test(id)) ?? rules;
    return groups.find(([, pattern]) => pattern.test(rule))?.[0] ?? "";
  };
  return groups
    .map(([heading]) => [heading, rows.filter((row) => headingOf(row) === heading)] as const)
    .filter(([, ownRows]) => ownRows.length > 0)
    .map(
      ([heading, ownRows]) =>
        `\n### ${heading}${headingEnd}\n\n${renderMarkdownTable(
          ["Point", "What Parlour does", "Rules"],
          ownRows.map(({ text: [point, answer], rules }) => [point, answer, rules]),
        )}`,
    )
    .join("\n")
    .concat("\n");
}
