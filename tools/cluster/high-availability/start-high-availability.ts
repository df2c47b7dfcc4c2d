import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  canUserAccess,
  ensureDatabaseUser,
} from "../../../packages/server/src/embedded/database-user.ts";
import { startTestSentinels } from "../../../packages/testkit/src/external/redis/sentinels.ts";
import { findFreePort, isPortFree } from "../../../packages/testkit/src/port.ts";
import { startBalancer, type Balancer } from "../balancer.ts";
import { findPatroni } from "../servers.ts";
import type { ClusterOptions, ClusterServers } from "../cluster.ts";
import { startCleanup } from "./cleanup.ts";
import { startEtcd } from "./etcd.ts";
import type { RestartableBalancer } from "./high-availability.ts";
import { startPatroni } from "./patroni.ts";

const balancerCount = 2;
/** Two for each server of etcd, then two for each database. */
const portCount = 12;
const etcdPortCount = 6;

/** Starts etcd, PostgreSQL under Patroni and Redis with Sentinels, three times each. */
export async function startHighAvailability(
  { folder, hasRedis, isSpread, isSynchronous = true }: ClusterOptions,
  onStop: (step: () => Promise<unknown>) => void,
): Promise<ClusterServers> {
  const programs = await findPatroni();
  if (programs === null)
    throw new Error("programs are missing: apt-get install patroni etcd-server postgresql");
  mkdirSync(folder, { recursive: true });
  const user = ensureDatabaseUser();
  if (user !== undefined && !canUserAccess(user, "-x", folder))
    throw new Error(`the user of PostgreSQL, ${user.uid}, cannot enter ${folder}`);
  const cleanup = startCleanup();
  onStop(() => cleanup.end());
  const ports = await choosePorts(join(folder, "ports.json"));
  const etcd = await startEtcd({
    path: programs.etcd,
    folder: join(folder, "etcd"),
    ports: ports.slice(0, etcdPortCount),
  });
  onStop(() => etcd.stop());
  const database = await startPatroni({
    ...programs,
    folder: join(folder, "database"),
    ports: ports.slice(etcdPortCount),
    etcdPorts: etcd.ports,
    isSynchronous,
  });
  onStop(() => database.stop());
  const redis = hasRedis === false ? null : await startTestSentinels({ downAfterMs: 2_000 });
  if (redis !== null) onStop(() => redis.close());
  const balancers: RestartableBalancer[] = [];
  return {
    databaseUrl: database.url,
    database: null,
    redis: null,
    redisUrl: redis?.url ?? null,
    databaseReadUrl: `${database.url}?target_session_attrs=prefer-standby`,
    highAvailability: {
      etcd,
      database,
      redis,
      balancers,
      async startBalancers({ port, nodePorts }) {
        for (let n = 0; n < balancerCount; n++) {
          const ownPort = await findFreePort();
          const balancer = createBalancer({ folder, port, ownPort, nodePorts, isSpread });
          await balancer.start();
          onStop(() => balancer.stop());
          balancers.push(balancer);
        }
      },
      describe: () => [
        ...balancers.map(({ ownPort }, n) => `balancer${n + 1} http://localhost:${ownPort}`),
        ...database.members.map(
          ({ name, port, apiPort }) =>
            `${name} 127.0.0.1:${port}, Patroni http://127.0.0.1:${apiPort}/cluster`,
        ),
        ...(redis === null ? [] : [`redis ${redis.url}`]),
        ...etcd.ports.map((port, n) => `etcd${n + 1} http://127.0.0.1:${port}`),
        `try a failover: patronictl -c ${join(folder, "database", "db1", "patroni.json")} switchover`,
      ],
    },
  };
}

/** A balancer that can be started again. */
function createBalancer(
  options: Parameters<typeof startBalancer>[0] & { readonly ownPort: number },
): RestartableBalancer & { stop(): Promise<void> } {
  let balancer: Balancer | null = null;
  return {
    ownPort: options.ownPort,
    async start() {
      balancer = await startBalancer(options);
    },
    async kill() {
      await balancer?.kill();
      balancer = null;
    },
    stop: () => balancer?.stop() ?? Promise.resolve(),
  };
}

/** Returns the ports of the last start, because the members of etcd know each other by them. */
async function choosePorts(file: string): Promise<readonly number[]> {
  if (existsSync(file)) {
    const ports = JSON.parse(readFileSync(file, "utf8")) as number[];
    for (const port of ports)
      if (!(await isPortFree(port)))
        throw new Error(`port ${port} is in use, which ${file} names; end the other program`);
    return ports;
  }
  const first = await findFreePort(portCount);
  const ports = Array.from({ length: portCount }, (_, n) => first + n);
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}
