import type { Cluster } from "../cluster/index.ts";
import type { Clock } from "../core/command.ts";
import { createCautiousMoves } from "./cautious-moves.ts";
import { countSockets, type MovableSockets } from "./socket-moves.ts";

export interface CutNodeDeps {
  readonly clock: Clock;
  readonly cluster: Pick<Cluster, "hasOtherNodes" | "getSocketReport">;
  /** The database connection of the journal. */
  readonly journal: {
    stats(): { readonly downMs: number };
    ping(): Promise<void>;
  };
  readonly log: { info(fields: object, message: string): void };
}
/** Detects that this node lost the database, and moves its clients to other nodes meanwhile. */
export interface CutNode {
  /** Whether this node refuses sockets, because it lost the database. */
  readonly isCut: boolean;
  /** Checks the connection, and asks clients to move if it is lost. Call it once per second. */
  check(): void;
}

/**
 * Time in ms without a connection after which new sockets are refused. Until then their clients
 * wait (API-165), which is better while the database only restarts.
 */
const refuseAfterMs = 3_000;
/**
 * Time in ms without a connection after which clients are asked to move. If all nodes lost the
 * database, each of them refuses sockets and has reported so by then.
 */
const moveAfterMs = 6_000;

/**
 * Creates the detection of CORE-282. It does nothing while no other node runs. As long as the
 * database is lost, the other nodes are those that ran before.
 */
export function createCutNode(
  { clock, cluster, journal, log }: CutNodeDeps,
  kinds: readonly MovableSockets[],
): CutNode {
  let lostAt: number | null = null;
  let isCut = false;
  let isPinging = false;
  let move: { readonly before: number; readonly steps: readonly (() => void)[] } | null = null;

  /** Without requests, nothing else would notice a network that lost its bytes. */
  const ping = (): void => {
    if (isPinging) return;
    isPinging = true;
    const end = (): void => void (isPinging = false);
    // A failure is counted in `stats`.
    journal.ping().then(end, end);
  };
  const setCut = (next: boolean): void => {
    if (isCut === next) return;
    isCut = next;
    for (const kind of kinds) kind.setAccepting(!isCut);
  };
  const setMoving = (isMoving: boolean): void => {
    if (isMoving === (move !== null)) return;
    const sockets = countSockets(kinds);
    if (move === null) {
      move = { before: sockets, steps: kinds.map((kind) => createCautiousMoves(clock, kind)) };
      log.info({ sockets }, "sockets.moving");
    } else {
      log.info({ before: move.before, left: sockets }, "sockets.moved");
      move = null;
    }
  };
  return {
    get isCut() {
      return isCut;
    },
    check() {
      const hasOthers = cluster.hasOtherNodes();
      if (hasOthers) ping();
      const now = clock.monotonic();
      lostAt = hasOthers && journal.stats().downMs > 0 ? (lostAt ?? now) : null;
      const lostMs = lostAt === null ? 0 : now - lostAt;
      setCut(lostMs >= refuseAfterMs);
      setMoving(lostMs >= moveAfterMs && cluster.getSocketReport().acceptingNodes > 0);
      for (const step of move?.steps ?? []) step();
    },
  };
}
