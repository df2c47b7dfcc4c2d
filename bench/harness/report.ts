import type { QuickRowResult } from "../scenarios/quick.ts";
import { roundFigure, computeSpread, type ScenarioResult } from "./stats.ts";

/**
 * Prints one scenario as a table: the median of each figure, the spread of the ratios, and the
 * goals.
 */
export function printResult(result: ScenarioResult): void {
  console.log(`== ${result.name}`);
  for (const [name, figures] of Object.entries(computeMedians(result)))
    console.log(
      `   ${name.padEnd(24)} ${Object.entries(figures)
        .map(([k, v]) => `${k} ${v}`)
        .join("  ")}`,
    );
  for (const [name, s] of Object.entries(result.ratios))
    console.log(
      `   ratio ${name.padEnd(34)} min ${roundFigure(s.min)}  med ${roundFigure(s.med)}  max ${roundFigure(s.max)}`,
    );
  for (const note of result.notes ?? []) console.log(`   ${note}`);
  if (result.invalid !== undefined) console.log(`   VOID: ${result.invalid}`);
  for (const goal of result.goals)
    console.log(`   ${goal.pass ? "met   " : "MISSED"} ${goal.id}: ${goal.want}, got ${goal.got}`);
}

/** Prints the summary. Returns the number of missed goals, without those of void results. */
export function printSummary(
  results: readonly ScenarioResult[],
  broken: readonly string[],
  seconds: number,
): number {
  const goals = results.flatMap((r) => (r.invalid === undefined ? r.goals : []));
  const missed = goals.filter((g) => !g.pass);
  console.log(
    `${goals.length - missed.length} of ${goals.length} goals met in ${seconds.toFixed(0)} s`,
  );
  for (const goal of missed) console.log(`  missed ${goal.id}: ${goal.want}, got ${goal.got}`);
  for (const { name, invalid } of results)
    if (invalid !== undefined) console.log(`  void ${name}: ${invalid}`);
  for (const name of broken) console.log(`  could not run: ${name}`);
  return missed.length;
}

/**
 * Prints the rows of `--quick` as a table, and why the run is void. Returns the number of missed
 * goals.
 */
export function printQuickRows(
  rows: readonly QuickRowResult[],
  invalid: string | undefined,
  seconds: number,
): number {
  const table = [["", "figure", "anchor", "ratio", "goal", "met"], ...rows.map(toCells)];
  const widths = table[0]?.map((_cell, at) => Math.max(...table.map((r) => r[at]?.length ?? 0)));
  for (const cells of table)
    console.log(cells.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join("  "));
  const met = rows.filter((row) => "goal" in row && row.goal.pass).length;
  console.log(`${met} of ${rows.length} goals met in ${seconds.toFixed(0)} s`);
  if (invalid !== undefined) console.log(`VOID: ${invalid}`);
  return rows.length - met;
}
function toCells(row: QuickRowResult): string[] {
  if (!("goal" in row)) return [row.name, "not measured"];
  const { name, unit, figure, anchor, ratio, goal, goalUnit } = row;
  return [
    name,
    ...[figure, anchor].map((value) => `${roundFigure(value)} ${unit}`),
    String(roundFigure(ratio)),
    `${goal.comparison} ${goal.limit} ${goalUnit}`.trim(),
    goal.pass ? "yes" : "NO",
  ];
}

function computeMedians(result: ScenarioResult): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  const middle = (
    pick: (r: ScenarioResult["rounds"][number]) => Record<string, number> | undefined,
  ): Record<string, number> =>
    Object.fromEntries(
      Object.keys((result.rounds[0] && pick(result.rounds[0])) ?? {}).map((figure) => [
        figure,
        roundFigure(computeSpread(result.rounds.map((r) => pick(r)?.[figure] ?? Number.NaN)).med),
      ]),
    );
  if (Object.keys(result.rounds[0]?.product ?? {}).length > 0)
    table["product"] = middle((r) => r.product);
  for (const anchor of Object.keys(result.rounds[0]?.anchors ?? {}))
    table[anchor] = middle((r) => r.anchors[anchor]);
  return table;
}
