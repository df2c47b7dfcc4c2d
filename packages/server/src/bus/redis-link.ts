import type { Redis } from "ioredis";
import type { Clock } from "../core/command.ts";
import { formatRedisAddress, type RedisAddress } from "./redis-address.ts";
import { buildSentinelOptions, sentinelTimeoutMs, watchSentinels } from "./redis-sentinels.ts";

type Timer = Clock;

/** Two connections to Redis: one that publishes, one that receives what is published. */
export interface RedisLink {
  readonly version: string;
  /** Publishes a message. Rejects if Redis does not confirm it within 150 ms. */
  publish(channel: string, message: string): Promise<void>;
  /** Closes both connections. `onEnd` is not called. */
  close(): void;
}
export interface RedisLinkOptions {
  readonly address: RedisAddress;
  readonly clock: Timer;
  readonly channels: readonly string[];
  readonly onMessage: (channel: string, message: string) => void;
  /** Called once if a connection ends. */
  readonly onEnd: (error: Error) => void;
}
/** Result of a test connection. `reason`: why Redis cannot be used. */
export type RedisProbe = { readonly at: string } & (
  | { readonly version: string; readonly latencyMs: number }
  | { readonly reason: string }
);

/** Maximum time to open a link, in milliseconds. Each Sentinel adds `sentinelTimeoutMs`. */
const connectTimeoutMs = 2_000;
/** Maximum time for a command, in milliseconds. */
const commandTimeoutMs = 150;

/** Opens a link. Rejects after 2 s at the latest, and 0.5 s more for each Sentinel. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { address, clock, channels, onMessage } = options;
  const [publisher, subscriber] = await Promise.all([createClient(address), createClient(address)]);
  const clients = [publisher, subscriber];
  const close = (): void => {
    for (const client of clients) client.disconnect();
  };
  /** Null while the link is being opened, and after it was closed. */
  let onEnd: ((error: Error) => void) | null = null;
  let lastError = new Error("the connection was closed");
  const describeSentinels = watchSentinels(clients, address);
  for (const client of clients) {
    client.on("error", (error: Error) => (lastError = error));
    client.on("end", () => {
      onEnd?.(lastError);
      onEnd = null;
    });
  }
  const connect = async (): Promise<string> => {
    await Promise.all(clients.map((client) => client.connect()));
    subscriber.on("message", onMessage);
    await subscriber.subscribe(...channels);
    return checkServer(publisher, address);
  };
  const timeoutMs =
    connectTimeoutMs + (address.sentinel === null ? 0 : address.hosts.length * sentinelTimeoutMs);
  try {
    const version = await withTimeout(clock, timeoutMs, connect());
    if (clients.some(({ status }) => status !== "ready")) throw lastError;
    onEnd = options.onEnd;
    return {
      version,
      publish: async (channel, message) =>
        void (await withTimeout(clock, commandTimeoutMs, publisher.publish(channel, message))),
      close() {
        onEnd = null;
        close();
      },
    };
  } catch (error) {
    close();
    const reason = describeSentinels();
    if (reason !== null) throw new Error(reason);
    // `connect` only says that the connection was closed. The event contains the reason.
    throw isClosedError(error) ? lastError : error;
  }
}

/** Connects for `parlour doctor`. `channelPrefix`: begin of permitted names. Never throws. */
export async function probeRedis(
  address: RedisAddress,
  clock: Timer,
  channelPrefix: string,
): Promise<RedisProbe> {
  const at = formatRedisAddress(address);
  const channel = `${channelPrefix}probe`;
  try {
    const link = await openRedisLink({
      address,
      clock,
      channels: [channel],
      onMessage: () => undefined,
      onEnd: () => undefined,
    });
    const startedAt = clock.monotonic();
    await link.publish(channel, "").finally(() => link.close());
    return { at, version: link.version, latencyMs: clock.monotonic() - startedAt };
  } catch (error) {
    return { at, reason: describeRedisError(error) };
  }
}

/** Describes an error for administrators. Never contains a password. */
export function describeRedisError(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  // An error of several addresses has no message.
  return (message || code || "unknown error").slice(0, 200);
}

/** Creates a client that connects once. The bus itself connects again, with other pauses. */
async function createClient(address: RedisAddress): Promise<Redis> {
  // Loaded here, so that a start without Redis does not load the library.
  const { Redis } = await import("ioredis");
  return new Redis({
    ...address.hosts[0],
    tls: address.isTls ? {} : undefined,
    username: address.username ?? undefined,
    password: address.password ?? undefined,
    db: address.database,
    connectionName: "parlour",
    connectTimeout: connectTimeoutMs,
    lazyConnect: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    ...buildSentinelOptions(address),
  });
}

/**
 * Returns the version of the server, from the answer of HELLO: names and values in turn. Throws an
 * error if Sentinels name a replica, which does not pass messages on to other servers.
 */
async function checkServer(client: Redis, { sentinel }: RedisAddress): Promise<string> {
  const fields = (await client.call("HELLO")) as readonly unknown[];
  const read = (name: string): unknown => fields[fields.indexOf(name) + 1];
  if (sentinel !== null && read("role") !== "master")
    throw new Error(`the Sentinels name a server as ${sentinel.master} that is a replica`);
  const version = read("version");
  return typeof version === "string" ? version : "?";
}

function withTimeout<T>(clock: Timer, ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.scheduleAt(clock.now() + ms, () =>
      reject(new Error(`no response within ${ms} ms`)),
    );
    promise.then(resolve, reject).finally(cancel);
  });
}
const isClosedError = (error: unknown): boolean =>
  error instanceof Error && error.message === "Connection is closed.";
