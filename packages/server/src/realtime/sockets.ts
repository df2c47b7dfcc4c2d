import type { Duplex } from "node:stream";
import { closeCodes } from "@parlour/protocol";
import { WebSocket, type RawData } from "ws";
import type { Auth, Principal } from "../auth/index.ts";
import { isUnavailable, Refusal } from "../core/failure.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { Limits } from "../limits/index.ts";
import type { Chats } from "./chats.ts";
import { Connection } from "./connection.ts";
import { pingFrame, textFrames } from "./frame.ts";
import { helloWaitS } from "./hello-wait.ts";
import { Hub } from "./hub.ts";
import { unsentLimits, type UnsentLimits } from "./link.ts";
import { Wheel } from "./wheel.ts";

export interface SocketsDeps {
  readonly auth: Pick<Auth, "access">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "value">;
  readonly log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
  readonly chats: Chats;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly received: (connection: Connection, data: RawData, isBinary: boolean) => void;
  /** Called when a socket that sent its hello disconnects. */
  readonly gone: (connection: Connection, atOnce: boolean) => void;
  readonly tick: (now: number) => void;
  /** Returns whether ticks are needed without any socket. */
  readonly busy: () => boolean;
  readonly severalNodes: boolean;
}

/**
 * Time before the expiry of a session or key during which its socket is checked each second. Longer
 * than the 25 s between two pings.
 */
const endingMs = 26_000;

/**
 * Links a WebSocket to its connection, so that event listeners are plain functions and not closures
 * per socket (PERF-8).
 */
export class OperatorSocket extends WebSocket {
  connection: Connection | null = null;
  sockets: Sockets | null = null;
}

/**
 * All operator sockets of the node: sends frames, detects dead and slow sockets, and closes them.
 */
