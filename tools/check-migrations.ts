import { readSteps } from "../packages/server/src/store/migration-steps.ts";
import { slowWork } from "./migrations.ts";
import { finish } from "./source.ts";

/**
 * Checks that schema steps do not block writers for as long as a large table takes (CORE-166).
 * Older steps have already run on every database.
 */
const firstChecked = "0102";
const steps = (await readSteps()).filter(({ name }) => name >= firstChecked);
finish(
  "migrations",
  steps.flatMap((step) => slowWork(step).map((fault) => `${step.name}: ${fault}`)),
  `${steps.length} steps`,
);
