import type { TestSentinels } from "../../../packages/testkit/src/external/redis/sentinels.ts";
import type { Etcd } from "./etcd.ts";
import type { ReplicatedDatabase } from "./patroni.ts";

/** The parts of a cluster of which any one can fail. */
export interface HighAvailability {
  readonly etcd: Etcd;
  readonly database: ReplicatedDatabase;
  /** Null without Redis. */
  readonly redis: TestSentinels | null;
  /** Two balancers at one port. Each one starts again on the same port of its own. */
  readonly balancers: readonly RestartableBalancer[];
  startBalancers(options: {
    readonly port: number;
    readonly nodePorts: readonly number[];
  }): Promise<void>;
  /** Returns lines with the addresses of the parts. */
  describe(): readonly string[];
}
export interface RestartableBalancer {
  readonly ownPort: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}
