import type { Redis, SentinelConnectionOptions } from "ioredis";
import type { RedisAddress } from "./redis-address.ts";

/** Maximum time for the answer of one Sentinel, in milliseconds. */
export const sentinelTimeoutMs = 500;

/** Returns the options with which the client asks the Sentinels for the master (CFG-144). */
export function buildSentinelOptions({ hosts, sentinel, isTls }: RedisAddress) {
  if (sentinel === null) return {};
  return {
    sentinels: [...hosts],
    name: sentinel.master,
    role: "master" as const,
    sentinelUsername: sentinel.username ?? undefined,
    sentinelPassword: sentinel.password ?? undefined,
    enableTLSForSentinelMode: isTls,
    sentinelTLS: isTls ? {} : undefined,
    // Also limits the connection to each Sentinel, so that a silent one does not hide the others.
    connectTimeout: sentinelTimeoutMs,
    sentinelCommandTimeout: sentinelTimeoutMs,
    sentinelRetryStrategy: () => null,
    // The address names all Sentinels.
    updateSentinels: false,
  } satisfies SentinelConnectionOptions;
}

/**
 * Records what the Sentinels answer these clients. Returns a function that says why none of them
 * named the master, or null if one did.
 */
export function watchSentinels(
  clients: readonly Redis[],
  { hosts, sentinel }: RedisAddress,
): () => string | null {
  const errors = clients.map((client) => {
    const list: string[] = [];
    client.on("sentinelError", (error: Error) => void list.push(error.message));
    return list;
  });
  return () => {
    const failed = errors.find((list) => list.length >= hosts.length);
    if (sentinel === null || failed === undefined) return null;
    if (failed.some((text) => text.includes("invalid reply")))
      return `the Sentinels know no master ${sentinel.master}`;
    const reasons = failed
      .map((text) => text.split(" because ")[1] ?? "")
      // This hides the reason, for example ECONNREFUSED.
      .filter((reason) => !reason.startsWith("Connection is closed"));
    return `no Sentinel answers${reasons[0] === undefined ? "" : `: ${reasons[0]}`}`;
  };
}