export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #hubs = new Map<number, Hub>();
  readonly #backlogged = new Set<Connection>();
  /** Sockets whose session or key expires before their next ping (CORE-161). */
  readonly #ending = new Set<Connection>();
  readonly #wheel: Wheel<Connection>;
  #unsent: UnsentLimits;
  /**
   * WebSockets whose close is not complete, including those that no longer count as connections.
   */
  #open = 0;
  #closedSlow = 0;
  /** Number of closed sockets by close code. */
  readonly #closed: Record<number, number> = {};
  #allGone: (() => void) | null = null;
  #rechecking: Promise<void> | null = null;

  constructor(deps: SocketsDeps) {
    this.#deps = deps;
    this.#unsent = unsentLimits(deps.limits);
    this.#wheel = new Wheel({
      clock: deps.clock,
      ping: (connection) => this.#ping(connection),
      dead: (connection) => this.#drop(connection),
      noHello: (connection) => this.end(connection, closeCodes.tooSlow, "no hello within 10 s"),
      tick: (now) => this.#tick(now),
      busy: deps.busy,
    });
  }

  get open(): number {
    return this.#open;
  }
  stats(): { sockets: number; backlogged: number; closedSlow: number; closed: Readonly<Record<number, number>>; awaited: number } {
    return {
      sockets: this.#open,
      backlogged: this.#backlogged.size,
      closedSlow: this.#closedSlow,
      closed: this.#closed,
      awaited: this.#wheel.awaited(),
    };
  }
  hub(account: number): Hub | undefined {
    return this.#hubs.get(account);
  }
  greeted(connection: Connection): void {
    this.#wheel.greeted(connection);
  }
  /** Starts the one-second tick, for signals that expire without sockets. */
  wake(): void {
    this.#wheel.wake();
  }

  admit(ws: WebSocket, stream: Duplex, principal: Principal): void {
    const hub = this.#hubs.get(principal.accountId) ?? this.#newHub(principal.accountId);
    const connection = new Connection(ws, stream, hub, principal, this.#deps.clock.monotonic());
    hub.connections.add(connection);
    connection.release = this.#deps.auth.access.register({
      principal,
      action: "chats.read",
      onRenewed: (renewed) => {
        connection.principal = renewed;
        this.#watchEnd(connection);
      },
      onEnded: () => this.end(connection, closeCodes.signedOut, "signed out"),
    });
    this.#open++;
    const socket = ws as OperatorSocket;
    socket.connection = connection;
    socket.sockets = this;
    ws.on("message", onMessage);
    ws.on("pong", onPong);
    ws.on("close", onClose);
    ws.on("error", onError);
    this.#wheel.add(connection);
    this.#watchEnd(connection);
  }
  received(connection: Connection, data: RawData, isBinary: boolean): void {
    this.#deps.received(connection, data, isBinary);
  }

  /** Sends whole frames to a socket. Closes it if it is too slow (API-105). */
  give(connection: Connection, frames: Buffer, events: number): void {
    if (connection.isClosed() || connection.ws.readyState !== WebSocket.OPEN) return;
    const outcome = connection.push(frames, events, this.#deps.clock, this.#unsent);
    if (outcome === "kept") this.#backlogged.add(connection);
    else if (outcome === "too slow") this.#tooSlow(connection);
  }

  /**
   * Closes with a code of API-105. The socket counts as closed immediately. `retryNow`: the
   * operator's presence ends immediately too.
   */
  end(connection: Connection, code: number, reason: string, atOnce = code === closeCodes.signedOut): void {
    if (connection.isClosed()) return;
    this.#leave(connection, atOnce);
    this.#closed[code] = (this.#closed[code] ?? 0) + 1;
    connection.close(code, reason);
  }
  /** Handles a failed task of a socket: closes it, so that its client reconnects and resumes. */
  failed(connection: Connection, error: unknown): void {
    if (error instanceof Refusal && !isUnavailable(error)) return;
    if (!(error instanceof Refusal)) this.#deps.log.error({ err: error, account: connection.principal.accountId }, "realtime.failed");
    this.end(connection, closeCodes.restarting, "the server could not go on");
  }
  /**
   * Handles a hello that failed before `ready`. While the database is unavailable the socket stays
   * open and repeats its hello later (API-165).
   */
  notGreeted(connection: Connection, error: unknown): void {
    if (!isUnavailable(error) || connection.state !== "catching up") return this.failed(connection, error);
    connection.state = "new";
    const seconds = helloWaitS(this.#open);
    this.#wheel.awaitHello(connection, 2_000 * seconds);
    this.give(connection, textFrames([JSON.stringify({ type: "wait", retry_after_s: seconds })]), 0);
  }
  closed(connection: Connection): void {
    this.#leave(connection, false);
    if (--this.#open === 0) this.#allGone?.();
  }
  endAll(reason: string): void {
    for (const hub of this.#hubs.values()) for (const connection of hub.connections) this.end(connection, closeCodes.restarting, reason);
  }
  /**
   * Closes all sockets with code 1012. Resolves when the last one is closed. A stream is cut after
   * 2 s.
   */
  async close(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      this.#allGone = resolve;
    });
    this.endAll("restarting");
    if (this.#open > 0) await gone;
    this.#wheel.stop();
  }

  #newHub(account: number): Hub {
    const hub = new Hub(account, {
      chats: this.#deps.chats,
      auth: this.#deps.auth,
      config: this.#deps.config,
      give: (connection, frames, events) => this.give(connection, frames, events),
      end: (connection, code, reason) => this.end(connection, code, reason),
      failed: (error) => this.#deps.log.error({ err: error, account }, "realtime.rights_failed"),
    });
    this.#hubs.set(account, hub);
    return hub;
  }
  #leave(connection: Connection, atOnce: boolean): void {
    if (connection.isClosed()) return;
    const { hub } = connection;
    const wasMember = hub.members.has(connection);
    connection.state = "closed";
    connection.release();
    hub.leave(connection);
    this.#wheel.remove(connection);
    this.#backlogged.delete(connection);
    this.#ending.delete(connection);
    if (hub.connections.size === 0) this.#hubs.delete(hub.account);
    if (wasMember) this.#deps.gone(connection, atOnce);
  }
  #drop(connection: Connection): void {
    this.#leave(connection, false);
    connection.ws.terminate();
  }
  #tooSlow(connection: Connection): void {
    this.#closedSlow++;
    this.end(connection, closeCodes.tooSlow, "too slow");
  }
  #ping(connection: Connection): void {
    if (connection.ws.readyState === WebSocket.OPEN) connection.stream.write(pingFrame);
    this.#watchEnd(connection);
  }
  #watchEnd(connection: Connection): void {
    if (endOf(connection) - this.#deps.clock.now() <= endingMs) this.#ending.add(connection);
    else this.#ending.delete(connection);
  }
  /**
   * Reads permissions again for sockets whose session or key has expired. A session that was used
   * in the meantime has a later expiry.
   */
  #recheckEnded(): void {
    const now = this.#deps.clock.now();
    const ended = new Set<Hub>();
    for (const connection of this.#ending) {
      if (endOf(connection) <= now) ended.add(connection.hub);
    }
    for (const hub of ended)
      hub.recheck().catch((error: unknown) => {
        for (const connection of hub.connections) if (endOf(connection) <= now) this.failed(connection, error);
      });
  }
  #tick(now: number): void {
    this.#unsent = unsentLimits(this.#deps.limits);
    for (const connection of this.#backlogged) {
      const outcome = connection.settle(now, this.#unsent);
      if (outcome === "sent") this.#backlogged.delete(connection);
      else if (outcome === "too slow") this.#tooSlow(connection);
    }
    if (this.#ending.size > 0) this.#recheckEnded();
    this.#deps.tick(now);
    if (this.#deps.severalNodes) this.#recheckAll();
  }
  #recheckAll(): void {
    if (this.#rechecking) return;
    this.#rechecking = Promise.all([...this.#hubs.values()].map((hub) => hub.recheck()))
      .then(
        () => undefined,
        (error: unknown) => this.#deps.log.warn({ err: error }, "realtime.recheck_failed"),
      )
      .finally(() => {
        this.#rechecking = null;
      });
  }
}

/** Returns the expiry of a socket's session or key, in milliseconds since 1970. */
const endOf = (connection: Connection): number => connection.principal.credential.expiresAt ?? Infinity;

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const { connection, sockets } = this as OperatorSocket;
  if (connection && sockets) sockets.received(connection, data, isBinary);
}
function onPong(this: WebSocket): void {
  const { connection } = this as OperatorSocket;
  if (connection) connection.awaitsPong = false;
}
function onClose(this: WebSocket): void {
  const { connection, sockets } = this as OperatorSocket;
  if (connection && sockets) sockets.closed(connection);
}
/** Errors of the peer need no action: `ws` closes with 1002, 1007 or 1009, and "close" follows. */
function onError(): void {
  return undefined;
}
