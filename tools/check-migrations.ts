import { readSteps } from "../packages/server/src/store/migration-steps.ts";
import { findSlowStatements } from "./slow-migrations.ts";
import { reportFaults } from "./source.ts";

/**
 * Checks that schema steps do not block writers for as long as a large table takes (CORE-166).
 * Older steps have already run on every database.
 */
const firstCheckedStep = "0102";
const steps = (await readSteps()).filter(({ name }) => name >= firstCheckedStep);
reportFaults(
  "migrations",
  steps.flatMap((step) => findSlowStatements(step).map((fault) => `${step.name}: ${fault}`)),
  `${steps.length} steps`,
);
