import { spawnSync } from "node:child_process";
import { StartError } from "./start-error.ts";

/** The user as which PostgreSQL runs. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

const databaseUserName = "parlour-db";

/**
 * Returns the user for PostgreSQL, which refuses to run as root. If this process runs as root, it
 * is the system user `parlour-db`, created if missing, or `nobody` if users cannot be created.
 * Otherwise returns undefined, and the database runs as the user of this process.
 */
export function ensureDatabaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = findUser(databaseUserName);
  if (existing) return existing;
  spawnSync("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    databaseUserName,
  ]);
  const fallback = findUser(databaseUserName) ?? findUser("nobody");
  if (!fallback)
    throw new StartError(
      "PostgreSQL cannot run as root and this machine has no suitable user; start Parlour as another user or set DATABASE_URL",
    );
  return fallback;
}

function findUser(name: string): DatabaseUser | undefined {
  const { stdout } = spawnSync("id", [name], { encoding: "utf8" });
  // `stdout` is null if the program `id` does not exist.
  const ids = /^uid=(?<uid>\d+)\S* gid=(?<gid>\d+)/.exec(stdout ?? "")?.groups;
  return ids && { uid: Number(ids["uid"]), gid: Number(ids["gid"]) };
}

/** Returns whether the user may enter (`-x`) or write (`-w`) a path. */
export function canUserAccess(as: DatabaseUser, test: "-x" | "-w", path: string): boolean {
  return spawnSync("/bin/sh", ["-c", `test ${test} "$1"`, "sh", path], as).status === 0;
}
