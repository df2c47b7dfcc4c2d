import { createSystemClock } from "../../packages/server/src/clock.ts";
import { startEmbeddedDatabase } from "../../packages/server/src/embedded/index.ts";
import { createLog } from "../../packages/server/src/log.ts";
import { getDatabaseAddress, withDatabasePort } from "../../packages/testkit/src/database.ts";
import {
  startFaultProxy,
  type FaultProxy,
} from "../../packages/testkit/src/external/fault-proxy.ts";
import {
  startTestRedis,
  type TestRedis,
} from "../../packages/testkit/src/external/redis/server.ts";
import { findFreePort } from "../../packages/testkit/src/port.ts";
import { startBalancer } from "./balancer.ts";
import { createClusterDatabase, type ClusterDatabase } from "./cluster-database.ts";
import { createClusterNode, type ClusterNode } from "./cluster-node.ts";

export interface ClusterOptions {
  /** Folder of the database, the files and the secret key. It is kept when the cluster stops. */
  readonly folder: string;
  /** Number of nodes. Default: 3. */
  readonly nodes?: number;
  /** Port of the balancer. Default: a free one. */
  readonly port?: number;
  /** Default: true. */
  readonly hasRedis?: boolean;
  /** Whether nodes reach database and Redis through relays that can be cut. Default: false. */
  readonly hasRelays?: boolean;
  /** Further settings of the nodes. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether all nodes of a new installation start at the same time. Default: false, so that the
   * first one has created it before the others start.
   */
  readonly startsTogether?: boolean;
  /** Entry of another build of the server. */
  readonly entry?: string;
  /** Receives the logs of the nodes, a piece at a time. */
  readonly onLog?: (node: number, text: string) => void;
}

/** PostgreSQL, Redis, several nodes and HAProxy on this machine. */
export interface Cluster {
  /** The address of the balancer. */
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly nodes: readonly ClusterNode[];
  readonly redis: TestRedis | null;
  readonly database: ClusterDatabase;
  /** The link with which the first account is created. Null if there is one. */
  readonly setUpLink: string | null;
  /** Stops everything in order: balancer, nodes, relays, Redis, database. */
  stop(): Promise<void>;
}

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
  const database = await startEmbeddedDatabase({
    dataDir: options.folder,
    log: createLog({ level: "error", format: "json" }),
    clock: createSystemClock(),
    settings: { max_connections: maxDatabaseConnections },
  });
  onStop(() => database.stop());
  const redis = options.hasRedis === false ? null : await startTestRedis();
  if (redis !== null) onStop(() => redis.close());
  const nodes = await Promise.all(
    Array.from({ length: options.nodes ?? 3 }, (_, at) =>
      createNode(at + 1, { ...options, port }, { databaseUrl: database.url, redis }, onStop),
    ),
  );
  onStop(() => Promise.all(nodes.map((node) => node.stop())));
  const [first] = nodes;
  // One node migrates the database and creates the secret key.
  if (options.startsTogether !== true) await first?.start();
  await Promise.all(nodes.flatMap((node) => (node.isRunning() ? [] : node.start())));
  const balancer = await startBalancer({
    folder: options.folder,
    port,
    nodePorts: nodes.map((node) => node.port),
  });
  onStop(() => balancer.stop());
  const link = first?.lines().find((line) => line.startsWith("set up: "));
  return {
    url: balancer.url,
    port,
    databaseUrl: database.url,
    nodes,
    redis,
    database: createClusterDatabase(options.folder, database.url),
    setUpLink: link?.slice("set up: ".length) ?? null,
  };
}

async function createNode(
  number: number,
  options: ClusterOptions & { readonly port: number },
  { databaseUrl, redis }: { readonly databaseUrl: string; readonly redis: TestRedis | null },
  onStop: (step: () => Promise<unknown>) => void,
): Promise<ClusterNode> {
  const relay = async (target: number | string): Promise<FaultProxy | null> => {
    if (options.hasRelays !== true) return null;
    const proxy = await startFaultProxy(target);
    onStop(() => proxy.close());
    return proxy;
  };
  const databaseRelay = await relay(getDatabaseAddress(databaseUrl));
  const redisRelay = redis === null ? null : await relay(redis.port);
  return createClusterNode({
    number,
    dataDir: options.folder,
    databaseRelay,
    redisRelay,
    env: {
      DATABASE_URL:
        databaseRelay === null ? databaseUrl : withDatabasePort(databaseUrl, databaseRelay.port),
      ...(redis !== null && {
        REDIS_URL: redisRelay === null ? redis.url : `redis://127.0.0.1:${redisRelay.port}`,
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
