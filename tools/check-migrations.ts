import { readMigrationSteps } from "../packages/server/src/store/migration-steps.ts";
import { readSqlFunctions } from "../packages/server/src/store/sql-functions.ts";
import { findFunctionFaults } from "./function-files.ts";
import { findEarlyBackfills, findSlowStatements } from "./slow-migrations.ts";
import { findLateSteps, listStepsByCommit } from "./late-steps.ts";
import { reportFaults } from "./source.ts";

/**
 * Checks that schema steps do not block writers for as long as a large table takes (CORE-166), that
 * long steps come last in a release (CORE-252), that new steps come after all others, that steps
 * define no functions, and that each function has a file of its own.
 */
const steps = await readMigrationSteps();
const functions = await readSqlFunctions();
reportFaults(
  "migrations",
  [
    ...steps.flatMap((step, n) =>
      findSlowStatements(step, steps.slice(0, n)).map((fault) => `${step.name}: ${fault}`),
    ),
    ...findEarlyBackfills(steps),
    ...findLateSteps(listStepsByCommit(steps.map(({ name }) => name))),
    ...steps
      .filter(({ sql }) => /\bcreate (?:or replace )?function\b/i.test(sql))
      .map(({ name }) => `${name}: put the function into store/functions`),
    ...functions.flatMap((file) =>
      findFunctionFaults(file).map((fault) => `functions/${file.name}.sql: ${fault}`),
    ),
  ],
  `${steps.length} steps, ${functions.length} functions`,
);
