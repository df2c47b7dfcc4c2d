import type { Cluster } from "../cluster/index.ts";
import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";
import {
  countSockets,
  drainSockets,
  rebalanceSockets,
  type MovableSockets,
} from "./socket-moves.ts";

export interface SocketMovesDeps {
  readonly clock: Clock;
  readonly cluster: Pick<Cluster, "hasOtherNodes" | "reportSockets" | "getSocketReport">;
  readonly log: { info(fields: object, message: string): void };
  /** Durations of CFG-115 in ms. */
  readonly config: { readonly shutdownDelayMs: number; readonly shutdownMoveMs: number };
}

/** Moves the sockets of this node to other nodes without a gap for clients (decision 0150). */
export interface SocketMoves {
  /**
   * Waits until the balancer has noticed that this node is not ready, then asks all clients to move
   * (CORE-265). Resolves immediately if no other node runs.
   */
  drain(): Promise<void>;
}

/** Starts to report the number of sockets to the other nodes, and to rebalance (CORE-266). */
export function startSocketMoves(
  { clock, cluster, log, config }: SocketMovesDeps,
  kinds: readonly MovableSockets[],
): SocketMoves {
  let isDraining = false;
  const rebalance = (): void => {
    if (!isDraining) rebalanceSockets(clock, kinds, cluster.getSocketReport());
  };
  cluster.reportSockets(
    () => (isDraining ? null : countSockets(kinds)),
    () => {
      rebalance();
      // Reports are sent every 2 s, and the rates are per second.
      clock.scheduleAt(clock.now() + 1_000, rebalance);
    },
  );
  return {
    async drain() {
      isDraining = true;
      if (!cluster.hasOtherNodes()) return;
      const { shutdownDelayMs, shutdownMoveMs } = config;
      if (shutdownDelayMs > 0) await pause(clock, shutdownDelayMs);
      if (shutdownMoveMs === 0) return;
      const before = countSockets(kinds);
      const startedAt = clock.monotonic();
      for (const kind of kinds) kind.stopAccepting();
      await drainSockets(
        { clock, kinds, countAcceptingNodes: () => cluster.getSocketReport().acceptingNodes },
        shutdownMoveMs,
      );
      log.info(
        { before, left: countSockets(kinds), ms: Math.round(clock.monotonic() - startedAt) },
        "sockets.moved",
      );
    },
  };
}
