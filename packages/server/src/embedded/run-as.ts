import { spawnSync } from "node:child_process";
import { StartFault } from "./fault.ts";

/** The user of PostgreSQL's processes. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const ownName = "parlour-db";

/**
 * Returns the user for PostgreSQL, which refuses to run as root. As root: the system user
 * `parlour-db`, created if missing, or `nobody` if users cannot be created. Otherwise undefined:
 * the database runs as the user of this process.
 */
export function databaseUser(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp(ownName);
  if (known) return known;
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", ownName]);
  const other = lookUp(ownName) ?? lookUp("nobody");
  if (!other)
    throw new StartFault(
      "PostgreSQL does not run as root and this machine has no other user; start Parlour as another user or set DATABASE_URL",
    );
  return other;
}

function lookUp(name: string): RunAs | undefined {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
function idOf(flag: "-u" | "-g", name: string): number | undefined {
  const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
  return answer.status === 0 ? Number(answer.stdout.trim()) : undefined;
}

/** Returns whether that user may enter (`-x`) or write (`-w`) a path. */
export function userMay(as: RunAs, test: "-x" | "-w", path: string): boolean {
  return spawnSync("/bin/sh", ["-c", `test ${test} "$1"`, "sh", path], as).status === 0;
}
