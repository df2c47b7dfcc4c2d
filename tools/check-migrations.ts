import {
  readMigrationSteps,
  withoutTrailingSteps,
} from "../packages/server/src/store/migration-steps.ts";
import { readSqlFunctions } from "../packages/server/src/store/sql-functions.ts";
import { findFunctionFaults } from "./function-files.ts";
import { findAltersAfterWrites, findSlowStatements } from "./slow-migrations.ts";
import { earlierOrder, findLateSteps, readRecordedSteps } from "./late-steps.ts";
import { reportFaults } from "./source.ts";

/**
 * Checks that schema steps do not block writers for as long as a large table takes (CORE-166), that
 * a step does not alter a table after it has changed its rows (CORE-460), that new steps come after
 * all that a commit has added and none is removed (CORE-461, CORE-462), that steps define no
 * functions, and that each function has a file of its own.
 */
const steps = await readMigrationSteps();
const functions = await readSqlFunctions();
const recorded = readRecordedSteps();
if (recorded.names === null)
  console.log(
    `migrations: ${recorded.reason}, so the order of steps after ${earlierOrder.at(-1)} is not compared with their commits`,
  );
reportFaults(
  "migrations",
  [
    ...steps.flatMap((step, n) =>
      findSlowStatements(step, withoutTrailingSteps(steps.slice(0, n + 1))).map(
        (fault) => `${step.name}: ${fault}`,
      ),
    ),
    ...steps.flatMap((step) =>
      findAltersAfterWrites(step).map((fault) => `${step.name}: ${fault}`),
    ),
    ...findLateSteps(
      recorded.names,
      steps.map(({ name }) => name),
    ),
    ...steps
      .filter(({ sql }) => /\bcreate (?:or replace )?function\b/i.test(sql))
      .map(({ name }) => `${name}: put the function into store/functions`),
    ...functions.flatMap((file) =>
      findFunctionFaults(file).map((fault) => `functions/${file.name}.sql: ${fault}`),
    ),
  ],
  `${steps.length} steps, ${functions.length} functions`,
);
