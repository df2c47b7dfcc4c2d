import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source.ts";

/**
 * Writes tests/timings.json from the lengths that vitest stores after each run. Run it after
 * `npm test` on an idle machine. vitest.config.ts starts the longest files first.
 */
const cache = join(root, "node_modules/.vite/vitest");
const results = readdirSync(cache).flatMap(
  (folder) =>
    (
      JSON.parse(readFileSync(join(cache, folder, "results.json"), "utf8")) as {
        results: [string, { duration: number; failed: boolean }][];
      }
    ).results,
);
const timings = results
  .map(
    ([name, { duration }]) =>
      [name.slice(name.indexOf(":") + 1), Math.round(duration / 100) / 10] as const,
  )
  // The order of short files makes no difference.
  .filter(([file, seconds]) => seconds >= 1 && !file.endsWith(".long.test.ts"))
  .toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  join(root, "tests/timings.json"),
  `${JSON.stringify(Object.fromEntries(timings), null, 2)}\n`,
);
