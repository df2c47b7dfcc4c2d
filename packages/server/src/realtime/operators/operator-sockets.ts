import type { Duplex } from "node:stream";
import { closeCodes } from "@parlour/protocol";
import { WebSocket, type RawData } from "ws";
import type { Auth, Principal } from "../../auth/index.ts";
import { isUnavailable, Refusal } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import { OperatorConnection, type ConnectionHub } from "./operator-connection.ts";
import { pingFrame, encodeTextFrames } from "../websocket-frame.ts";
import { computeHelloDelayS } from "../hello-delay.ts";
import type { AccountHub, AccountHubs } from "./account-hub.ts";
import { getSendBufferLimits, type SendBufferLimits } from "../buffered-stream.ts";
import { TimerWheel } from "../timer-wheel.ts";
import {
  findAskedSockets,
  selectSocketsToMove,
  serializeMove,
  type MoveRequest,
} from "../socket-moves.ts";

export interface OperatorSocketsDeps {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: {
    error(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  readonly hubs: AccountHubs;
  readonly received: (connection: OperatorConnection, data: RawData, isBinary: boolean) => void;
  /** Called when a socket that has sent its hello disconnects. */
  readonly onDisconnect: (connection: OperatorConnection, atOnce: boolean) => void;
  readonly tick: (now: number) => void;
  /** Returns whether ticks are needed even if there are no sockets. */
  readonly needsTick: () => boolean;
  /** Returns whether other nodes run. Sign-outs there are then polled every second (P19). */
  readonly hasOtherNodes: () => boolean;
}

/**
 * Time in ms before the expiry of a session or key in which its socket is checked each second. It
 * is longer than the 25 s between two pings.
 */
const expiryWatchMs = 26_000;

/** A WebSocket with its connection, so that listeners need no closures (PERF-8). */
export class OperatorWebSocket extends WebSocket {
  connection: OperatorConnection | null = null;
  sockets: OperatorSockets | null = null;
}

/** All operator sockets of the node. Sends frames, and closes dead and slow sockets. */
export class OperatorSockets {
  /** False: new sockets are refused, and clients are not asked to wait (`MovableSockets`). */
  isAccepting = true;
  readonly #deps: OperatorSocketsDeps;
  readonly #backlogged = new Set<OperatorConnection>();
  /** Sockets whose session or key expires before their next ping (CORE-161). */
  readonly #expiring = new Set<OperatorConnection>();
  readonly #wheel: TimerWheel<OperatorConnection>;
  #sendBufferLimits: SendBufferLimits;
  /** Number of WebSockets that are not completely closed, connections or not. */
  #openCount = 0;
  #closedSlow = 0;
  readonly #closedByCode: Record<number, number> = {};
  #onAllClosed: (() => void) | null = null;
  #rechecking: Promise<void> | null = null;

  constructor(deps: OperatorSocketsDeps) {
    this.#deps = deps;
    this.#sendBufferLimits = getSendBufferLimits(deps.limits);
    this.#wheel = new TimerWheel({
      clock: deps.clock,
      ping: (connection) => this.#ping(connection),
      onDead: (connection) => this.#terminate(connection),
      onMissingHello: (connection) =>
        this.closeConnection(connection, closeCodes.tooSlow, "no hello within 10 s"),
      tick: (now) => this.#tick(now),
      needsTick: deps.needsTick,
    });
  }

  get openCount(): number {
    return this.#openCount;
  }
  stats(): {
    sockets: number;
    backlogged: number;
    closedSlow: number;
    closed: Readonly<Record<number, number>>;
    awaited: number;
  } {
    return {
      sockets: this.#openCount,
      backlogged: this.#backlogged.size,
      closedSlow: this.#closedSlow,
      closed: this.#closedByCode,
      awaited: this.#wheel.countAwaitingPong(),
    };
  }
  hub(account: number): AccountHub | undefined {
    return this.#deps.hubs.get(account);
  }
  helloReceived(connection: OperatorConnection): void {
    this.#wheel.helloReceived(connection);
  }
  /** Starts the one-second tick. Signals can expire even if there are no sockets. */
  startTicking(): void {
    this.#wheel.startTicking();
  }

