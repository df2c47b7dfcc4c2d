import type { Client } from "undici";
import type { Socket } from "node:net";
import { EgressError } from "./egress-error.ts";

/** A connection to one checked address. It serves one request at a time. */
export interface Connection {
  readonly origin: string;
  readonly address: string;
  readonly client: Client;
  /** The allow list that `address` was last checked against. */
  checkedAllowList: readonly string[] | null;
  /**
   * Returns the number of bytes written. If the number is unchanged after a failure, the server
   * received nothing of the request.
   */
  bytesWritten(): number;
  /** Whether the server or undici has closed the connection. */
  isClosed: boolean;
}

/** Maximum size of the response headers in bytes (reliability.md 6). */
const maxHeaderBytes = 16 * 1024;

export interface IdleLimits {
  readonly total: number;
  readonly perOrigin: number;
}

/**
 * Idle connections for reuse. Parlour opens sockets itself and passes them to undici, so that a
 * hanging connection affects one request and its deadline. In undici's own pool the next attempt
 * would wait for the connection and fail too.
 */
export class IdleConnections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #limits: IdleLimits;
  #count = 0;
  #isClosed = false;

  constructor(limits: IdleLimits) {
    this.#limits = limits;
  }

  /**
   * Returns an idle connection for which `stillAllowed` returns true, because the allow list may
   * have changed. Returns undefined if there is none.
   */
  takeIdle(
    origin: string,
    stillAllowed: (connection: Connection) => boolean,
  ): Connection | undefined {
    const idle = this.#idle.get(origin);
    for (let connection = idle?.pop(); connection !== undefined; connection = idle?.pop()) {
      this.#count -= 1;
      if (idle?.length === 0) this.#idle.delete(origin);
      if (!connection.isClosed && stillAllowed(connection)) return connection;
      discardConnection(connection);
    }
    return undefined;
  }

  /**
   * Makes a connection reusable after its response was read completely, or closes it above the
   * limits. Waits one turn of the event loop, in which undici processes a close or extra bytes
   * after the response.
   */
  release(connection: Connection): void {
    setImmediate(() => this.#addIdle(connection));
  }

  #addIdle(connection: Connection): void {
    const idle = this.#idle.get(connection.origin) ?? [];
    if (
      connection.isClosed ||
      idle.length >= this.#limits.perOrigin ||
      this.#count >= this.#limits.total
    )
      return discardConnection(connection);
    if (this.#isClosed) return discardConnection(connection);
    idle.push(connection);
    this.#count += 1;
    this.#idle.set(connection.origin, idle);
  }

  /** Wraps an open socket in a connection. */
  adopt(ClientClass: typeof Client, origin: string, address: string, socket: Socket): Connection {
    let isUsed = false;
    const client = new ClientClass(origin, {
      connect: (_options, done) => {
        const isRepeated = isUsed;
        isUsed = true;
        // Called asynchronously. Undici still holds a lock inside this call and would lose the
        // request.
        queueMicrotask(() =>
          isRepeated
            ? done(new EgressError("connect_failed", "The connection was closed."), null)
            : done(null, socket),
        );
      },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    });
    const connection: Connection = {
      origin,
      address,
      client,
      checkedAllowList: null,
      bytesWritten: () => socket.bytesWritten,
      isClosed: false,
    };
    client.on("disconnect", () => {
      connection.isClosed = true;
      this.#remove(connection);
      discardConnection(connection);
    });
    return connection;
  }

  close(): void {
    this.#isClosed = true;
    for (const idle of this.#idle.values()) idle.forEach(discardConnection);
    this.#idle.clear();
    this.#count = 0;
  }

  #remove(connection: Connection): void {
    const idle = this.#idle.get(connection.origin);
    const index = idle?.indexOf(connection) ?? -1;
    if (idle === undefined || index < 0) return;
    idle.splice(index, 1);
    this.#count -= 1;
    if (idle.length === 0) this.#idle.delete(connection.origin);
  }
}

export function discardConnection(connection: Connection): void {
  connection.isClosed = true;
  // Destroying the client rejects the running request, which nobody waits for any more.
  connection.client.destroy().catch(() => undefined);
}
