import { existsSync } from "node:fs";
import { requirePackages } from "./debian.js";

const places = [
  process.env.HAPROXY_PATH,
  "/usr/sbin/haproxy",
  "/usr/local/sbin/haproxy",
  "/usr/local/bin/haproxy",
  "/opt/homebrew/bin/haproxy",
];

/** Returns the path of HAProxy; null if there is none. */
export const findHaproxy = () => places.find((path) => path && existsSync(path)) ?? null;

/** Resolves with the path of HAProxy. null also if it cannot be installed. */
export function requireHaproxy() {
  return requirePackages({
    find: findHaproxy,
    packages: "haproxy",
    who: "clusters on this machine",
    or: "   (or set HAPROXY_PATH)",
  });
}
