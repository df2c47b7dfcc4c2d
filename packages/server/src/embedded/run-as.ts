import { spawnSync } from "node:child_process";
import { StartFault } from "./fault.ts";

/** The user that PostgreSQL's processes belong to. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const ownName = "parlour-db";

/**
 * PostgreSQL refuses to run as root. As root this answers the system user `parlour-db`, made when missing, or `nobody` where
 * users cannot be made; for everybody else undefined: the database runs as the process itself.
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

/** Whether that user may pass through (`-x`) or write (`-w`) a path. */
export function userMay(as: RunAs, test: "-x" | "-w", path: string): boolean {
  return spawnSync("/bin/sh", ["-c", `test ${test} "$1"`, "sh", path], as).status === 0;
}
