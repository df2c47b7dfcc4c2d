import { checkLimits, limitsFile } from "./limits/limits.ts";
import { readLimits } from "./limits/repository-figures.ts";
import { findUnusedCode, measureUnusedExports, runKnip } from "./limits/unused-exports.ts";
import { reportFaults } from "./source.ts";

/** Finds code and dependencies that nothing uses, and limits exports that only their file uses. */
const issues = runKnip();
const unused = measureUnusedExports(issues);
const { unusedExports = 0 } = readLimits().counters;
reportFaults(
  "unused code",
  [
    ...findUnusedCode(issues),
    ...checkLimits([unused], { exact: {}, counters: { unusedExports } }, limitsFile),
  ],
  `none; ${unused.value} exports are used only in their files`,
);
