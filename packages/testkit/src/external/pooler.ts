import { createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { withDatabasePort } from "../database.ts";

/**
 * A connection pooler in front of a database, such as pgbouncer. Clients sign in to the pooler and
 * share a few database connections.
 */
export interface Pooler {
  /** URL of the database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}
/**
 * When a client returns its database connection: at the end of each transaction, or at the end of
 * the session.
 */
export type PoolMode = "transaction" | "session";

interface Backend {
  readonly socket: Socket;
  client: Client | null;
  /** Bytes of an incomplete message from the database. */
  unparsed: Buffer;
}
interface Client {
  readonly socket: Socket;
  backend: Backend | null;
  /** Requests that wait for a free connection. */
  queued: Buffer[];
}

const startupReply = Buffer.concat([
  buildMessage("R", Buffer.alloc(4)),
  buildMessage("K", Buffer.alloc(8)),
  buildMessage("Z", Buffer.from("I")),
]);

/**
 * Starts a pooler with `size` connections to the database. A request gets the connection that has
 * been free for the longest time.
 */
export async function startPooler(
  databaseUrl: string,
  mode: PoolMode,
  size: number,
): Promise<Pooler> {
  const clients = await Promise.all(
    Array.from({ length: size }, () => connectBackend(databaseUrl)),
  );
  const free: Backend[] = clients.map((socket) => ({
    socket,
    client: null,
    unparsed: Buffer.alloc(0),
  }));
  const waitingClients: Client[] = [];
  const openSockets = new Set<Socket>();

  const release = (backend: Backend): void => {
    if (backend.client) backend.client.backend = null;
    backend.client = null;
    const next = waitingClients.shift();
    if (next) assign(next, backend);
    else free.push(backend);
  };
  const assign = (client: Client, backend: Backend): void => {
    backend.client = client;
    client.backend = backend;
    for (const part of client.queued.splice(0)) backend.socket.write(part);
  };
  const forward = (client: Client, part: Buffer): void => {
    if (client.backend) return void client.backend.socket.write(part);
    client.queued.push(part);
    if (waitingClients.includes(client)) return;
    const backend = free.shift();
    if (backend) assign(client, backend);
    else waitingClients.push(client);
  };
  const disconnect = (client: Client): void => {
    const index = waitingClients.indexOf(client);
    if (index >= 0) waitingClients.splice(index, 1);
    // Resets the connection, as `server_reset_query` of pgbouncer does. The response is not
    // forwarded to a client.
    const { backend } = client;
    if (!backend) return;
    backend.client = null;
    backend.socket.write(buildMessage("Q", Buffer.from("rollback\0")));
    client.backend = null;
    free.push(backend);
  };
  for (const backend of free) {
    backend.socket.on("data", (part: Buffer) => {
      backend.client?.socket.write(part);
      if (isIdleAfter(backend, part) && backend.client && mode === "transaction") release(backend);
    });
  }

  const server = createServer((socket) => {
    openSockets.add(socket);
    const client: Client = { socket, backend: null, queued: [] };
    let isSignedIn = false;
    socket.on("data", (part: Buffer) => {
      if (!isSignedIn) {
        isSignedIn = true;
        socket.write(startupReply);
        // The message "Terminate" ends only the connection to the pooler and is not forwarded.
      } else if (part[0] === 0x58) socket.end();
      else forward(client, part);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      openSockets.delete(socket);
      disconnect(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: withDatabasePort(databaseUrl, (server.address() as AddressInfo).port),
    async close() {
      for (const socket of [...openSockets, ...clients]) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Connects with the driver and takes over its socket. */
async function connectBackend(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } })
    .connection;
  stream.removeAllListeners("data");
  return stream;
}
function buildMessage(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
/**
 * Returns whether the latest complete message of the database reports that no transaction is open.
 */
function isIdleAfter(backend: Backend, part: Buffer): boolean {
  let unparsed = Buffer.concat([backend.unparsed, part]);
  let isIdle = false;
  while (unparsed.length >= 5) {
    const length = unparsed.readInt32BE(1) + 1;
    if (unparsed.length < length) break;
    isIdle = unparsed[0] === 0x5a && unparsed[5] === 0x49;
    unparsed = unparsed.subarray(length);
  }
  backend.unparsed = unparsed;
  return isIdle && unparsed.length === 0;
}
