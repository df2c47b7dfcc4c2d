import { execSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startTestDatabaseServer } from "@parlour/testkit";
import { endAll } from "./harness/process.ts";
import { printProfiles } from "./harness/profile.ts";
import { printResult, printSummary } from "./harness/report.ts";
import type { ScenarioResult } from "./harness/stats.ts";
import { scenarios, type BenchContext, type Scenario } from "./scenarios/index.ts";

const usage = `npm run bench -- [options]   (docs/performance.md 3)
  --quick              short form, at most 90 s
  --only a,b           only these: ${[...new Set(scenarios.flatMap((s) => s.names))].join(", ")}
  --json FILE          figures of every round
  --check              exit code 1 when a goal is missed, or a scenario is void or could not run
  --big                the inbox and its reports also at 10 M messages
  --rounds N           rounds of each scenario (default 5, quick 2)
  --p4-seconds N       length of P4's load (default 30; 300 is preceded by a warm-up of 30 s)
  --soak-minutes N     length of the memory scenario (default 1)
  --profile DIR        CPU profiles of the product go there; their longest entries are printed`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    big: { type: "boolean", default: false },
    json: { type: "string" },
    check: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    rounds: { type: "string" },
    "p4-seconds": { type: "string", default: "30" },
    "soak-minutes": { type: "string", default: "1" },
    profile: { type: "string" },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const selectedNames = values.only?.split(",");
const unknownNames =
  selectedNames?.filter((name) => !scenarios.some((s) => s.names.includes(name))) ?? [];
if (unknownNames.length > 0) {
  console.error(`no scenario is called ${unknownNames.join(", ")}\n${usage}`);
  process.exit(2);
}
if (values.profile !== undefined) mkdirSync(values.profile, { recursive: true });

const selectedScenarios = scenarios.filter((s) =>
  selectedNames ? s.names.some((name) => selectedNames.includes(name)) : s.quick || !values.quick,
);
const startedAt = performance.now();
const loadBefore = loadavg()[0] ?? 0;
if (loadBefore > cpus().length / 4)
  console.log(
    `The machine is busy (load ${loadBefore.toFixed(1)} on ${cpus().length} cores before the start): even ratios are disturbed.\n`,
  );
const folder = mkdtempSync(join(tmpdir(), "parlour-bench-"));
// The database's user must be able to access it. All temporary files of this run are in this folder
// and are removed with it.
chmodSync(folder, 0o711);
process.env["TMPDIR"] = folder;
let isInterrupted = false;
let cleanupPromise: Promise<void> | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    void cleanUp().finally(() => process.exit(130));
  });
}
const starting = startTestDatabaseServer();
const server = await starting;
const context: BenchContext = {
  serverUrl: server.url,
  folder,
  quick: values.quick,
  rounds: parsePositive(values.rounds ?? (values.quick ? "2" : "5")),
  roundMs: values.quick ? 1_500 : 2_000,
  warmUpMs: values.quick ? 1_500 : 4_000,
  wants: (name) => selectedNames?.includes(name) ?? (!values.quick || name !== "peers"),
  p4Seconds: parsePositive(values["p4-seconds"]),
  soakMinutes: parsePositive(values["soak-minutes"]),
  big: values.big,
  profile: values.profile,
};
const results: ScenarioResult[] = [];
const failedScenarios: string[] = [];
try {
  for (const scenario of selectedScenarios) if (!isInterrupted) await runScenario(scenario);
} finally {
  await cleanUp();
}
// The signal handler exits the process.
if (isInterrupted) await new Promise(() => undefined);
if (values.profile !== undefined) printProfiles(values.profile);
const missedGoals = printSummary(results, failedScenarios, (performance.now() - startedAt) / 1000);
if (values.json !== undefined) {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? "",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadBefore,
  };
  const versions = {
    node: process.version,
    commit: execSync("git rev-parse --short HEAD", { encoding: "utf8" }).trim(),
  };
  const sync =
    results.find((r) => r.name === "commit")?.rounds[0]?.anchors["raw fdatasync 8 KiB"]?.["p50"] ??
    null;
  writeFileSync(
    values.json,
    JSON.stringify(
      { machine, versions, fdatasync_ms: sync, scenarios: results, broken: failedScenarios },
      null,
      1,
    ),
  );
}
const isVoid = results.some(({ invalid }) => invalid !== undefined);
process.exit(values.check && (missedGoals > 0 || failedScenarios.length > 0 || isVoid) ? 1 : 0);

/** Runs one scenario with its time limit. If it fails, it is reported and the others still run. */
async function runScenario(scenario: Scenario): Promise<void> {
  const name = scenario.names.join(", ");
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  try {
    // The durations chosen on the command line are added.
    const limitMs = (scenario.limitSeconds + context.p4Seconds + context.soakMinutes * 60) * 1000;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`cut off after ${limitMs / 1000} s`)), limitMs);
    });
    const scenarioResults = await Promise.race([scenario.run(context), timeout]);
    results.push(...scenarioResults);
    for (const result of scenarioResults) printResult(result);
  } catch (error) {
    if (isInterrupted) return;
    failedScenarios.push(name);
    console.error(
      `== ${name} could not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    await endAll();
  } finally {
    clearTimeout(timer);
  }
  console.log(`   (${name}: ${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
}

function cleanUp(): Promise<void> {
  cleanupPromise ??= endAll()
    .then(() => starting)
    .then((testServer) => testServer.stop())
    .then(() => rmSync(folder, { recursive: true, force: true }));
  return cleanupPromise;
}
function parsePositive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  console.error(`${text} is not a number above 0\n${usage}`);
  process.exit(2);
}
