import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { limitsFile, lowerCounters } from "./limits/limits.ts";
import { measureRepository, readLimits } from "./limits/repository-figures.ts";
import { measureUnusedExports, runKnip } from "./limits/unused-exports.ts";
import { root } from "./source.ts";

/**
 * Writes the present values of all counters to `tools/structure-limits.json`. Run it at the end of
 * a step of work, and commit the file alone: `npm run x -- node tools/lower-limits.ts`
 */
const before = readLimits();
const after = lowerCounters([...measureRepository(), measureUnusedExports(runKnip())], before);
writeFileSync(join(root, limitsFile), `${JSON.stringify(after, null, 2)}\n`);
for (const [name, limit] of Object.entries(before.counters))
  if (after.counters[name] !== limit) console.log(`${name}: ${limit} -> ${after.counters[name]}`);
