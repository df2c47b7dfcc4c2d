import { execSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startTestServer } from "@parlour/testkit";
import { round, type ScenarioResult } from "./harness/stats.ts";
import { scenarios, type BenchContext } from "./scenarios/index.ts";

/** `npm run bench [-- --only accept,commit] [--quick] [--json FILE] [--check]` (docs/performance.md 3). */
const { values } = parseArgs({
  options: { only: { type: "string" }, quick: { type: "boolean", default: false }, json: { type: "string" }, check: { type: "boolean", default: false } },
});
const wanted = values.only?.split(",");
const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
const server = await startTestServer();
const context: BenchContext = { serverUrl: server.url, folder, quick: values.quick, rounds: values.quick ? 2 : 5, roundMs: values.quick ? 1_500 : 2_500 };
const results: ScenarioResult[] = [];
try {
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (wanted ? !wanted.includes(name) : values.quick && !scenario.quick) continue;
    const began = performance.now();
    const made = await scenario.run(context);
    results.push(...made);
    for (const result of made) print(result);
    console.log(`   (${name}: ${((performance.now() - began) / 1000).toFixed(0)} s)\n`);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
const goals = results.flatMap((r) => r.goals);
const missed = goals.filter((g) => !g.pass);
console.log(`${goals.length - missed.length} of ${goals.length} goals met${missed.length > 0 ? `; missed: ${missed.map((g) => `${g.id} (${g.want}, got ${g.got})`).join("; ")}` : ""}`);
if (values.json !== undefined) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? "", memoryGiB: Math.round(totalmem() / 2 ** 30) };
  const versions = { node: process.version, commit: execSync("git rev-parse --short HEAD", { encoding: "utf8" }).trim() };
  const sync = results.find((r) => r.name === "commit")?.rounds[0]?.anchors["raw fdatasync 8 KiB"]?.["p50"] ?? null;
  writeFileSync(values.json, JSON.stringify({ machine, versions, fdatasync_ms: sync, scenarios: results }, null, 1));
}
process.exit(values.check && missed.length > 0 ? 1 : 0);

function print(result: ScenarioResult): void {
  console.log(`== ${result.name}`);
  const first = result.rounds[0];
  const table: Record<string, Record<string, number>> = {};
  const middle = (pick: (r: ScenarioResult["rounds"][number]) => number | undefined): number => {
    const all = result.rounds.map((r) => pick(r) ?? Number.NaN).toSorted((a, b) => a - b);
    return round(all[Math.floor(all.length / 2)] ?? Number.NaN);
  };
  if (first && Object.keys(first.product).length > 0) table["product"] = Object.fromEntries(Object.keys(first.product).map((f) => [f, middle((r) => r.product[f])]));
  for (const anchor of Object.keys(first?.anchors ?? {})) {
    table[anchor] = Object.fromEntries(Object.keys(first?.anchors[anchor] ?? {}).map((f) => [f, middle((r) => r.anchors[anchor]?.[f])]));
  }
  for (const [name, figures] of Object.entries(table)) console.log(`   ${name.padEnd(24)} ${Object.entries(figures).map(([k, v]) => `${k} ${v}`).join("  ")}`);
  for (const [name, s] of Object.entries(result.ratios)) console.log(`   ratio ${name.padEnd(26)} min ${round(s.min)}  med ${round(s.med)}  max ${round(s.max)}`);
  for (const note of result.notes ?? []) console.log(`   ${note}`);
  for (const goal of result.goals) console.log(`   ${goal.pass ? "met   " : "MISSED"} ${goal.id}: ${goal.want}, got ${goal.got}`);
}
