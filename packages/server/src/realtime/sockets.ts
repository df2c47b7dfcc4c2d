import type { Duplex } from "node:stream";
import { closeCodes } from "@parlour/protocol";
import { WebSocket, type RawData } from "ws";
import type { Auth, Principal } from "../auth/index.ts";
import { Refusal } from "../core/failure.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import type { Limits } from "../limits/index.ts";
import type { Chats } from "./chats.ts";
import { Connection } from "./connection.ts";
import { pingFrame } from "./frame.ts";
import { Hub } from "./hub.ts";
import { unsentLimits, type UnsentLimits } from "./link.ts";
import { Wheel } from "./wheel.ts";

export interface SocketsDeps {
  readonly auth: Pick<Auth, "recheck">;
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
  readonly #wheel: Wheel<Connection>;
  #unsent: UnsentLimits;
  /** WebSockets whose close is not complete, with those that no longer count as connections. */
  #open = 0;
  #closedSlow = 0;
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
  stats(): { sockets: number; backlogged: number; closedSlow: number; awaited: number } {
    return { sockets: this.#open, backlogged: this.#backlogged.size, closedSlow: this.#closedSlow, awaited: this.#wheel.awaited() };
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
    this.#open++;
    const socket = ws as OperatorSocket;
    socket.connection = connection;
    socket.sockets = this;
    ws.on("message", onMessage);
    ws.on("pong", onPong);
    ws.on("close", onClose);
    ws.on("error", onError);
    this.#wheel.add(connection);
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
    connection.close(code, reason);
  }
  /** What a task for a socket could not do: its client comes back after a moment and resumes where it was. */
  failed(connection: Connection, error: unknown): void {
    if (error instanceof Refusal && error.failure.failure !== "temporarily_unavailable") return;
    if (!(error instanceof Refusal)) this.#deps.log.error({ err: error, account: connection.principal.accountId }, "realtime.failed");
    this.end(connection, closeCodes.restarting, "the server could not go on");
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
    hub.leave(connection);
    this.#wheel.remove(connection);
    this.#backlogged.delete(connection);
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
    const { by } = connection.principal;
    // The session's time is over, unless it was used meanwhile: ask.
    if (by.kind === "session" && by.expiresAt <= this.#deps.clock.now()) {
      connection.hub.recheck([connection]).catch((error: unknown) => this.failed(connection, error));
    }
  }
  #tick(now: number): void {
    this.#unsent = unsentLimits(this.#deps.limits);
    for (const connection of this.#backlogged) {
      const outcome = connection.settle(now, this.#unsent);
      if (outcome === "sent") this.#backlogged.delete(connection);
      else if (outcome === "too slow") this.#tooSlow(connection);
    }
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
