import type { ProxyMode } from "../../packages/testkit/src/external/fault-proxy.ts";
import type { Cluster } from "../cluster/start-cluster.ts";
import type { ClusterNode } from "../cluster/cluster-node.ts";

/** A fault that a run causes. */
export interface Fault {
  readonly name: string;
  /** Whether it affects one node, which is then not probed meanwhile. */
  readonly affectsNode: boolean;
  readonly needsRedis: boolean;
  /** Causes the fault, calls `during` while it lasts, and ends it. */
  readonly run: (cluster: Cluster, node: ClusterNode, during: () => Promise<void>) => Promise<void>;
}

const shortMs = 20_000;
const nodeDownMs = 5_000;
const frozenNodeMs = 45_000;
const frozenRedisMs = 60_000;

export const faults: readonly Fault[] = [
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
    affectsNode: true,
    needsRedis: false,
    async run({ nodes }) {
      for (const node of nodes) {
        await node.stop();
        await node.start();
      }
    },
  },
  ...relayFaults("database", (node) => node.databaseRelay),
  ...relayFaults("Redis", (node) => node.redisRelay),
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
    affectsNode: true,
    needsRedis: false,
    run: (_cluster, node, during) => run(node, during),
  };
}

function redisFault(
  name: string,
  run: (redis: NonNullable<Cluster["redis"]>, during: () => Promise<void>) => Promise<void>,
): Fault {
  return {
    name,
    affectsNode: false,
    needsRedis: true,
    async run({ redis }, _node, during) {
      if (redis !== null) await run(redis, during);
    },
  };
}

/** Interrupts the connections between one node and one server. */
function relayFaults(
  server: "database" | "Redis",
  relay: (node: ClusterNode) => ClusterNode["databaseRelay"],
): readonly Fault[] {
  const modes: readonly (readonly [string, ProxyMode])[] = [
    [`cut between a node and ${server}`, "cut"],
    [`silence between a node and ${server}`, "hold"],
    [`silence from a node to ${server}`, "hold-requests"],
    [`silence from ${server} to a node`, "hold-responses"],
  ];
  return modes.map(([name, mode]) => ({
    name,
    affectsNode: server === "database",
    needsRedis: server === "Redis",
    async run(_cluster, node, during) {
      relay(node)?.setMode(mode);
      await last(shortMs, during);
      relay(node)?.setMode("pass");
    },
  }));
}

/** Resolves after `ms`, and after the probes that run meanwhile. */
async function last(ms: number, during: () => Promise<void>): Promise<void> {
  await Promise.all([pause(ms), during()]);
}
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns faults without end: each of them once per round, in an order by the dice. */
export function* drawFaults(hasRedis: boolean, dice: () => number): Generator<Fault, never> {
  const possible = faults.filter(({ needsRedis }) => hasRedis || !needsRedis);
  for (;;) {
    const round = [...possible];
    while (round.length > 0) {
      const [fault] = round.splice(Math.floor(dice() * round.length), 1);
      if (fault !== undefined) yield fault;
    }
  }
}
