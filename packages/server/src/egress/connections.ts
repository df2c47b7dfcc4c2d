import { Client } from "undici";
import type { Socket } from "node:net";
import { Fault } from "./fault.ts";

/** A connection to one checked address, used by one request at a time. */
export interface Connection {
  readonly origin: string;
  readonly address: string;
  readonly client: Client;
  /** The allow list with which `address` was last checked. */
  checkedBy: readonly string[] | null;
  /**
   * Returns the number of written bytes. If it is unchanged after a failure, the server received
   * nothing of the request.
   */
  sent(): number;
  /** True after the server or undici closed it. */
  isGone: boolean;
}

/** Maximum bytes of response headers (reliability.md 6). */
const maxHeaderBytes = 16 * 1024;

export interface IdleLimits {
  readonly total: number;
  readonly perOrigin: number;
}

/**
 * Idle connections for reuse. We open sockets ourselves and pass them to undici, so that a hanging
 * connection belongs to one request and its deadline. In undici's own pool the next attempt would
 * queue behind it and fail with it.
 */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #limits: IdleLimits;
  #count = 0;
  #isClosed = false;

  constructor(limits: IdleLimits) {
    this.#limits = limits;
  }

  /**
   * Returns an idle connection that `stillAllowed` accepts, because the allow list may have
   * changed. undefined: none.
   */
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
   * Makes a connection reusable after its response was read completely, or closes it above the
   * limits. Waits one turn of the event loop, so that undici has processed a close or extra bytes
   * after the response.
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
        // Called asynchronously: inside this call undici still holds its lock and would lose the
        // request.
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
  // Destroying rejects the running request, which is already abandoned.
  connection.client.destroy().catch(() => undefined);
}
