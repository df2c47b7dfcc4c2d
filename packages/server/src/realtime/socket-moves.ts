import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";
import type { SocketReport } from "../cluster/index.ts";

/** A socket whose client may be asked to move. Monotonic time, null if it was not asked. */
interface AskedSocket {
  moveRequestedAt: number | null;
}
/** Asks clients to move to another node. */
export interface MoveRequest {
  /** Maximum number of clients to ask. */
  readonly max: number;
  /** Time in ms after which a client that has no other socket gives up. */
  readonly withinMs: number;
  /** Monotonic time. Clients that were asked at this time or later are skipped. */
  readonly since: number;
}
/** Sockets of one kind whose clients can move to another node (API-375, WG-225). */
export interface MovableSockets {
  countSockets(): number;
  /** Sends `move` to live sockets. Returns their number. */
  requestMoves(request: MoveRequest): number;
  /** Returns the number of open sockets that were asked at this monotonic time or later. */
  countAsked(since: number): number;
  /** Closes open sockets with 1012 that were asked in this time (monotonic, ms, inclusive). */
  closeAsked(since: number, until: number): void;
  /**
   * While false, new sockets are refused with 503, so that a client that moves reaches another
   * node. Sockets whose hello cannot be answered are closed with 1012 instead of waiting (API-165).
   */
  setAccepting(isAccepting: boolean): void;
}

/** Maximum number of sockets that a node should receive from others, per second. */
const maxHellosPerSecond = 50;
/**
 * Maximum number of clients per receiving node that a node which stops asks per second. It is half
 * of the above, because hellos come irregularly: clients that do not move reconnect up to 1 s after
 * their sockets are closed, and after a pause of a busy machine the hellos of two seconds come in
 * one.
 */
const maxMovesPerSecond = 25;
/** A node that stops or is cut off asks at least this number of clients per second. */
export const minMovesPerSecond = 10;
/** Fraction of its sockets that a node which stops, or has too many, asks per second. */
const drainRate = 0.05;
const rebalanceRate = 0.01;
const tickMs = 100;
/** A node that stood still must not ask for all of this time at once. */
const maxCountedTickMs = 2 * tickMs;
/** Time in ms between the close of the last socket and the end of the move. */
const marginMs = 5 * tickMs;
/** Time in ms that a client has to move. */
export const clientMs = 10_000;

/** Its multiples are spread evenly over the fractions from 0 to 1. */
const goldenRatio = 0.618_034;

/**
 * Selects the sockets to ask, marks them as asked, and returns them. They are spread over the order
 * of arrival. Clients that move at once then mix with those that reconnect after 10 s, although
 * clients of one release often arrived one after the other.
 */
export function selectSocketsToMove<S extends AskedSocket>(
  sockets: Iterable<S>,
  isLive: (socket: S) => boolean,
  { max, since }: MoveRequest,
  now: number,
): readonly S[] {
  if (max <= 0) return [];
  const candidates: S[] = [];
  for (const socket of sockets)
    if ((socket.moveRequestedAt ?? -Infinity) < since && isLive(socket)) candidates.push(socket);
  const count = Math.min(max, candidates.length);
  const step = candidates.length / count;
  const offset = ((candidates.length * goldenRatio) % 1) * step;
  const selected: S[] = [];
  for (let n = 0; n < count; n++) {
    const socket = candidates[Math.floor(offset + n * step)];
    if (socket === undefined) continue;
    socket.moveRequestedAt = now;
    selected.push(socket);
  }
  return selected;
}

/** Returns the sockets that were asked from `since` to `until` (monotonic, ms, inclusive). */
export function findAskedSockets<S extends AskedSocket>(
  sockets: Iterable<S>,
  since: number,
  until = Number.POSITIVE_INFINITY,
): readonly S[] {
  // A stopping node calls this ten times per second, so the sockets are not copied.
  const asked: S[] = [];
  for (const socket of sockets) {
    const { moveRequestedAt } = socket;
    if (moveRequestedAt !== null && moveRequestedAt >= since && moveRequestedAt <= until)
      asked.push(socket);
  }
  return asked;
}

/** Returns the frame that asks a client to move, as JSON. */
export const serializeMove = ({ withinMs }: MoveRequest): string =>
  JSON.stringify({ type: "move", within_ms: Math.ceil(withinMs) });

export interface DrainDeps {
  readonly clock: Clock;
  readonly kinds: readonly MovableSockets[];
  /** Returns the number of other nodes that get the moved sockets (`countReceivers`). */
  readonly countReceivers: () => number;
}

