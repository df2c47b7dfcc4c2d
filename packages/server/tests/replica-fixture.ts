import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPreparedCluster } from "@parlour/testkit";
import { createSystemClock } from "../src/clock.ts";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../src/embedded/index.ts";
import { createLog } from "../src/log.ts";
import { migrateDatabase } from "../src/store/migrate.ts";

/** A PostgreSQL with the schema, and a standby that streams its log. */
export interface ReplicatedDatabase {
  readonly primaryUrl: string;
  /** Address of the standby. It stays the same after a new start. */
  readonly replicaUrl: string;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stopPrimary(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both servers in a temporary folder. The standby is a copy of the stopped primary. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-replica-"));
  chmodSync(folder, 0o711);
  const primaryDir = join(folder, "primary");
  const replicaDir = join(folder, "replica");
  for (const dir of [primaryDir, replicaDir]) {
    mkdirSync(dir, { mode: 0o711 });
    chmodSync(dir, 0o711);
  }
  copyPreparedCluster(join(primaryDir, "pg"));
  const first = await startServer(primaryDir);
  await migrateDatabase(first.url);
  await first.stop();
  createStandby(join(primaryDir, "pg"), join(replicaDir, "pg"));
  const primary = await startServer(primaryDir);
  const socketDir = new URL(primary.url).searchParams.get("host") ?? "";
  const startReplica = (): Promise<EmbeddedDatabase> =>
    startServer(replicaDir, { primary_conninfo: `host=${socketDir} user=parlour` });
  let replica: EmbeddedDatabase | null = await startReplica();
  const replicaUrl = replica.url;
  const stopReplica = async (): Promise<void> => {
    await replica?.stop(2_000);
    replica = null;
  };
  return {
    primaryUrl: primary.url,
    replicaUrl,
    stopReplica,
    async startReplica() {
      replica = await startReplica();
    },
    stopPrimary: () => primary.stop(2_000),
    async stop() {
      await stopReplica();
      await primary.stop(2_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a stopped cluster, with the file that makes PostgreSQL start it as a standby. */
function createStandby(from: string, to: string): void {
  const { status } = spawnSync("cp", ["-pR", from, to], { stdio: "ignore" });
  if (status !== 0) throw new Error(`${from} could not be copied`);
  const signal = join(to, "standby.signal");
  writeFileSync(signal, "");
  const { uid, gid } = statSync(join(to, "PG_VERSION"));
  chownSync(signal, uid, gid);
}

function startServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    dataDir,
    log: createLog({ level: "error", format: "json" }),
    clock: createSystemClock(),
    settings: { shared_buffers: "64MB", ...settings },
  });
}
