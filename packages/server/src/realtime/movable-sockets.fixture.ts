import type { Clock } from "../core/command.ts";
import { findAskedSockets, selectSocketsToMove, type MovableSockets } from "./socket-moves.ts";

interface TestSocket {
  /** Number in the order of arrival, from 0. */
  readonly n: number;
  moveRequestedAt: number | null;
  withinMs: number;
}
/** Returns the time in ms after which the client of the nth socket has moved. Null: never. */
type MoveTime = (n: number) => number | null;
/** Sockets whose clients move when they are asked, or not. */
export interface TestSockets {
  readonly kind: MovableSockets;
  readonly open: Set<TestSocket>;
  /** Each request, in order. */
  readonly asked: TestSocket[];
  /** Times at which sockets were closed, and at which clients had moved. */
  readonly closedAt: number[];
  readonly movedAt: number[];
  moveMs: number | null | MoveTime;
  isAccepting: boolean;
}

/** Creates open sockets of one kind. `moveMs`: see `MoveTime`. */
export function createTestSockets(
  clock: Clock,
  count: number,
  moveMs: TestSockets["moveMs"],
): TestSockets {
  const open = new Set<TestSocket>();
  for (let n = 0; n < count; n++) open.add({ n, moveRequestedAt: null, withinMs: 0 });
  const sockets: TestSockets = {
    open,
    asked: [],
    closedAt: [],
    movedAt: [],
    moveMs,
    isAccepting: true,
    kind: {
      countSockets: () => open.size,
      setAccepting: (isAccepting) => void (sockets.isAccepting = isAccepting),
      countAsked: (since) => findAskedSockets(open, since).length,
      closeAsked(since, until) {
        for (const socket of findAskedSockets(open, since, until)) {
          open.delete(socket);
          sockets.closedAt.push(clock.monotonic());
        }
      },
      requestMoves(request) {
        const selected = selectSocketsToMove(open, () => true, request, clock.monotonic());
        for (const socket of selected) {
          socket.withinMs = request.withinMs;
          sockets.asked.push({ ...socket });
          const ms =
            typeof sockets.moveMs === "function" ? sockets.moveMs(socket.n) : sockets.moveMs;
          if (ms === null) continue;
          clock.scheduleAt(clock.now() + ms, () => {
            if (open.delete(socket)) sockets.movedAt.push(clock.monotonic());
          });
        }
        return selected.length;
      },
    },
  };
  return sockets;
}
