import type { Clock } from "../core/command.ts";
import { clientMs, minMovesPerSecond, type MovableSockets } from "./socket-moves.ts";

/** Number of clients that are asked before one of them has moved. */
const firstClients = 10;
/** Fraction of the sockets that is asked per second at most. */
const maxRate = 0.1;
const maxWindowMs = 60_000;

/**
 * Returns a function that asks clients to move, although it is not known whether another node
 * accepts them (CORE-282). Call it once per second. Only the clients show it: those that found a
 * node close their sockets here. So within a window of time, at most 10 clients more are asked than
 * have moved, and at most 10 % of the sockets per second, but at least 10. The window is 10 s long.
 * It doubles after one in which no client has moved, up to a minute.
 */
export function createCautiousMoves(clock: Clock, sockets: MovableSockets): () => void {
  const maxPerSecond = Math.max(minMovesPerSecond, Math.ceil(sockets.countSockets() * maxRate));
  /** Clients that were asked at this time or later are not asked again. */
  let since = clock.monotonic();
  let windowMs = clientMs;
  /** Requests within the window, oldest first. */
  let asked: readonly { readonly at: number; readonly count: number }[] = [];
  /** Number of clients that were asked within the window and have moved. */
  let moved = 0;
  return () => {
    const now = clock.monotonic();
    const recent = asked.filter(({ at }) => now - at < windowMs);
    if (asked.length > 0 && recent.length === 0 && moved === 0)
      windowMs = Math.min(windowMs * 2, maxWindowMs);
    asked = recent;
    const [oldest] = asked;
    const waiting = oldest === undefined ? 0 : sockets.countAsked(oldest.at);
    moved = asked.reduce((sum, { count }) => sum + count, 0) - waiting;
    if (moved > 0) windowMs = clientMs;
    const max = Math.min(maxPerSecond, firstClients + moved - waiting);
    if (max <= 0) return;
    const count = sockets.requestMoves({ max, withinMs: clientMs, since });
    if (count > 0) asked = [...asked, { at: now, count }];
    // Everyone was asked. After the window, those who are left are asked again.
    else if (oldest === undefined) since = now;
  };
}
