import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";

/** A file beside this one. */
export const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
/** Of this process only what Node itself needs. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => name === "PATH" || name === "NODE_COMPILE_CACHE"));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
interface Running {
  /** Resolves with the port when the ready line came; rejects when the process ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
  /** Resolves when the log named this. */
  logged(what: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** To its children too, but the database's own group. */
  signalAll(name: NodeJS.Signals): void;
}
/** A process of the product, or of a file beside this one, with these settings and no others. */
export function start(file: string, env: Record<string, string>, args: string[] = []): Running {
  const child = spawn(process.execPath, [at(file), ...args], {
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, for a signal as a terminal gives it.
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
/** One key for what one of them seals in the database of all. */
export const SECRET_KEY = Buffer.alloc(32, 5).toString("base64");
export const usual = { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json", SECRET_KEY };

/** A folder for what a test file writes, gone at its end; `fresh` makes one in it, as for a data directory. */
export function scratchFolder(): { readonly folder: string; readonly fresh: () => string } {
  const folder = mkdtempSync(join(tmpdir(), "parlour-cli-"));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, fresh: () => mkdtempSync(join(folder, "d-")) };
}
