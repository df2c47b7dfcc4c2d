import pg from "pg";
import { connectToDatabase, startConnectMs, withQueryTimeout } from "./connections.ts";

/**
 * Thrown if a pooler distributes the transactions of one client over several connections. Roles and
 * settings would then apply to queries of other accounts.
 */
export class SharedSessionError extends Error {
  constructor() {
    super(
      "DATABASE_URL: session pooling is needed; the pooler there gives each transaction another connection of PostgreSQL, so roles and settings would reach other queries. Set pool_mode = session in pgbouncer, or put the address of PostgreSQL itself into DATABASE_URL",
    );
    this.name = "SessionShared";
  }
}

/** Open transactions, so that a pooler must choose another connection for the next probe. */
const busyConnections = 3;
/** Maximum number of probe queries, because a pooler may rotate its connections. */
const maxProbes = 4;
/** Response timeout in ms. A pooler queues queries when it has no free connection. */
const answerTimeoutMs = 2_000;

interface ProbeResult {
  readonly pid: number;
  readonly role: string;
  readonly mark: string | null;
}
const startProbeSql = `select set_config('role', current_user::text, false), set_config('parlour.probe', gen_random_uuid()::text, false)`;
const readProbeSql = `select pg_backend_pid() as pid, current_setting('role') as role, current_setting('parlour.probe', true) as mark`;

/**
 * Checks that a connection keeps its session: sets a role and a setting, keeps other connections
 * busy, and reads both back. Throws SharedSessionError, or the error of the connection.
 */
export async function assertDedicatedSession(url: string): Promise<void> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: startConnectMs,
    application_name: "parlour start",
  };
  const probe = await connectToDatabase(config);
  const busy: pg.Client[] = [];
  const ask = async (client: pg.Client, text: string): Promise<ProbeResult | undefined> =>
    (await client.query<ProbeResult>(withQueryTimeout(answerTimeoutMs, text))).rows[0];
  try {
    await ask(probe, startProbeSql);
    const before = await ask(probe, readProbeSql);
    for (let n = 0; n < busyConnections; n++) {
      const busyPid = await openBusyTransaction(config, busy);
      if (busyPid !== null && busyPid === before?.pid) throw new SharedSessionError();
    }
    for (let n = 0; n < maxProbes; n++) {
      const { pid, role, mark } = (await ask(probe, readProbeSql)) ?? {};
      if (mark == null || pid !== before?.pid || role !== before?.role || mark !== before?.mark)
        throw new SharedSessionError();
    }
  } catch (error) {
    throw isPoolerRejection(error) ? new SharedSessionError() : error;
  } finally {
    await Promise.allSettled([probe, ...busy].map((client) => client.end()));
  }
}

/**
 * Opens a transaction on another connection and adds that connection to `busy`. Returns the pid of
 * its database session, or null if no connection was free in time.
 */
async function openBusyTransaction(
  config: pg.ClientConfig,
  busy: pg.Client[],
): Promise<number | null> {
  try {
    const client = await connectToDatabase(config, { timeoutMs: answerTimeoutMs });
    busy.push(client);
    await client.query(withQueryTimeout(answerTimeoutMs, "begin"));
    return (
      (
        await client.query<{ pid: number }>(
          withQueryTimeout(answerTimeoutMs, "select pg_backend_pid() as pid"),
        )
      ).rows[0]?.pid ?? null
    );
  } catch (error) {
    if (isPoolerRejection(error)) throw error;
    return null;
  }
}

/** Returns whether the error shows statement pooling, a protocol violation. */
function isPoolerRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "08P01";
}
