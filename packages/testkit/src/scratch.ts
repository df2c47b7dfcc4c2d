import { accessSync, chmodSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** A run keeps up to 1.5 GiB of databases, files and browser profiles at a time. */
const room = 4 * 1024 ** 3;

export interface Scratch {
  readonly folder: string;
  close(): void;
}
/**
 * A folder in memory for what a run of tests writes, or null where memory is short: what was written survives SIGKILL there too, and a
 * commit does not wait for a disk, which is half of the time and a third of the computing of a run. A folder whose run is gone is removed.
 */
export function openScratch(): Scratch | null {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < room) return null;
  } catch {
    // No such place on this system.
    return null;
  }
  for (const name of readdirSync(memory)) {
    const [, pid] = /^parlour-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeIfItGoes(join(memory, name));
  }
  // Short, because paths of sockets are; open to all, as its like is, because the database runs as another user.
  const folder = join(memory, `parlour-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777);
  return { folder, close: () => remove(folder) };
}

/** A killed run may leave a file system mounted in its folder: that stays until somebody unmounts it, and is in nobody's way. */
function removeIfItGoes(folder: string): void {
  try {
    remove(folder);
  } catch (error) {
    console.warn(`${folder} is left of an earlier run and does not go: ${error instanceof Error ? error.message : String(error)}`);
  }
}
function remove(folder: string): void {
  // A process that was told to end may write its last while its folder goes.
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
