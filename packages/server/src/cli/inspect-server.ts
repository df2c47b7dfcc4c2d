import { StartError } from "../embedded/start-error.ts";
import type { Log } from "../log.ts";
import { readMigrationNames } from "../store/migration-steps.ts";
import { weakCommitExpression } from "../store/database/system-health.ts";
import { startConnectMs, withConnection } from "../store/database/connections.ts";

const minServerVersion = 150_000;
/** Returns the completed schema steps. Throws StartError for an unsupported PostgreSQL. */
export function inspectServer(url: string, log: Log): Promise<readonly string[]> {
  return withConnection(
    {
      connectionString: url,
      connectionTimeoutMillis: startConnectMs,
      application_name: "parlour start",
    },
    async (client) => {
      const { rows } = await client.query<{ number: string; name: string; weak: string | null }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as name, ${weakCommitExpression} as weak`,
      );
      const server = rows[0];
      if (Number(server?.number) < minServerVersion)
        throw new StartError(
          `DATABASE_URL: PostgreSQL ${server?.name} is too old; use 15 or newer`,
          78,
        );
      // A failover may lose acknowledged messages (CFG-047).
      if (server?.weak)
        log.warn({ synchronous_commit: server.weak }, "database.standby_may_lack_messages");
      return readMigrationNames(client);
    },
  );
}
