import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";

/** Returns the path of a file beside this one. */
export const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
/** The variables that Node itself needs, and no others. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => name === "PATH" || name === "NODE_COMPILE_CACHE"));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
interface Running {
  /** Resolves with the address of the ready line. Rejects if the process ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
  /** Resolves when the log contains this text. */
  logged(what: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Signals the process group: its children too, but not the database, which has its own group. */
  signalAll(name: NodeJS.Signals): void;
}
/** Starts a process of the product, or of a file beside this one, with only these settings. */
export function start(file: string, env: Record<string, string>, args: string[] = []): Running {
  const child = spawn(process.execPath, [at(file), ...args], {
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, so that a signal can reach all of it as from a terminal.
    detached: true,
  });
  if (env["STDOUT"] === "closed") child.stdout.destroy();
  let out = "";
  let err = "";
  let isReady: (address: string) => void = () => undefined;
  const ready = new Promise<string>((resolve, reject) => {
    isReady = resolve;
    child.once("close", () => reject(new Error(`ended before it was ready: ${err}`)));
  });
  ready.catch(() => undefined);
  child.stdout.on("data", (part: Buffer) => {
    out += part.toString();
    const address = /^ready (\S+)$/m.exec(out)?.[1];
    if (address !== undefined) isReady(address);
  });
  child.stderr.on("data", (part: Buffer) => (err += part.toString()));
  const ended = once(child, "close").then(([code]): Ended => ({ code: Number(code), out, err }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const logged = async (what: string): Promise<void> => {
    while (!err.includes(what)) await once(child.stderr, "data");
  };
  return { ready, ended, logged, signal: (name) => void child.kill(name), signalAll: (name) => void process.kill(-(child.pid ?? 0), name) };
}
/** One key, because all processes share a database with secrets that one of them sealed. */
export const SECRET_KEY = Buffer.alloc(32, 5).toString("base64");
export const usual = { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json", SECRET_KEY };

/**
 * Creates a folder for the output of a test file and removes it at the end. `createSubfolder`
 * creates a folder in it, for example for a data directory.
 */
export function scratchFolder(): { readonly folder: string; readonly fresh: () => string } {
  const folder = mkdtempSync(join(tmpdir(), "parlour-cli-"));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, fresh: () => mkdtempSync(join(folder, "d-")) };
}
