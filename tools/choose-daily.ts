import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DailySet } from "../tests/daily-set.ts";
import { chooseDaily, listLeft, listSpareBrowserTests } from "./daily/choose.ts";
import { readUnits, type WholeRun } from "./daily/read-units.ts";
import { dailySetFile } from "./spec-coverage.ts";
import { root } from "./source.ts";

/**
 * Writes `tests/daily.json`, the tests that `npm test` leaves to `npm run test:long`, from the last
 * run of all tests (`ALL=1 npm test`). Prints what is daily, its seconds, and how many browser
 * tests prove nothing that two cheaper tests do not prove.
 */
const runFile = join(root, "node_modules/.parlour/test-run.json");
if (!existsSync(runFile)) {
  console.error("No run is stored. Run ALL=1 npm test first.");
  process.exit(1);
}
const { units, hookSeconds, filesWithOther } = readUnits(
  JSON.parse(readFileSync(runFile, "utf8")) as WholeRun,
);
const chosen = chooseDaily(units, hookSeconds);
const daily: DailySet = { left: listLeft(units, chosen, filesWithOther) };
writeFileSync(join(root, dailySetFile), `${JSON.stringify(daily, null, 2)}\n`);

for (const level of ["pure", "screen", "server", "browser"] as const) {
  const all = units.filter((unit) => unit.level === level);
  const those = all.filter((unit) => chosen.has(unit));
  console.log(
    `${level}: ${those.length} of ${all.length} tests, ${toSeconds(those)} of ${toSeconds(all)} s`,
  );
}
console.log(`spare browser tests: ${listSpareBrowserTests(units).length}`);

/** Seconds of tests, with those of the hooks of their files. */
function toSeconds(list: typeof units): string {
  const files = [...new Set(list.map(({ file }) => file))];
  const hooks = files.reduce((sum, file) => sum + (hookSeconds.get(file) ?? 0), 0);
  return (hooks + list.reduce((sum, { seconds }) => sum + seconds, 0)).toFixed(0);
}
