import type { ClusterNode } from "../../cluster/cluster-node.ts";
import type { Cluster } from "../../cluster/cluster.ts";

/** A fault that a run causes. */
export interface Fault {
  readonly name: string;
  /** The part that fails. Two faults at once have different parts. */
  readonly part:
    | "node"
    | "all nodes"
    | "PostgreSQL"
    | "Redis"
    | "link to database"
    | "link to Redis"
    | "balancer"
    | "etcd";
  /** Whether it affects one node, which is then not probed meanwhile. */
  readonly affectsNode: boolean;
  readonly needsRedis: boolean;
  /** Whether it needs a cluster with `--ha`, one without, or either (null). */
  readonly isHighlyAvailable: boolean | null;
  /** Promised maximum time without an acknowledged message, in milliseconds. Null: none. */
  readonly maxPauseMs: number | null;
  /** Whether another database must be the primary afterwards. */
  readonly movesPrimary: boolean;
  /** Causes the fault, calls `during` while it lasts, and ends it. */
  readonly run: (cluster: Cluster, node: ClusterNode, during: () => Promise<void>) => Promise<void>;
}
