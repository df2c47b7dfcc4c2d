import { resolve } from "node:path";
import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import { prepareBinaries } from "../../embedded/binaries.ts";
import { StartError } from "../../embedded/start-error.ts";
import { findRunningDatabase } from "../../embedded/index.ts";
import { ensureDatabaseUser } from "../../embedded/database-user.ts";
import { checkClock, checkDatabase, checkNodes } from "../../health/database.ts";
import { withConnection } from "../../store/database/connections.ts";
import { assertDedicatedSession } from "../../store/database/pooler-check.ts";
import { readDatabaseFacts } from "../../store/database/system-health.ts";
import { getDataDir } from "../database.ts";
import { toStartError } from "../to-start-error.ts";
import type { DoctorFinding, CheckDeps } from "./finding.ts";

/**
 * Connects to the database without starting it, and compares its clock with that of this machine.
 */
export async function inspectDatabase({ config, clock }: CheckDeps): Promise<DoctorFinding[]> {
  const dataDir = getDataDir(config);
  let url: string | null;
  try {
    url = config.databaseUrl ?? findRunningDatabase(dataDir, clock)?.url ?? null;
  } catch (error) {
    return [toFinding(error)];
  }
  if (url === null) return [inspectEmbedded(dataDir)];
  const at = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "parlour doctor",
  };
  try {
    if (config.databaseUrl !== null) await assertDedicatedSession(url);
    return await withConnection(at, (client) => inspectConnection(client, clock));
  } catch (error) {
    const fault = toStartError(error, {
      host: config.host,
      port: config.port,
      databaseUrl: config.databaseUrl,
    });
    if (!fault) throw error;
    return [{ check: "database", state: "fault", message: fault.message }];
  }
}

function inspectEmbedded(dataDir: string): DoctorFinding {
  try {
    const as = ensureDatabaseUser();
    const { version } = prepareBinaries({
      as,
      copyTo: as ? "/var/lib/parlour/pgsql" : resolve(dataDir, "pgsql"),
    });
    return {
      check: "database",
      state: "good",
      message: `embedded PostgreSQL ${version} works on this machine; it is not running now`,
    };
  } catch (error) {
    return toFinding(error);
  }
}

function toFinding(error: unknown): DoctorFinding {
  if (!(error instanceof StartError)) throw error;
  return { check: "database", state: "fault", message: error.message };
}

async function inspectConnection(client: pg.Client, clock: Clock): Promise<DoctorFinding[]> {
  const requestedAt = clock.now();
  const facts = await readDatabaseFacts({
    query: async <R>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as R[],
  });
  return [...checkDatabase(facts), checkNodes(facts), checkClock(facts, requestedAt, clock.now())];
}
