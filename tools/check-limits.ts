import { checkLimits, limitsFile } from "./limits/limits.ts";
import { measureRepository, readLimits } from "./limits/repository-figures.ts";
import { reportFaults } from "./source.ts";

/**
 * Checks the figures of the code against `tools/structure-limits.json`. Only knip counts unused
 * exports, so `tools/check-unused-code.ts` checks them.
 */
const { exact, counters } = readLimits();
const { unusedExports: _, ...measured } = counters;
const figures = measureRepository();
reportFaults(
  "limits",
  checkLimits(figures, { exact, counters: measured }, limitsFile),
  `${figures.length} figures keep their limits`,
);