/**
 * Asks all clients to move, and waits until they have. Each second at most 5 % of the sockets are
 * asked, and at most 25 per node that gets them, but at least 10. The rate is higher if the last
 * client would otherwise not have its 10 s before `maxMs`. The socket of a client that has not
 * moved after 10 s is closed, so that such clients come back at the same pace and not all at once.
 * Ends early if no client is left that can still move, or no node that accepts sockets.
 */
export async function drainSockets(
  { clock, kinds, countReceivers }: DrainDeps,
  maxMs: number,
): Promise<void> {
  const since = clock.monotonic();
  const lastMs = Math.min(clientMs, maxMs / 2);
  const total = countSockets(kinds);
  let unasked = total;
  let allowed = 0;
  let askedAt = since;
  let tickedAt = since - tickMs;
  for (let now = since; now - since < maxMs; now = clock.monotonic()) {
    const receivers = countReceivers();
    for (const kind of kinds) kind.closeAsked(since, now - clientMs);
    if (countSockets(kinds) === 0 || receivers === 0) return;
    const pace = Math.max(
      minMovesPerSecond,
      Math.min(total * drainRate, receivers * maxMovesPerSecond),
    );
    // The rate is computed anew each time, because ticks of a busy node are late. The last request
    // is early enough for the close after it.
    const msToAsk = Math.max(tickMs, maxMs - lastMs - marginMs - (now - since));
    const rate = Math.max(pace, (unasked / msToAsk) * 1_000);
    allowed += (rate * Math.min(now - tickedAt, maxCountedTickMs)) / 1_000;
    tickedAt = now;
    const withinMs = Math.min(clientMs, maxMs - (now - since));
    const asked = requestMoves(kinds, { max: Math.floor(allowed), withinMs, since });
    allowed -= asked;
    unasked -= asked;
    if (asked > 0) askedAt = now;
    // The rest are sockets that are not live, and clients that were asked less than 10 s ago.
    else if (allowed >= 1 && now - askedAt >= lastMs) return;
    // Clients that cannot be asked yet must not cause a burst later.
    allowed = Math.min(allowed, 1);
    await pause(clock, tickMs);
  }
}

/**
 * Number of sockets that a node may have more than the emptiest one and still get new ones. It is
 * what a node gets between two reports, which are sent every 2 s.
 */
const receiverMargin = 2 * maxHellosPerSecond;
/**
 * Returns the number of other nodes that get the sockets which leave this node. A balancer sends
 * clients to the node with the fewest connections, such as one that has just started.
 */
export function countReceivers({ acceptingNodes, counts }: SocketReport): number {
  if (acceptingNodes === 0 || counts.length === 0) return acceptingNodes;
  const fewest = Math.min(...counts);
  return counts.filter((count) => count <= fewest + receiverMargin).length;
}

/** Asks the kinds in turn. Returns the number of clients that were asked. */
function requestMoves(kinds: readonly MovableSockets[], request: MoveRequest): number {
  let asked = 0;
  for (const kind of kinds)
    if (asked < request.max) asked += kind.requestMoves({ ...request, max: request.max - asked });
  return asked;
}
/** Returns the number of open sockets of all kinds. */
export const countSockets = (kinds: readonly MovableSockets[]): number =>
  kinds.reduce((sum, kind) => sum + kind.countSockets(), 0);

/** A node with fewer sockets does not rebalance. */
const minSocketsToRebalance = 100;
/** Fraction of the average above which a node has too many sockets. */
const maxLoad = 1.2;
/**
 * Time in ms after another node was found for which sockets are rebalanced. It is limited, because
 * a balancer may send each client to the same node again.
 */
const rebalanceMs = 300_000;

/**
 * Asks clients to move if this node has clearly more sockets than the average of the nodes, after
 * another node was found. Called once per second. Asks at most 1 % of the sockets, at most 50 for
 * all nodes together, and each socket once per node found. Asks nobody while another node leaves,
 * because its clients already come at the highest pace.
 */
export function rebalanceSockets(
  clock: Clock,
  kinds: readonly MovableSockets[],
  others: Omit<SocketReport, "acceptingNodes">,
): void {
  const { counts, lastFoundAt, isNodeLeaving } = others;
  if (isNodeLeaving || counts.length === 0 || clock.monotonic() - lastFoundAt > rebalanceMs) return;
  const own = countSockets(kinds);
  const average = (own + counts.reduce((sum, count) => sum + count, 0)) / (counts.length + 1);
  if (own <= minSocketsToRebalance || own <= maxLoad * average) return;
  const max = Math.floor(Math.min(own * rebalanceRate, maxHellosPerSecond / counts.length));
  requestMoves(kinds, { max, withinMs: clientMs, since: lastFoundAt });
}
