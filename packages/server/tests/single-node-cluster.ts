import { createMemoryBus } from "../src/bus/index.ts";
import { startCluster, type Cluster } from "../src/cluster/index.ts";
import type { Clock } from "../src/core/command.ts";

/** Starts the cluster of a node that runs alone. */
export function startSingleNodeCluster(clock: Clock): Cluster {
  return startCluster({
    bus: createMemoryBus()(),
    clock,
    node: 1,
    onFault: (error) => {
      throw error;
    },
  });
}
