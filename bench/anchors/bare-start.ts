import Fastify from "fastify";
import { initCluster } from "../../packages/server/src/embedded/cluster.ts";
import { closeSession, connectWhenReady } from "../../packages/server/src/embedded/connect.ts";
import { prepareBinaries } from "../../packages/server/src/embedded/binaries.ts";
import { startPostgres } from "../../packages/server/src/embedded/postmaster.ts";
import { ensureDatabaseUser } from "../../packages/server/src/embedded/database-user.ts";
import { serverSettings } from "../../packages/server/src/embedded/settings.ts";
import {
  createSocketDir,
  removeSocketDir,
  toSocketUrl,
} from "../../packages/server/src/embedded/socket-dir.ts";
import { createSystemClock } from "../../packages/server/src/clock.ts";
import { join } from "node:path";
import { serveControlChannel } from "../harness/control-channel.ts";

/**
 * Baseline of `start`: the bundled initdb if there is no cluster, the bundled database with the
 * server's settings, one connection, and a bare Fastify that listens.
 */
serveControlChannel();
const app = Fastify();
app.get("/", () => "ok");
const folder = process.env["DATA_DIR"] ?? "";
const clock = createSystemClock();
const user = ensureDatabaseUser();
const binaries = prepareBinaries({
  as: user,
  copyTo: user ? "/var/lib/parlour/pgsql" : join(folder, "pgsql"),
});
const cluster = join(folder, "pg");
await initCluster({ binaries, cluster, as: user });
const socketDir = createSocketDir(folder, user);
const server = startPostgres({
  binaries,
  cluster,
  socketDir,
  settings: serverSettings,
  logFile: join(folder, "pg.log"),
  as: user,
  clock,
});
const ready = connectWhenReady(toSocketUrl(socketDir), clock, server.isAlive);
// Registered before the start has completed, because a database that is not stopped survives this
// process.
process.once("SIGTERM", () => {
  ready
    .then((session) => (session ? closeSession(session) : undefined))
    .then(() => server.stop(5_000))
    .then(
      () => {
        removeSocketDir(socketDir);
        process.exit(0);
      },
      () => process.exit(1),
    );
});
if ((await ready) === null) throw new Error("the database did not start");
await app.listen({ host: "127.0.0.1", port: 0 });
console.log("ready");
