import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import type pg from "pg";
import { limitLockWait } from "./brief-transaction.ts";
import type { MigrationStep } from "./migration-steps.ts";

/** The schema steps that run in a transaction. Kysely runs and records them. */
export interface PlainSteps {
  /** Runs the pending steps up to this one in one transaction. Throws the error of a step. */
  runUpTo(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the steps. Those of other kinds before a plain step must be recorded as done. */
export function openPlainSteps(pool: pg.Pool, steps: readonly MigrationStep[]): PlainSteps {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(toMigrations(steps)) },
  });
  return {
    async runUpTo(name) {
      const { error } = await migrator.migrateTo(name);
      if (error !== undefined) throw error;
    },
    close: () => db.destroy(),
  };
}

function toMigrations(steps: readonly MigrationStep[]): Record<string, Migration> {
  return Object.fromEntries(
    steps.map((step) => [
      step.name,
      {
        up: async (db: Kysely<unknown>) =>
          void (await sql.raw(`${limitLockWait};\n${step.sql}`).execute(db)),
      },
    ]),
  );
}
