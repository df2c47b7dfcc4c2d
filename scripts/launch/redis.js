import { existsSync } from "node:fs";
import { requirePackages } from "./debian.js";

const places = [
  process.env.REDIS_SERVER_PATH,
  "/usr/bin/redis-server",
  "/usr/bin/valkey-server",
  "/usr/local/bin/redis-server",
  "/usr/local/bin/valkey-server",
  "/opt/homebrew/bin/redis-server",
];

/** Returns the path of a Redis or Valkey server; null if there is none. */
export const findRedisServer = () => places.find((path) => path && existsSync(path)) ?? null;

/** Resolves with the path of a Redis or Valkey server. null also if it cannot be installed. */
export function requireRedisServer() {
  return requirePackages({
    find: findRedisServer,
    packages: "redis-server",
    who: "the tests with Redis",
    or: "   (or set REDIS_SERVER_PATH)",
  });
}
