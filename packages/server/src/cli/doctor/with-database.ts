import { findRunning, StartFault } from "../../embedded/index.ts";
import { openShortPool } from "../../store/connections.ts";
import { openDb, type Sql } from "../../store/sql.ts";
import { dataDirOf } from "../database.ts";
import type { Finding, Surroundings } from "./finding.ts";

/**
 * Runs a check with the writer role if the database is running and has our tables. Otherwise
 * returns no findings, because another check reports why the database does not answer.
 */
export async function askDatabase(around: Surroundings, ask: (tx: Sql) => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  const { config, clock, log } = around;
  const url = config.databaseUrl ?? runningOn(dataDirOf(config), clock);
  if (url === null) return [];
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour doctor" });
  try {
    return await openDb(pool).transaction(async (tx) => {
      const known = await tx.query<{ there: boolean }>("select to_regclass('account_head') is not null as there");
      if (known[0]?.there !== true) return [];
      await tx.query("set local role parlour_writer");
      return ask(tx);
    });
  } catch (error) {
    log.debug({ err: error }, "doctor.database");
    return [];
  } finally {
    await pool.end();
  }
}

function runningOn(dataDir: string, clock: Surroundings["clock"]): string | null {
  try {
    return findRunning(dataDir, clock)?.url ?? null;
  } catch (error) {
    // This user may not read the directory.
    if (!(error instanceof StartFault)) throw error;
    return null;
  }
}
