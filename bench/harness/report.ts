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
