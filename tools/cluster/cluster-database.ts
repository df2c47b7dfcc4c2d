import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** PostgreSQL of a cluster. It starts again by itself after each of these faults. */
export interface ClusterDatabase {
  /** Ends the whole server with a signal: SIGKILL, or SIGINT for a restart. */
  end(signal: "SIGKILL" | "SIGINT"): Promise<void>;
  /** Kills the process of one connection. PostgreSQL then ends all others and recovers. */
  killConnection(): Promise<void>;
}

const maxDownMs = 60_000;

/** Both resolve when the server accepts connections again. */
export function createClusterDatabase(folder: string, url: string): ClusterDatabase {
  const readPid = (): number =>
    Number(readFileSync(join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  /** Returns the time of the last start, or null while the server accepts no connections. */
  const readStart = async (): Promise<string | null> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ at: string }>(
        // The process that writes in the background starts again with each recovery.
        "select backend_start::text as at from pg_stat_activity where backend_type = 'background writer'",
      );
      return rows[0]?.at ?? null;
    } catch {
      return null;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const endAndWait = async (end: () => Promise<void>): Promise<void> => {
    const before = await readStart();
    await end();
    for (const until = performance.now() + maxDownMs; ; await pause(100)) {
      const started = await readStart();
      if (started !== null && started !== before) return;
      if (performance.now() > until) throw new Error("PostgreSQL does not start again");
    }
  };
  return {
    end: (signal) => endAndWait(() => Promise.resolve(void process.kill(readPid(), signal))),
    killConnection: () =>
      endAndWait(async () => {
        const client = new pg.Client({ connectionString: url });
        client.on("error", () => undefined);
        await client.connect();
        const { rows } = await client.query<{ pid: number }>(
          "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1",
        );
        if (rows[0] !== undefined) process.kill(rows[0].pid, "SIGKILL");
        await client.end().catch(() => undefined);
      }),
  };
}
