import { setTimeout as pause } from "node:timers/promises";
import type { ProxyMode } from "../../../packages/testkit/src/external/fault-proxy.ts";
import type { ClusterDatabase } from "../../cluster/cluster-database.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { ClusterNode } from "../../cluster/cluster-node.ts";
import type { Fault } from "./fault.ts";
import { highAvailabilityFaults } from "./high-availability.ts";

const shortMs = 20_000;
const nodeDownMs = 5_000;
const frozenNodeMs = 45_000;
const frozenRedisMs = 60_000;

const usual = { isHighlyAvailable: false, maxPauseMs: null, movesPrimary: false } as const;

export const faults: readonly Fault[] = [
  ...highAvailabilityFaults,
  nodeFault("SIGKILL of a node", async (node, during) => {
    await node.kill();
    await last(nodeDownMs, during);
    await node.start();
  }),
  nodeFault("SIGSTOP of a node", async (node, during) => {
    node.freeze();
    await last(frozenNodeMs, during);
    node.resume();
  }),
  {
    name: "SIGTERM of all nodes, one after another",
    part: "all nodes",
    affectsNode: true,
    needsRedis: false,
    ...usual,
    async run({ nodes }) {
      for (const node of nodes) {
        await node.stop();
        await node.start();
      }
    },
  },
  databaseFault("SIGKILL of PostgreSQL", (database) => database.end("SIGKILL")),
  databaseFault("restart of PostgreSQL", (database) => database.end("SIGINT")),
  databaseFault("SIGKILL of a process of PostgreSQL", (database) => database.killConnection()),
  ...relayFaults("database", (node) => node.databaseRelays),
  ...relayFaults("Redis", ({ redisRelay }) => (redisRelay === null ? [] : [redisRelay])),
  redisFault("SIGKILL of Redis", async (redis, during) => {
    await redis.kill();
    await last(shortMs, during);
    await redis.restart();
  }),
  redisFault("SIGSTOP of Redis", async (redis, during) => {
    redis.suspend();
    await last(frozenRedisMs, during);
    redis.resume();
  }),
  redisFault("FLUSHALL", async (redis, during) => {
    await redis.run("FLUSHALL");
    await during();
  }),
];

function nodeFault(
  name: string,
  run: (node: ClusterNode, during: () => Promise<void>) => Promise<void>,
): Fault {
  return {
    name,
    part: "node",
    affectsNode: true,
    needsRedis: false,
    ...usual,
    isHighlyAvailable: null,
    run: (_cluster, node, during) => run(node, during),
  };
}

function databaseFault(name: string, end: (database: ClusterDatabase) => Promise<void>): Fault {
  return {
    name,
    part: "PostgreSQL",
    affectsNode: false,
    needsRedis: false,
    ...usual,
    async run({ database }, _node, during) {
      if (database !== null) await end(database);
      await during();
    },
  };
}

function redisFault(
  name: string,
  run: (redis: NonNullable<Cluster["redis"]>, during: () => Promise<void>) => Promise<void>,
): Fault {
  return {
    name,
    part: "Redis",
    affectsNode: false,
    needsRedis: true,
    ...usual,
    async run({ redis }, _node, during) {
      if (redis !== null) await run(redis, during);
    },
  };
}

/** Interrupts the connections between one node and one server. */
function relayFaults(
  server: "database" | "Redis",
  listRelays: (node: ClusterNode) => ClusterNode["databaseRelays"],
): readonly Fault[] {
  const setMode = (node: ClusterNode, mode: ProxyMode): void => {
    for (const relay of listRelays(node)) relay.setMode(mode);
  };
  const modes: readonly (readonly [string, ProxyMode])[] = [
    [`cut between a node and ${server}`, "cut"],
    [`silence between a node and ${server}`, "hold"],
    [`silence from a node to ${server}`, "hold-requests"],
    [`silence from ${server} to a node`, "hold-responses"],
  ];
  return modes.map(([name, mode]) => ({
    name,
    part: `link to ${server}` as const,
    affectsNode: server === "database",
    needsRedis: server === "Redis",
    ...usual,
    isHighlyAvailable: server === "database" ? null : false,
    async run(_cluster, node, during) {
      setMode(node, mode);
      await last(shortMs, during);
      setMode(node, "pass");
    },
  }));
}

/** Resolves after `ms`, and after the probes that run meanwhile. */
async function last(ms: number, during: () => Promise<void>): Promise<void> {
  await Promise.all([pause(ms), during()]);
}

/**
 * Joins two faults of different parts, which begin at the same time. If both need a node, the
 * second one affects the next node. Nothing is probed meanwhile, because two nodes may fail.
 */
function joinFaults(first: Fault, second: Fault): Fault {
  return {
    name: `${first.name}, and ${second.name}`,
    part: first.part,
    affectsNode: true,
    needsRedis: first.needsRedis || second.needsRedis,
    ...usual,
    isHighlyAvailable: first.isHighlyAvailable ?? second.isHighlyAvailable,
    async run(cluster, node, _during) {
      const { nodes } = cluster;
      const needsNode = first.part !== "PostgreSQL" && first.part !== "Redis";
      const next = nodes[(nodes.indexOf(node) + Number(needsNode)) % nodes.length] ?? node;
      const probeNothing = (): Promise<void> => Promise.resolve();
      await Promise.all([
        first.run(cluster, node, probeNothing),
        second.run(cluster, next, probeNothing),
      ]);
    },
  };
}

/** Number of times per round that two faults happen at once. */
export const pairsPerRound = 6;

export interface DrawOptions {
  readonly hasRedis: boolean;
  readonly isHighlyAvailable: boolean;
  /** Returns a number from 0 to 1, not 1 itself. */
  readonly dice: () => number;
  /** Names of the only faults that are drawn, alone. Default: all. */
  readonly only?: readonly string[] | undefined;
}
/**
 * Returns faults without end. In each round, every fault comes once, and then two at once for six
 * times, except with `--ha`. Dice decide about their order.
 */
export function* drawFaults(options: DrawOptions): Generator<Fault, never> {
  const { dice, only } = options;
  const possible = faults.filter(
    ({ name, needsRedis, isHighlyAvailable }) =>
      (options.hasRedis || !needsRedis) &&
      (isHighlyAvailable ?? options.isHighlyAvailable) === options.isHighlyAvailable &&
      only?.includes(name) !== false,
  );
  const pick = (from: readonly Fault[]): Fault => {
    const fault = from[Math.floor(dice() * from.length)];
    if (fault === undefined) throw new Error("there is no such fault");
    return fault;
  };
  for (;;) {
    let round: readonly Fault[] = possible;
    while (round.length > 0) {
      const fault = pick(round);
      round = round.filter((other) => other !== fault);
      yield fault;
    }
    const joinable = possible.filter(({ part }) => part !== "all nodes");
    // A cluster with `--ha` survives one lost machine at a time.
    const pairs = only === undefined && !options.isHighlyAvailable ? pairsPerRound : 0;
    for (let n = 0; n < pairs; n++) {
      const first = pick(joinable);
      yield joinFaults(first, pick(joinable.filter(({ part }) => part !== first.part)));
    }
  }
}
