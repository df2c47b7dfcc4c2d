import type { Clock } from "../core/command.ts";
import type { MovableSockets } from "./socket-moves.ts";

interface TestSocket {
  askedAt: number | null;
  withinMs: number;
}
/** Sockets whose clients move when they are asked, or not. */
export interface TestSockets {
  readonly kind: MovableSockets;
  readonly open: Set<TestSocket>;
  /** Each request, in order. */
  readonly asked: TestSocket[];
  /** Times at which sockets were closed. */
  readonly closedAt: number[];
  /** Time after which an asked client has moved, in ms. Null: never. */
  moveMs: number | null;
  isAccepting: boolean;
}

/** Creates open sockets of one kind. `moveMs`: see `TestSockets`. */
export function createTestSockets(clock: Clock, count: number, moveMs: number | null): TestSockets {
  const open = new Set<TestSocket>();
  for (let n = 0; n < count; n++) open.add({ askedAt: null, withinMs: 0 });
  const sockets: TestSockets = {
    open,
    asked: [],
    closedAt: [],
    moveMs,
    isAccepting: true,
    kind: {
      countSockets: () => open.size,
      setAccepting: (isAccepting) => void (sockets.isAccepting = isAccepting),
      countAsked: (since) =>
        [...open].filter(({ askedAt }) => askedAt !== null && askedAt >= since).length,
      closeAsked(since, until) {
        for (const socket of open)
          if (socket.askedAt !== null && socket.askedAt >= since && socket.askedAt <= until) {
            open.delete(socket);
            sockets.closedAt.push(clock.monotonic());
          }
      },
      requestMoves({ max, withinMs, since }) {
        const selected = [...open]
          .filter(({ askedAt }) => askedAt === null || askedAt < since)
          .slice(0, max);
        for (const socket of selected) {
          Object.assign(socket, { askedAt: clock.monotonic(), withinMs });
          sockets.asked.push({ ...socket });
          if (sockets.moveMs !== null)
            clock.scheduleAt(clock.now() + sockets.moveMs, () => void open.delete(socket));
        }
        return selected.length;
      },
    },
  };
  return sockets;
}
