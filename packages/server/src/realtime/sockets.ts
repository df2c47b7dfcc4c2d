import type { Duplex } from "node:stream";
import { closeCodes } from "@parlour/protocol";
import { WebSocket, type RawData } from "ws";
import type { Auth, Principal } from "../auth/index.ts";
import { isUnavailable, Refusal } from "../core/failure.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
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
  /** A socket that had said hello is gone. */
  readonly gone: (connection: Connection, atOnce: boolean) => void;
  readonly tick: (now: number) => void;
  /** Whether ticks are needed without any socket. */
  readonly busy: () => boolean;
  readonly severalNodes: boolean;
}

/** How long before the end of its session or key a socket is looked at each second. Longer than the 25 s between two pings. */
const endingMs = 26_000;

/** Carries the way back from a WebSocket's events, so that listeners are plain functions and not closures per socket (PERF-8). */
export class OperatorSocket extends WebSocket {
  connection: Connection | null = null;
  sockets: Sockets | null = null;
}

/** All sockets of the node: giving frames to them, watching that they live and keep up, closing them. */
export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #hubs = new Map<number, Hub>();
  readonly #backlogged = new Set<Connection>();
  /** Sockets whose session or key ends before their next ping (CORE-161). */
  readonly #ending = new Set<Connection>();
  readonly #wheel: Wheel<Connection>;
  #unsent: UnsentLimits;
  /** WebSockets whose close is not complete, with those that no longer count as connections. */
  #open = 0;
  #closedSlow = 0;
  /** How many were closed, by code. */
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
  /** Starts the second's tick, for what expires without sockets. */
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
      renewed: (renewed) => {
        connection.principal = renewed;
        this.#watchEnd(connection);
      },
      ended: () => this.end(connection, closeCodes.signedOut, "signed out"),
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

  /** Gives whole frames to a socket; one that does not take them is closed (API-105). */
  give(connection: Connection, frames: Buffer, events: number): void {
    if (connection.isClosed() || connection.ws.readyState !== WebSocket.OPEN) return;
    const outcome = connection.push(frames, events, this.#deps.clock, this.#unsent);
    if (outcome === "kept") this.#backlogged.add(connection);
    else if (outcome === "too slow") this.#tooSlow(connection);
  }

  /** Closes with a code of API-105. The socket counts as gone at once; `atOnce`: so does the operator's presence. */
  end(connection: Connection, code: number, reason: string, atOnce = code === closeCodes.signedOut): void {
    if (connection.isClosed()) return;
    this.#leave(connection, atOnce);
    this.#closed[code] = (this.#closed[code] ?? 0) + 1;
    connection.close(code, reason);
  }
  /** What a task for a socket could not do: its client comes back after a moment and resumes where it was. */
  failed(connection: Connection, error: unknown): void {
    if (error instanceof Refusal && !isUnavailable(error)) return;
    if (!(error instanceof Refusal)) this.#deps.log.error({ err: error, account: connection.principal.accountId }, "realtime.failed");
    this.end(connection, closeCodes.restarting, "the server could not go on");
  }
  /** The hello of a socket failed before its `ready`. While the database is away the socket stays open and says hello again later (API-165). */
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
  /** Sends everybody away; resolves when the last socket is closed (2 s at most, then the stream is cut). */
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
  /** Reads the rights again of sockets whose session or key has ended: a session that was used meanwhile has a later end. */
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

/** When the session or key of a socket ends, in ms. */
const endOf = (connection: Connection): number => connection.principal.by.expiresAt ?? Infinity;

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
/** Faults of the peer: ws itself closes with 1002, 1007 or 1009, "close" follows. */
function onError(): void {
  return undefined;
}