  admit(ws: WebSocket, stream: Duplex, principal: Principal): void {
    const hub = this.#deps.hubs.open(principal.accountId);
    const connection = new OperatorConnection(ws, stream, this.#deps.clock.monotonic(), {
      hub,
      principal,
    });
    hub.connections.add(connection);
    connection.release = this.#deps.auth.access.register({
      principal,
      action: "chats.read",
      onRenewed: (renewed) => {
        connection.principal = renewed;
        this.#watchExpiry(connection);
      },
      onEnded: () => this.closeConnection(connection, closeCodes.signedOut, "signed out"),
    });
    this.#openCount++;
    const socket = ws as OperatorWebSocket;
    socket.connection = connection;
    socket.sockets = this;
    ws.on("message", onMessage);
    ws.on("pong", onPong);
    ws.on("close", onClose);
    ws.on("error", onError);
    this.#wheel.add(connection);
    this.#watchExpiry(connection);
  }
  received(connection: OperatorConnection, data: RawData, isBinary: boolean): void {
    this.#deps.received(connection, data, isBinary);
  }

  /** Sends whole frames to a socket. Closes the socket if it is too slow (API-105). */
  send(connection: OperatorConnection, frames: Buffer, events: number): void {
    this.sendBuffers(connection, [frames], events);
  }
  /** Sends buffers of whole frames to a socket with one write, like `send`. */
  sendBuffers(connection: OperatorConnection, buffers: readonly Buffer[], events: number): void {
    if (connection.isClosed() || connection.ws.readyState !== WebSocket.OPEN) return;
    const outcome = connection.push(buffers, events, this.#deps.clock, this.#sendBufferLimits);
    if (outcome === "kept") this.#backlogged.add(connection);
    else if (outcome === "too slow") this.#tooSlow(connection);
  }

  /** Closes with a code of API-105. `atOnce`: the operator's presence ends at once too. */
  closeConnection(
    connection: OperatorConnection,
    code: number,
    reason: string,
    atOnce = code === closeCodes.signedOut,
  ): void {
    if (connection.isClosed()) return;
    this.#leave(connection, atOnce);
    this.#closedByCode[code] = (this.#closedByCode[code] ?? 0) + 1;
    connection.close(code, reason);
  }
  /** Closes a socket after a failed task, so that its client reconnects and resumes. */
  handleFailure(connection: OperatorConnection, error: unknown): void {
    if (error instanceof Refusal && !isUnavailable(error)) return;
    if (!(error instanceof Refusal))
      this.#deps.log.error(
        { err: error, account: connection.principal.accountId },
        "realtime.failed",
      );
    this.closeConnection(connection, closeCodes.restarting, "the server could not go on");
  }
  /**
   * Handles a hello that failed before `ready`. While the database is unavailable, the socket stays
   * open and its client repeats the hello later (API-165). Closes it if this node accepts none.
   */
  handleHelloFailure(connection: OperatorConnection, error: unknown): void {
    if (!isUnavailable(error) || connection.state !== "catching up" || !this.isAccepting)
      return this.handleFailure(connection, error);
    connection.state = "new";
    const seconds = computeHelloDelayS(this.#openCount);
    this.#wheel.awaitHello(connection, 2_000 * seconds);
    this.send(
      connection,
      encodeTextFrames([JSON.stringify({ type: "wait", retry_after_s: seconds })]),
      0,
    );
  }
  closed(connection: OperatorConnection): void {
    this.#leave(connection, false);
    if (--this.#openCount === 0) this.#onAllClosed?.();
  }
  /** Asks live clients to move to another node (API-375). Returns their number. */
  requestMoves(request: MoveRequest): number {
    const frame = encodeTextFrames([serializeMove(request)]);
    const selected = selectSocketsToMove(
      this.#connections(),
      ({ state }) => state === "live",
      request,
      this.#deps.clock.monotonic(),
    );
    for (const connection of selected) this.send(connection, frame, 0);
    return selected.length;
  }
  countAsked(since: number): number {
    return findAskedSockets(this.#connections(), since).length;
  }
  closeAsked(since: number, until: number): void {
    for (const connection of findAskedSockets(this.#connections(), since, until))
      this.closeConnection(connection, closeCodes.restarting, "restarting");
  }
  endAll(reason: string): void {
    for (const connection of this.#connections())
      this.closeConnection(connection, closeCodes.restarting, reason);
  }
  /** Closes all sockets with 1012. Terminates the remaining streams after 2 s. */
  async close(): Promise<void> {
    const allClosed = new Promise<void>((resolve) => {
      this.#onAllClosed = resolve;
    });
    this.endAll("restarting");
    if (this.#openCount > 0) await allClosed;
    this.#wheel.stop();
  }

  *#connections(): Iterable<OperatorConnection> {
    for (const hub of this.#deps.hubs.values()) yield* hub.connections;
  }
  #leave(connection: OperatorConnection, atOnce: boolean): void {
    if (connection.isClosed()) return;
    const { hub } = connection;
    const wasMember = hub.members.has(connection);
    connection.state = "closed";
    connection.release();
    hub.leave(connection);
    this.#wheel.remove(connection);
    this.#backlogged.delete(connection);
    this.#expiring.delete(connection);
    this.#deps.hubs.release(hub.account);
    if (wasMember) this.#deps.onDisconnect(connection, atOnce);
  }
  #terminate(connection: OperatorConnection): void {
    this.#leave(connection, false);
    connection.ws.terminate();
  }
  #tooSlow(connection: OperatorConnection): void {
    this.#closedSlow++;
    this.closeConnection(connection, closeCodes.tooSlow, "too slow");
  }
  #ping(connection: OperatorConnection): void {
    if (connection.ws.readyState === WebSocket.OPEN) connection.stream.write(pingFrame);
    this.#watchExpiry(connection);
  }
  #watchExpiry(connection: OperatorConnection): void {
    if (getExpiry(connection) - this.#deps.clock.now() <= expiryWatchMs)
      this.#expiring.add(connection);
    else this.#expiring.delete(connection);
  }
  /** Reads permissions of expired sockets again. Use moves the expiry of a session. */
  #recheckExpired(): void {
    const now = this.#deps.clock.now();
    const expiredHubs = new Set<ConnectionHub>();
    for (const connection of this.#expiring) {
      if (getExpiry(connection) <= now) expiredHubs.add(connection.hub);
    }
    for (const hub of expiredHubs)
      hub.recheck().catch((error: unknown) => {
        for (const connection of hub.connections)
          if (getExpiry(connection) <= now) this.handleFailure(connection, error);
      });
  }
  #tick(now: number): void {
    this.#sendBufferLimits = getSendBufferLimits(this.#deps.limits);
    for (const connection of this.#backlogged) {
      const outcome = connection.settle(now, this.#sendBufferLimits);
      if (outcome === "sent") this.#backlogged.delete(connection);
      else if (outcome === "too slow") this.#tooSlow(connection);
    }
    if (this.#expiring.size > 0) this.#recheckExpired();
    this.#deps.tick(now);
    if (this.#deps.hasOtherNodes()) this.#recheckAll();
  }
  #recheckAll(): void {
    if (this.#rechecking) return;
    const hubs = [...this.#deps.hubs.values()];
    this.#rechecking = this.#deps.auth.access
      .recheck(hubs.map(({ account }) => account))
      .then(
        () => hubs.forEach((hub) => hub.clearSubscribers()),
        (error: unknown) => this.#deps.log.warn({ err: error }, "realtime.recheck_failed"),
      )
      .finally(() => {
        this.#rechecking = null;
      });
  }
}

/** Returns the expiry of a socket's session or key, in ms since 1970. */
const getExpiry = (connection: OperatorConnection): number =>
  connection.principal.credential.expiresAt ?? Infinity;

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { connection, sockets } = this as OperatorWebSocket;
  if (connection && sockets) sockets.received(connection, data, isBinary);
}
function onPong(this: WebSocket): void {
  const { connection } = this as OperatorWebSocket;
  if (connection) connection.awaitsPong = false;
}
function onClose(this: WebSocket): void {
  const { connection, sockets } = this as OperatorWebSocket;
  if (connection && sockets) sockets.closed(connection);
}
/** `ws` closes the socket with 1002, 1007 or 1009 after an error of the peer. */
function onError(): void {
  return undefined;
}
