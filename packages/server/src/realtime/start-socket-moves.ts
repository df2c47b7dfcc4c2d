import type { Cluster } from "../cluster/index.ts";
import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";
import { createCutNode, type CutNodeDeps } from "./cut-node.ts";
import {
  countReceivers,
  countSockets,
  drainSockets,
  rebalanceSockets,
  type MovableSockets,
} from "./socket-moves.ts";

export interface SocketMovesDeps extends Pick<CutNodeDeps, "journal" | "log"> {
  readonly clock: Clock;
  readonly cluster: Cluster;
  /** Durations of CFG-115 in ms. */
  readonly config: { readonly shutdownDelayMs: number; readonly shutdownMoveMs: number };
}

/** Moves the sockets of this node to other nodes without a gap for clients (decision 0150). */
export interface SocketMoves {
  /** Returns the number of sockets of this node. Null: it stops and accepts no more of them. */
  countSockets(): number | null;
  /**
   * Waits until the balancer has noticed that this node is not ready, then asks all clients to move
   * (CORE-265). Resolves immediately if no other node runs.
   */
  drain(): Promise<void>;
  /** Asks nobody any more, except for a `drain` in progress. */
  close(): void;
}

const checkMs = 1_000;

/**
 * Starts to report the number of sockets to the other nodes, to rebalance (CORE-266), and to move
 * clients while this node is cut from the database (CORE-282).
 */
export function startSocketMoves(
  deps: SocketMovesDeps,
  kinds: readonly MovableSockets[],
): SocketMoves {
  const { clock, cluster, log, config } = deps;
  const cutNode = createCutNode(deps, kinds);
  let isDraining = false;
  let isClosed = false;
  let cancelCheck: (() => void) | null = null;
  const check = (): void => {
    cancelCheck = null;
    if (isClosed) return;
    cutNode.check();
    if (!cutNode.isCut) rebalanceSockets(clock, kinds, cluster.getSocketReport());
    // While this node is alone, there are no checks until another node is found.
    if (cluster.hasOtherNodes()) cancelCheck = clock.scheduleAt(clock.now() + checkMs, check);
  };
  const close = (): void => {
    isClosed = true;
    cancelCheck?.();
  };
  cluster.reportSockets(
    () => (isDraining || cutNode.isCut ? null : countSockets(kinds)),
    () => {
      if (cancelCheck === null) check();
    },
  );
  return {
    countSockets: () => (isDraining ? null : countSockets(kinds)),
    async drain() {
      isDraining = true;
      close();
      if (!cluster.hasOtherNodes()) return;
      const { shutdownDelayMs, shutdownMoveMs } = config;
      if (shutdownDelayMs > 0) await pause(clock, shutdownDelayMs);
      if (shutdownMoveMs === 0) return;
      const before = countSockets(kinds);
      const startedAt = clock.monotonic();
      for (const kind of kinds) kind.setAccepting(false);
      await drainSockets(
        { clock, kinds, countReceivers: () => countReceivers(cluster.getSocketReport()) },
        shutdownMoveMs,
      );
      log.info(
        { before, left: countSockets(kinds), ms: Math.round(clock.monotonic() - startedAt) },
        "sockets.moved",
      );
    },
    close,
  };
}
