import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "./source.ts";
import { removeQuickFiles, refuseRun, selectTimings, type TestRun } from "./test-timings.ts";

/**
 * Writes `tests/timings.json` from the last whole run of `npm test`, if the machine was idle.
 * `vitest.config.ts` starts the longest files first. Removes the files from `tests/slow-files.json`
 * that are not slow any more.
 */
const runFile = join(root, "node_modules/.parlour/test-run.json");
const timingsFile = "tests/timings.json";
const slowFile = "tests/slow-files.json";

if (!existsSync(runFile)) refuse("no whole run is stored; run npm test first");
const run = JSON.parse(readFileSync(runFile, "utf8")) as TestRun;
const fault = refuseRun(run, JSON.parse(read(timingsFile)) as Record<string, number>);
if (fault !== null) refuse(fault);
const timings = selectTimings(run);
writeJson(timingsFile, timings);
writeJson(
  slowFile,
  removeQuickFiles(JSON.parse(read(slowFile)) as Record<string, string>, timings),
);

function writeJson(file: string, value: object): void {
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);
}

function refuse(why: string): never {
  console.error(`${timingsFile} stays as it is: ${why}`);
  process.exit(1);
}
