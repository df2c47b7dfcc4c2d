import { getDataDir } from "../database.ts";
import type { CheckDeps } from "./finding.ts";
import { findRunningDatabase, StartError } from "../../embedded/index.ts";
import { openShortPool } from "../../store/database/connections.ts";
import { createDb, type Sql } from "../../store/database/sql.ts";
import { useRole } from "../../store/database/roles/names.ts";

/**
 * Runs a check with the writer role if the database is running and contains the tables of Parlour.
 * Otherwise returns nothing, because another check reports why the database does not respond.
 */
export async function withRunningDatabase<T>(
  deps: CheckDeps,
  check: (tx: Sql) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const { config, clock, log } = deps;
  const url = config.databaseUrl ?? findRunningUrl(getDataDir(config), clock);
  if (url === null) return [];
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour doctor" });
  try {
    return await createDb(pool).transaction(async (tx) => {
      const tables = await tx.query<{ there: boolean }>(
        "select to_regclass('account_head') is not null as there",
      );
      if (tables[0]?.there !== true) return [];
      await tx.query(useRole("writer", "transaction"));
      return check(tx);
    });
  } catch (error) {
    log.debug({ err: error }, "doctor.database");
    return [];
  } finally {
    await pool.end();
  }
}

function findRunningUrl(dataDir: string, clock: CheckDeps["clock"]): string | null {
  try {
    return findRunningDatabase(dataDir, clock)?.url ?? null;
  } catch (error) {
    // The user who runs the doctor may not read the directory.
    if (!(error instanceof StartError)) throw error;
    return null;
  }
}
