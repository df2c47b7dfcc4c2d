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
import { isServerOnCluster } from "../src/embedded/postmaster.ts";
import { GatewayConnection } from "../src/journal/writing/gateway-connection.ts";
import { openPools } from "../src/store/database/pools.ts";

/**
 * The tests use real processes and real kills, because they cover the behaviour of the operating
 * system.
 */

export const embeddedScript = fileURLToPath(new URL("./embedded-process.ts", import.meta.url));
const folders: string[] = [];
/** Kills databases that still run in these folders and removes the folders. */
export function removeFolders(): void {
  databaseTemplate = null;
  for (const folder of folders.splice(0)) {
    const cluster = join(folder, "data", "pg");
    const pid = existsSync(join(cluster, "postmaster.pid")) ? readPostmasterPid(folder) : 0;
    if (pid > 0 && isServerOnCluster(pid, cluster)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
/** Removes this folder together with the others. */
export function removeAtEnd(folder: string): void {
  folders.push(folder);
}

export function createFolder(suffix = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour-embedded-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  const inner = join(folder, suffix);
  mkdirSync(inner, { recursive: true });
  return inner;
}

let databaseTemplate: Promise<string> | null = null;
/**
 * Returns a copy of a folder with a stopped database. Creating a database would take longer than
 * the rest of a test.
 */
export async function copyFolderWithDatabase(): Promise<string> {
  databaseTemplate ??= (async () => {
    const first = createFolder();
    const process_ = startProcess(first);
    await waitForStart(process_);
    process_.child.kill("SIGTERM");
    expect(await process_.exit).toBe(0);
    return first;
  })();
  const folder = createFolder();
  // A copy made by Node would belong to this user, but the database has a separate user.
  expect(
    spawnSync("cp", ["-a", join(await databaseTemplate, "data"), join(folder, "data")]).status,
  ).toBe(0);
  return folder;
}

interface OutputLine {
  readonly event?: string;
  readonly msg?: string;
  readonly message?: string;
  readonly url?: string;
}
export interface EmbeddedProcess {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly exit: Promise<number | null>;
  readonly outputLines: readonly OutputLine[];
  /**
   * Resolves to the first matching line, even if it was written earlier, or to null if the process
   * ends without one.
   */
  waitForLine(fits: (line: OutputLine) => boolean): Promise<OutputLine | null>;
}
export function startProcess(
  folder: string,
  settings: Record<string, string> = {},
  owner: { uid?: number; gid?: number } = {},
  commandPrefix: readonly string[] = [],
): EmbeddedProcess {
  const [file, ...args] = [
    ...commandPrefix,
    process.execPath,
    embeddedScript,
    join(folder, "data"),
    JSON.stringify(settings),
  ];
  const child = spawn(file ?? process.execPath, args, {
    ...owner,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const outputLines: OutputLine[] = [];
  const waiters: {
    fits: (line: OutputLine) => boolean;
    found: (line: OutputLine | null) => void;
  }[] = [];
  const exit = once(child, "close").then(([code]) => {
    for (const w of waiters) w.found(null);
    return code as number | null;
  });
  createInterface(child.stdout).on("line", (text) => {
    const line = JSON.parse(text) as OutputLine;
    outputLines.push(line);
    for (const w of waiters.splice(0)) {
      if (w.fits(line)) w.found(line);
      else waiters.push(w);
    }
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exit;
  });
  return {
    child,
    exit,
    outputLines,
    waitForLine: (matches) => {
      const existing = outputLines.find(matches);
      return existing
        ? Promise.resolve(existing)
        : new Promise((resolve) => waiters.push({ fits: matches, found: resolve }));
    },
  };
}
export async function waitForStart(process: EmbeddedProcess): Promise<string> {
  const line = await process.waitForLine((l) => l.event === "started" || l.event === "fault");
  if (line?.url === undefined)
    throw new Error(`did not start: ${JSON.stringify(process.outputLines)}`);
  return line.url;
}
export const readPostmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, "data", "pg", "postmaster.pid"), "utf8").split("\n")[0]);
export const eventNames = (process: EmbeddedProcess): (string | undefined)[] =>
  process.outputLines.map((l) => l.msg ?? l.event);

export async function runQuery<R extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
/** Returns the epoch of positions as a node does (journal.md 3). */
export async function readEpoch(url: string): Promise<string> {
  const pools = openPools(url);
  let epoch = "";
  const failTest = (error: unknown): never => expect.fail(String(error));
  const connection = new GatewayConnection({
    pools,
    clock: createSystemClock(),
    onEpoch: (value) => void (epoch = value),
    onFault: failTest,
  });
  await connection.open();
  await connection.close();
  await pools.close();
  return epoch;
}
export async function killProcess(process: EmbeddedProcess): Promise<void> {
  process.child.kill("SIGKILL");
  await process.exit;
}
