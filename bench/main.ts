import { execSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { startTestDatabaseServer } from "@parlour/testkit";
import { endAll } from "./harness/process.ts";
import { printProfiles } from "./harness/profile.ts";
import { printQuickRows, printResult, printSummary } from "./harness/report.ts";
import type { ScenarioResult } from "./harness/stats.ts";
import {
  parseOptions,
  printsQuickRows,
  selectScenarios,
  usage,
  type BenchOptions,
} from "./options.ts";
import type { BenchContext, Scenario } from "./scenarios/index.ts";
import { fillQuickRows } from "./scenarios/quick.ts";

const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });
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
    // Connections of the scenario fail while its processes end.
    process.on("uncaughtException", () => undefined);
    void cleanUp().finally(() => process.exit(130));
  });
}
const starting = startTestDatabaseServer();
const server = await starting;
const context: BenchContext = {
  serverUrl: server.url,
  folder,
  quick: options.quick,
  rounds: options.rounds,
  roundMs: options.quick ? 1_500 : 2_000,
  warmUpMs: options.quick ? 1_500 : 4_000,
  wants: (name) => options.only?.includes(name) ?? true,
  p4Seconds: options.p4Seconds,
  sockets: options.sockets,
  redis: options.redis,
  soakMinutes: options.soakMinutes,
  big: options.big,
  profile: options.profile,
};
const isQuickTable = printsQuickRows(options);
const results: ScenarioResult[] = [];
const failedScenarios: string[] = [];
try {
  for (const scenario of selectScenarios(options)) if (!isInterrupted) await runScenario(scenario);
} finally {
  await cleanUp();
}
// The signal handler exits the process.
if (isInterrupted) await new Promise(() => undefined);
if (options.profile !== undefined) printProfiles(options.profile);
const seconds = (performance.now() - startedAt) / 1000;
const invalid = results.find((result) => result.invalid !== undefined)?.invalid;
const missedGoals = isQuickTable
  ? printQuickRows(fillQuickRows(results), invalid, seconds)
  : printSummary(results, failedScenarios, seconds);
if (options.json !== undefined) {
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
    options.json,
    JSON.stringify(
      { machine, versions, fdatasync_ms: sync, scenarios: results, broken: failedScenarios },
      null,
      1,
    ),
  );
}
const isBad = missedGoals > 0 || failedScenarios.length > 0 || invalid !== undefined;
process.exit(options.check && isBad ? 1 : 0);

/** Reads the options. Exits with code 2 if they are wrong. */
function readOptions(): BenchOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return process.exit(2);
  }
}

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
    if (!isQuickTable) for (const result of scenarioResults) printResult(result);
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
  const time = `   (${name}: ${((performance.now() - start) / 1000).toFixed(0)} s)`;
  if (isQuickTable) console.error(time);
  else console.log(`${time}\n`);
}

function cleanUp(): Promise<void> {
  cleanupPromise ??= endAll()
    .then(() => starting)
    .then((testServer) => testServer.stop())
    .then(() => rmSync(folder, { recursive: true, force: true }));
  return cleanupPromise;
}
