import { resolve } from "node:path";
import type pg from "pg";
import { prepareBinaries } from "../../embedded/binaries.ts";
import { StartError } from "../../embedded/start-error.ts";
import { findRunningDatabase } from "../../embedded/index.ts";
import { ensureDatabaseUser } from "../../embedded/database-user.ts";
import { checkConnectors } from "../../health/connectors.ts";
import {
  checkArchive,
  checkClock,
  checkDatabase,
  checkHosts,
  checkIsolation,
  checkNodes,
  checkReplica,
} from "../../health/database.ts";
import { openShortPool, withConnection } from "../../store/database/connections.ts";
import { readHostStates } from "../../store/database/hosts/database-client.ts";
import { assertDedicatedSession } from "../../store/database/pooler-check.ts";
import { readDatabaseFacts } from "../../store/database/system-health.ts";
import type { Sql } from "../../store/database/sql.ts";
import { readReplicaState, type ReplicaState } from "../../store/replica/replica-state.ts";
import { getDataDir } from "../database.ts";
import { toStartError } from "../to-start-error.ts";
import type { DoctorFinding, CheckDeps } from "./finding.ts";

/** Compares its clock with that of this machine. Does not start the database. */
export async function inspectDatabase(deps: CheckDeps): Promise<DoctorFinding[]> {
  const { config, clock } = deps;
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
    const hosts = await readHostStates(url);
    return [
      ...(await withConnection(at, (client) => inspectConnection(client, deps))),
      ...(hosts === null ? [] : checkHosts(hosts)),
    ];
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

async function inspectConnection(
  client: pg.Client,
  { config, clock }: CheckDeps,
): Promise<DoctorFinding[]> {
  const requestedAt = clock.now();
  const sql: Sql = {
    query: async <R>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as R[],
  };
  const facts = await readDatabaseFacts(sql);
  const findings = [
    ...checkDatabase(facts),
    ...checkIsolation(facts),
    checkNodes(facts),
    checkClock(facts, requestedAt, clock.now()),
  ];
  const archive = checkArchive(facts);
  if (archive !== null) findings.push(archive);
  if (await hasTable(sql, "channel_state")) findings.push(await checkConnectors(sql));
  return config.databaseReadUrl === null || !(await hasTable(sql, "instance"))
    ? findings
    : [...findings, checkReplica(await inspectReplica(config.databaseReadUrl, sql))];
}

const hasTable = async (sql: Sql, name: string): Promise<boolean> =>
  (await sql.query("select where to_regclass($1) is not null", [`public.${name}`])).length > 0;

/** Compares the read replica with the database (CFG-120). */
async function inspectReplica(url: string, sql: Sql): Promise<ReplicaState> {
  const pool = openShortPool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    max: 1,
    application_name: "parlour doctor",
  });
  try {
    return await readReplicaState({ pool }, sql);
  } finally {
    await pool.end();
  }
}
