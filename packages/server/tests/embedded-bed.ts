import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { isRunningOn } from "../src/embedded/postmaster.ts";
import { GatewayConnection } from "../src/journal/gateway-connection.ts";
import { openPools } from "../src/store/pools.ts";

/**
 * Uses real processes and real kills, because the tests cover the behaviour of the operating
 * system.
 */

export const script = fileURLToPath(new URL("./embedded-process.ts", import.meta.url));
const folders: string[] = [];
/** Kills databases that still run in these folders and removes the folders. */
export function removeFolders(): void {
  made = null;
  for (const folder of folders.splice(0)) {
    const cluster = join(folder, "data", "pg");
    const pid = existsSync(join(cluster, "postmaster.pid")) ? postmaster(folder) : 0;
    if (pid > 0 && isRunningOn(pid, cluster)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
/** Removes this folder together with the others. */
export function alsoRemove(folder: string): void {
  folders.push(folder);
}

export function newFolder(suffix = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-embedded-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  const inner = join(folder, suffix);
  mkdirSync(inner, { recursive: true });
  return inner;
}

let made: Promise<string> | null = null;
/**
 * Returns a copy of a folder with a stopped database. Creating a database takes longer than the
 * rest of a test.
 */
export async function folderWithDatabase(): Promise<string> {
  made ??= (async () => {
    const first = newFolder();
    const process_ = run(first);
    await started(process_);
    process_.child.kill("SIGTERM");
    expect(await process_.exit).toBe(0);
    return first;
  })();
  const folder = newFolder();
  // A copy by Node would belong to this user, but the database has its own user.
  expect(spawnSync("cp", ["-a", join(await made, "data"), join(folder, "data")]).status).toBe(0);
  return folder;
}

interface Line {
  readonly event?: string;
  readonly msg?: string;
  readonly message?: string;
  readonly url?: string;
}
export interface Process {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly exit: Promise<number | null>;
  readonly seen: readonly Line[];
  /**
   * Resolves with the first matching line, past or future, or with null if the process ends without
   * one.
   */
  line(fits: (line: Line) => boolean): Promise<Line | null>;
}
export function run(
  folder: string,
  settings: Record<string, string> = {},
  as: { uid?: number; gid?: number } = {},
  before: readonly string[] = [],
): Process {
  const [file, ...args] = [...before, process.execPath, script, join(folder, "data"), JSON.stringify(settings)];
  const child = spawn(file ?? process.execPath, args, {
    ...as,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const seen: Line[] = [];
  const waiting: { fits: (line: Line) => boolean; found: (line: Line | null) => void }[] = [];
  const exit = once(child, "close").then(([code]) => {
    for (const w of waiting) w.found(null);
    return code as number | null;
  });
  createInterface(child.stdout).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    seen.push(line);
    for (const w of waiting.splice(0)) {
      if (w.fits(line)) w.found(line);
      else waiting.push(w);
    }
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exit;
  });
  return {
    child,
    exit,
    seen,
    line: (fits) => {
      const past = seen.find(fits);
      return past ? Promise.resolve(past) : new Promise((found) => waiting.push({ fits, found }));
    },
  };
}
export async function started(process: Process): Promise<string> {
  const line = await process.line((l) => l.event === "started" || l.event === "fault");
  if (line?.url === undefined) throw new Error(`did not start: ${JSON.stringify(process.seen)}`);
  return line.url;
}
export const postmaster = (folder: string): number =>
  Number(readFileSync(join(folder, "data", "pg", "postmaster.pid"), "utf8").split("\n")[0]);
export const lines = (process: Process): (string | undefined)[] => process.seen.map((l) => l.msg ?? l.event);

export async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
/** Returns the epoch of positions as a node reads it (journal.md 3). */
export async function epochOf(url: string): Promise<string> {
  const pools = await openPools(url);
  let epoch = "";
  const fault = (error: unknown): never => expect.fail(String(error));
  const link = new GatewayConnection({ pools, clock: createSystemClock(), onEpoch: (met) => void (epoch = met), onFault: fault });
  await link.open();
  await link.close();
  await pools.close();
  return epoch;
}
export async function killHard(process: Process): Promise<void> {
  process.child.kill("SIGKILL");
  await process.exit;
}
