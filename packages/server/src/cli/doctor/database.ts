import { resolve } from "node:path";
import pg from "pg";
import type { Clock } from "../../core/ports.ts";
import { prepareBinaries } from "../../embedded/binaries.ts";
import { StartFault } from "../../embedded/fault.ts";
import { findRunning } from "../../embedded/index.ts";
import { databaseUser } from "../../embedded/run-as.ts";
import { dataDirOf } from "../database.ts";
import { toFault } from "../to-fault.ts";
import type { Finding, Surroundings } from "./finding.ts";

/** Reaches the database without starting anything; the clocks of both machines are compared on the way. */
export async function database({ config, clock, log }: Surroundings): Promise<Finding[]> {
  const dataDir = dataDirOf(config);
  const url = config.databaseUrl ?? findRunning(dataDir, clock)?.url ?? null;
  if (url === null) return [notRunning(dataDir)];
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: "parlour doctor" });
  client.on("error", (error) => log.debug({ err: error }, "doctor.database"));
  try {
    await client.connect();
    return await askDatabase(client, clock);
  } catch (error) {
    const fault = toFault(error, { host: config.host, port: config.port, databaseUrl: config.databaseUrl });
    if (!fault) throw error;
    return [{ check: "database", state: "fault", message: fault.message }];
  } finally {
    await client.end();
  }
}

function notRunning(dataDir: string): Finding {
  try {
    const as = databaseUser();
    const { version } = prepareBinaries({ as, copyTo: as ? "/var/lib/parlour/pgsql" : resolve(dataDir, "pgsql") });
    return { check: "database", state: "good", message: `embedded PostgreSQL ${version} runs on this machine; it is not started now` };
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    return { check: "database", state: "fault", message: error.message };
  }
}

interface DatabaseFacts {
  version: string;
  number: number;
  unsafe: string[];
  now: number;
  may_create_role: boolean;
  has_roles: boolean;
  free: number;
}
async function askDatabase(client: pg.Client, clock: Clock): Promise<Finding[]> {
  const asked = clock.now();
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       array(select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off')::text[] as unsafe,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
       (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create_role,
       (select count(*) = 3 from pg_roles where rolname in ('parlour_writer', 'parlour_reader', 'parlour_search')) as has_roles,
       current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`,
  );
  const facts = rows[0];
  if (!facts) throw new Error("the database answered no row");
  const found: Finding[] = [];
  if (facts.number < 150_000)
    found.push({
      check: "database",
      state: "fault",
      message: `PostgreSQL ${facts.version} is too old`,
      advice: "use PostgreSQL 15 or newer",
    });
  if (facts.unsafe.length > 0)
    found.push({
      check: "database",
      state: "fault",
      message: `${facts.unsafe.join(", ")} is off: acknowledged messages could be lost`,
      advice: "turn it on in postgresql.conf and restart PostgreSQL",
    });
  if (!facts.may_create_role && !facts.has_roles)
    found.push({
      check: "database",
      state: "fault",
      message: "its user may not create the roles that Parlour needs",
      advice: "start Parlour once: it prints the SQL to run",
    });
  if (facts.free < 25)
    found.push({
      check: "database",
      state: "warning",
      message: `only ${facts.free} connections are free`,
      advice: "raise max_connections: a node uses about 25",
    });
  if (found.length === 0) found.push({ check: "database", state: "good", message: `PostgreSQL ${facts.version} answers` });
  const apart = Math.round(Math.abs(facts.now - (asked + clock.now()) / 2));
  found.push(
    apart > 2_000
      ? {
          check: "clock",
          state: "warning",
          message: `this machine and the database are ${apart} ms apart`,
          advice: "synchronise both by NTP",
        }
      : { check: "clock", state: "good", message: "agrees with the database's" },
  );
  return found;
}
