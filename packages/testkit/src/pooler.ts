import { createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { databaseAtPort } from "./database.ts";

/**
 * A connection pooler in front of a database, like pgbouncer. Clients sign in here and share a few
 * database connections.
 */
export interface Pooler {
  /** URL of the database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}
/** When a client returns its database connection: at the end of a transaction or of the session. */
export type PoolMode = "transaction" | "session";

interface Backend {
  readonly socket: Socket;
  client: Client | null;
  /** Bytes of an incomplete message from the database. */
  rest: Buffer;
}
interface Client {
  readonly socket: Socket;
  backend: Backend | null;
  /** Requests that wait for a free connection. */
  unsent: Buffer[];
}

const hello = Buffer.concat([message("R", Buffer.alloc(4)), message("K", Buffer.alloc(8)), message("Z", Buffer.from("I"))]);

/**
 * Starts a pooler with `size` connections to the database. The connection that was free for the
 * longest time is used first.
 */
export async function startPooler(databaseUrl: string, mode: PoolMode, size: number): Promise<Pooler> {
  const clients = await Promise.all(Array.from({ length: size }, () => signIn(databaseUrl)));
  const free: Backend[] = clients.map((socket) => ({ socket, client: null, rest: Buffer.alloc(0) }));
  const waiting: Client[] = [];
  const open = new Set<Socket>();

  const give = (backend: Backend): void => {
    if (backend.client) backend.client.backend = null;
    backend.client = null;
    const next = waiting.shift();
    if (next) take(next, backend);
    else free.push(backend);
  };
  const take = (client: Client, backend: Backend): void => {
    backend.client = client;
    client.backend = backend;
    for (const part of client.unsent.splice(0)) backend.socket.write(part);
  };
  const ask = (client: Client, part: Buffer): void => {
    if (client.backend) return void client.backend.socket.write(part);
    client.unsent.push(part);
    if (waiting.includes(client)) return;
    const backend = free.shift();
    if (backend) take(client, backend);
    else waiting.push(client);
  };
  const leave = (client: Client): void => {
    const at = waiting.indexOf(client);
    if (at >= 0) waiting.splice(at, 1);
    // Like `server_reset_query`. No client receives its response.
    const { backend } = client;
    if (!backend) return;
    backend.client = null;
    backend.socket.write(message("Q", Buffer.from("rollback\0")));
    client.backend = null;
    free.push(backend);
  };
  for (const backend of free) {
    backend.socket.on("data", (part: Buffer) => {
      backend.client?.socket.write(part);
      if (isIdleAfter(backend, part) && backend.client && mode === "transaction") give(backend);
    });
  }

  const server = createServer((socket) => {
    open.add(socket);
    const client: Client = { socket, backend: null, unsent: [] };
    let isSignedIn = false;
    socket.on("data", (part: Buffer) => {
      if (!isSignedIn) {
        isSignedIn = true;
        socket.write(hello);
        // "Terminate" is only for the pooler.
      } else if (part[0] === 0x58) socket.end();
      else ask(client, part);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      open.delete(socket);
      leave(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: databaseAtPort(databaseUrl, (server.address() as AddressInfo).port),
    async close() {
      for (const socket of [...open, ...clients]) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Connects with the driver and takes over its socket. */
async function signIn(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners("data");
  return stream;
}
function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
/**
 * Returns whether the latest complete message of the database reports that no transaction is open.
 */
function isIdleAfter(backend: Backend, part: Buffer): boolean {
  let rest = Buffer.concat([backend.rest, part]);
  let isIdle = false;
  while (rest.length >= 5) {
    const length = rest.readInt32BE(1) + 1;
    if (rest.length < length) break;
    isIdle = rest[0] === 0x5a && rest[5] === 0x49;
    rest = rest.subarray(length);
  }
  backend.rest = rest;
  return isIdle && rest.length === 0;
}
