import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRedisServer } from "../../packages/testkit/src/index.ts";
import { version } from "../../packages/server/src/version.ts";
import { findHaproxy, findPatroni } from "../cluster/servers.ts";
import { controls } from "./controls.ts";
import { findBrokenPromises } from "./evidence.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { parseChaosOptions, usage, type ChaosOptions } from "./options.ts";
import { buildPlantedServer, plantedFaults } from "./planted.ts";
import { writeReport } from "./report.ts";
import { runChaos } from "./run.ts";

/**
 * `npm run chaos`: exit code 0 if no promise was broken, 1 if one was, 2 for wrong arguments, 3 if
 * the run itself could not continue. With a planted fault: 0 if the run found it, else 1.
 */
const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  // The exit kills everything that was started.
  process.on(signal, () => process.exit(130));
// Connections of the load and the probes fail while nodes end.
process.on("unhandledRejection", (error) => console.error(error));
process.exit(await run(options).catch(describeEnd));

/** A cluster that could not start or be read, as on a machine without idle time, proves nothing. */
function describeEnd(error: unknown): number {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`the run ended early and checked no promise: ${reason}`);
  return 3;
}

async function run(given: ChaosOptions) {
  const { minutes, interval, hasRedis, isHighlyAvailable, seed, only, control, planted } = given;
  const { report, json } = given;
  const startedAt = new Date();
  console.log(`seed ${seed}`);
  const hasPatch = planted !== undefined && plantedFaults[planted].isHighlyAvailable !== true;
  const build = hasPatch ? buildPlantedServer(planted) : null;
  let installation: Installation | null = null;
  let evidence;
  try {
    installation = await startInstallation({
      hasRedis,
      isHighlyAvailable,
      isSynchronous: planted !== "asynchronous-standbys",
      entry: build?.entry,
      onLog: (node, text) => process.stderr.write(text.replace(/^(?=.)/gm, `node${node} | `)),
    });
    const print = (line: string): void => console.log(line);
    const options = { minutes, interval, seed, hasRedis, isHighlyAvailable, only, print };
    evidence = await runChaos(installation, options);
  } finally {
    await installation?.stop();
    build?.remove();
  }
  if (control !== undefined) evidence = controls[control](evidence);
  const broken = findBrokenPromises(evidence);
  const versions = await readVersions(isHighlyAvailable);
  const facts = { startedAt, minutes, seed, hasRedis, isHighlyAvailable, control, versions };
  const text = writeReport(facts, evidence, broken);
  console.log(`\n${text}`);
  if (report !== undefined) writeFileSync(report, text);
  if (json !== undefined)
    writeFileSync(json, JSON.stringify({ ...facts, faults: evidence.faults, broken }, null, 2));
  if (planted !== undefined) {
    const isFound = broken.some((finding) => plantedFaults[planted].finding.test(finding));
    console.log(`the planted fault ${planted} was ${isFound ? "found" : "not found"}`);
    return isFound ? 0 : 1;
  }
  return broken.length === 0 ? 0 : 1;
}

async function readVersions(isHighlyAvailable: boolean): Promise<Readonly<Record<string, string>>> {
  const find = (path: string | null, args: readonly string[], pattern: RegExp): string =>
    path === null
      ? "none"
      : (pattern.exec(execFileSync(path, args, { encoding: "utf8" }))?.[1] ?? "unknown");
  const programs = await findPatroni();
  return {
    Parlour: version,
    Node: process.version,
    HAProxy: find(await findHaproxy(), ["-v"], /version (\S+)/),
    Redis: find(await findRedisServer(), ["--version"], /v=(\S+)/),
    ...(isHighlyAvailable && {
      PostgreSQL: find(join(programs?.binaries ?? "", "postgres"), ["--version"], /\) (\S+)/),
      Patroni: find(programs?.patroni ?? null, ["--version"], /(\S+)$/m),
      etcd: find(programs?.etcd ?? null, ["--version"], /Version: (\S+)/),
    }),
  };
}

function readOptions(): ChaosOptions {
  try {
    return parseChaosOptions(process.argv.slice(2), Date.now());
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
