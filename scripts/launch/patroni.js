import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { requirePackages } from "./debian.js";

const folder = "/usr/lib/postgresql";
const patroni = "/usr/bin/patroni";
const etcd = "/usr/bin/etcd";

/**
 * Returns the paths of Patroni, etcd and the programs of the newest PostgreSQL in Debian's folders;
 * null if one is missing.
 */
export function findPatroni() {
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const version = Math.max(0, ...versions.filter((one) => one >= 15));
  const binaries = join(folder, `${version}`, "bin");
  const isComplete = [patroni, etcd, join(binaries, "pg_rewind"), join(binaries, "postgres")].every(
    (path) => existsSync(path),
  );
  return isComplete ? { patroni, etcd, binaries } : null;
}

/** Resolves with the paths. null also if they cannot be installed. */
export function requirePatroni() {
  return requirePackages({
    find: findPatroni,
    packages: "patroni etcd-server postgresql",
    who: "clusters without a single point of failure",
  });
}
