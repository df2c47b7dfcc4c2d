import { createSystemClock } from "../../packages/server/src/clock.ts";
import { startEmbeddedDatabase } from "../../packages/server/src/embedded/index.ts";
import { createLog } from "../../packages/server/src/log.ts";
import { getDatabaseAddress, withDatabasePort } from "../../packages/testkit/src/database.ts";
import {
  startFaultProxy,
  type FaultProxy,
} from "../../packages/testkit/src/external/fault-proxy.ts";
import { startTestRedis } from "../../packages/testkit/src/external/redis/server.ts";
import { findFreePort } from "../../packages/testkit/src/port.ts";
import { startBalancer } from "./balancer.ts";
import { createClusterDatabase } from "./cluster-database.ts";
import { createClusterNode, type ClusterNode } from "./cluster-node.ts";
import type { Cluster, ClusterOptions, ClusterServers } from "./cluster.ts";
import { startHighAvailability } from "./high-availability/start-high-availability.ts";

/** A node needs up to 25 connections. */
const maxDatabaseConnections = "200";
/** Seconds in which HAProxy notices that a node stops. It checks each second. */
const shutdownDelayS = 2;

/** Starts a cluster. Throws an error after stopping what was started if a part does not start. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await startParts(options, (step) => void steps.push(step))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `onStop` registers what must be done when the cluster stops, in the reverse order. */
async function startParts(
  options: ClusterOptions,
  onStop: (step: () => Promise<unknown>) => void,
): Promise<Omit<Cluster, "stop">> {
  const port = options.port ?? (await findFreePort());
  const { isHighlyAvailable = false } = options;
  const servers = await (isHighlyAvailable ? startHighAvailability : startServers)(options, onStop);
  const nodes = await Promise.all(
    Array.from({ length: options.nodes ?? 3 }, (_, at) =>
      createNode(at + 1, { ...options, port }, servers, onStop),
    ),
  );
  onStop(() => Promise.all(nodes.map((node) => node.stop())));
  const [first] = nodes;
  // One node migrates the database and creates the secret key.
  if (options.startsTogether !== true) await first?.start();
  await Promise.all(nodes.flatMap((node) => (node.isRunning() ? [] : node.start())));
  const nodePorts = nodes.map((node) => node.port);
  const { highAvailability } = servers;
  if (highAvailability === null) {
    const balancer = await startBalancer({ ...options, port, nodePorts });
    onStop(() => balancer.stop());
  } else await highAvailability.startBalancers({ port, nodePorts });
  const link = first?.lines().find((line) => line.startsWith("set up: "));
  return {
    url: `http://localhost:${port}`,
    port,
    nodes,
    ...servers,
    setUpLink: link?.slice("set up: ".length) ?? null,
  };
}

/** Starts one PostgreSQL and one Redis. */
async function startServers(
  { folder, hasRedis }: ClusterOptions,
  onStop: (step: () => Promise<unknown>) => void,
): Promise<ClusterServers> {
  const database = await startEmbeddedDatabase({
    dataDir: folder,
    log: createLog({ level: "error", format: "json" }),
    clock: createSystemClock(),
    settings: { max_connections: maxDatabaseConnections },
  });
  onStop(() => database.stop());
  const redis = hasRedis === false ? null : await startTestRedis();
  if (redis !== null) onStop(() => redis.close());
  return {
    databaseUrl: database.url,
    database: createClusterDatabase(folder, database.url),
    redis,
    redisUrl: redis?.url ?? null,
    highAvailability: null,
  };
}

async function createNode(
  number: number,
  options: ClusterOptions & { readonly port: number },
  { databaseUrl, redis, redisUrl, highAvailability, databaseReadUrl }: ClusterServers,
  onStop: (step: () => Promise<unknown>) => void,
): Promise<ClusterNode> {
  const { hasRelays = false } = options;
  const relay = async (target: number | string): Promise<FaultProxy> => {
    const proxy = await startFaultProxy(target);
    onStop(() => proxy.close());
    return proxy;
  };
  const ports = highAvailability?.database.members.map((member) => member.port);
  const addresses = hasRelays ? (ports ?? [getDatabaseAddress(databaseUrl)]) : [];
  const databaseRelays = await Promise.all(addresses.map(relay));
  const redisRelay = hasRelays && redis !== null ? await relay(redis.port) : null;
  /** Replaces the ports of the databases by those of the relays of this node. */
  const throughRelays = (url: string): string => {
    const [first] = databaseRelays;
    if (first === undefined) return url;
    if (ports === undefined) return withDatabasePort(url, first.port);
    return url.replace(
      /(?<=127\.0\.0\.1:)\d+/g,
      (port) => `${databaseRelays[ports.indexOf(Number(port))]?.port}`,
    );
  };
  return createClusterNode({
    number,
    dataDir: options.folder,
    databaseRelays,
    redisRelay,
    env: {
      DATABASE_URL: throughRelays(databaseUrl),
      ...(databaseReadUrl !== undefined && { DATABASE_READ_URL: throughRelays(databaseReadUrl) }),
      ...(redisUrl !== null && {
        REDIS_URL: redisRelay === null ? redisUrl : `redis://127.0.0.1:${redisRelay.port}`,
      }),
      PUBLIC_URL: `http://localhost:${options.port}`,
      TRUST_PROXY: "127.0.0.1",
      SHUTDOWN_DELAY: `${shutdownDelayS}`,
      ...options.env,
    },
    ...(options.entry !== undefined && { entry: options.entry }),
    ...(options.onLog !== undefined && { onLog: (text) => options.onLog?.(number, text) }),
  });
}
