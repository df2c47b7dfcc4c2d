import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyPreparedCluster } from "@parlour/testkit";
import { createSystemClock } from "../../packages/server/src/clock.ts";
import { startEmbeddedDatabase } from "../../packages/server/src/embedded/index.ts";
import { createLog } from "../../packages/server/src/log.ts";
import { registerCleanup } from "../harness/process.ts";
import type { PeerDatabase } from "./servers.ts";

/**
 * An address of the loopback network that a PostgreSQL of this machine does not use: the port of
 * the embedded server is fixed.
 */
const loopbackAddress = "127.0.54.1";

/**
 * Opens a PostgreSQL server that all peers can use. The server of the run has no TCP port, which
 * ejabberd needs, so another one is started with it. A server of DATABASE_URL is used as it is.
 */
export async function openPeerDatabase(
  serverUrl: string,
): Promise<PeerDatabase & { stop(): Promise<void> }> {
  const { hostname, port, searchParams } = new URL(serverUrl);
  if (!searchParams.has("host"))
    return {
      url: serverUrl,
      host: hostname,
      port: Number(port || 5432),
      stop: () => Promise.resolve(),
    };
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-bench-"));
  chmodSync(dataDir, 0o711);
  copyPreparedCluster(join(dataDir, "pg"));
  const database = await startEmbeddedDatabase({
    dataDir,
    log: createLog({ level: "error", format: "json" }),
    clock: createSystemClock(),
    settings: {
      listen_addresses: loopbackAddress,
      // As the server of the run.
      shared_buffers: "128MB",
      max_connections: "200",
    },
  });
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> =>
    (stopped ??= database
      .stop(2_000)
      .then(() => rmSync(dataDir, { recursive: true, force: true })));
  const removeCleanup = registerCleanup(stop);
  return {
    url: database.url,
    host: loopbackAddress,
    port: Number(new URL(database.url).port),
    stop() {
      removeCleanup();
      return stop();
    },
  };
}
