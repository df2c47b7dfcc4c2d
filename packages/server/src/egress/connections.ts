import { Client } from "undici";
import type { Socket } from "node:net";
import { Fault } from "./fault.ts";

/** One connection to one checked address, used by one request at a time. */
export interface Connection {
  readonly origin: string;
  readonly address: string;
  readonly client: Client;
  /** The list of allowed addresses under which `address` was checked last. */
  checkedBy: readonly string[] | null;
  /** Bytes written so far; unchanged after a failure: the peer saw nothing of the request. */
  sent(): number;
  /** Set when the peer or undici closed it. */
  isGone: boolean;
}

/** Most response header bytes (reliability.md 6). */
const maxHeaderBytes = 16 * 1024;

export interface IdleLimits {
  readonly total: number;
  readonly perOrigin: number;
}

/**
 * Kept connections. We dial ourselves and hand undici the open socket, so that a connection that hangs belongs to one request
 * and its deadline: in undici's own pool the next attempt would queue behind it and fail with it.
 */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #limits: IdleLimits;
  #count = 0;
  #isClosed = false;

  constructor(limits: IdleLimits) {
    this.#limits = limits;
  }

  /** A kept connection that `stillAllowed` accepts (the allow list may have changed), or undefined. */
  take(origin: string, stillAllowed: (connection: Connection) => boolean): Connection | undefined {
    const kept = this.#idle.get(origin);
    for (let connection = kept?.pop(); connection !== undefined; connection = kept?.pop()) {
      this.#count -= 1;
      if (kept?.length === 0) this.#idle.delete(origin);
      if (!connection.isGone && stillAllowed(connection)) return connection;
      discard(connection);
    }
    return undefined;
  }

  /**
   * Keeps a connection whose answer was read to its end; closes it above the limits. Only after a turn of the event loop: by then
   * undici has seen a close or stray bytes that came with the answer.
   */
  give(connection: Connection): void {
    setImmediate(() => this.#keep(connection));
  }

  #keep(connection: Connection): void {
    const kept = this.#idle.get(connection.origin) ?? [];
    if (connection.isGone || kept.length >= this.#limits.perOrigin || this.#count >= this.#limits.total) return discard(connection);
    if (this.#isClosed) return discard(connection);
    kept.push(connection);
    this.#count += 1;
    this.#idle.set(connection.origin, kept);
  }

  /** Wraps an open socket. */
  adopt(origin: string, address: string, socket: Socket): Connection {
    let isUsed = false;
    const client = new Client(origin, {
      connect: (_options, done) => {
        const isAgain = isUsed;
        isUsed = true;
        // Answered later: inside the call undici still holds its lock and would forget the request.
        queueMicrotask(() => (isAgain ? done(new Fault("connect_failed", "The connection was closed."), null) : done(null, socket)));
      },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    });
    const connection: Connection = { origin, address, client, checkedBy: null, sent: () => socket.bytesWritten, isGone: false };
    client.on("disconnect", () => {
      connection.isGone = true;
      this.#forget(connection);
      discard(connection);
    });
    return connection;
  }

  close(): void {
    this.#isClosed = true;
    for (const kept of this.#idle.values()) kept.forEach(discard);
    this.#idle.clear();
    this.#count = 0;
  }

  #forget(connection: Connection): void {
    const kept = this.#idle.get(connection.origin);
    const at = kept?.indexOf(connection) ?? -1;
    if (kept === undefined || at < 0) return;
    kept.splice(at, 1);
    this.#count -= 1;
    if (kept.length === 0) this.#idle.delete(connection.origin);
  }
}

export function discard(connection: Connection): void {
  connection.isGone = true;
  // Destroying ends what is under way; its promise has nobody left to tell.
  connection.client.destroy().catch(() => undefined);
}
