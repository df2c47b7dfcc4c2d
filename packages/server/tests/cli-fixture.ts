import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";

/** Returns the path of a file in this folder. */
export const resolveBeside = (file: string): string =>
  fileURLToPath(new URL(file, import.meta.url));
/** The variables that Node itself needs, and no others. */
const inheritedEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === "PATH" || name === "NODE_COMPILE_CACHE"),
);

export interface ProcessResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
interface RunningProcess {
  /** Resolves to the URL of the ready line. Rejects if the process ends first. */
  readonly ready: Promise<string>;
  readonly result: Promise<ProcessResult>;
  /** Resolves when the log contains this text. */
  waitForLog(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /**
   * Signals the process group. This includes child processes, but not the database, which has a
   * separate group.
   */
  signalAll(name: NodeJS.Signals): void;
}
/** Starts a process of Parlour, or of a file in this folder, with only these settings. */
export function startProcess(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
): RunningProcess {
  const child = spawn(process.execPath, [resolveBeside(file), ...args], {
    env: { ...inheritedEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // The separate process group can receive a signal as from a terminal.
    detached: true,
  });
  if (env["STDOUT"] === "closed") child.stdout.destroy();
  let out = "";
  let err = "";
  let resolveReady: (address: string) => void = () => undefined;
  const ready = new Promise<string>((resolve, reject) => {
    resolveReady = resolve;
    child.once("close", () => reject(new Error(`ended before it was ready: ${err}`)));
  });
  ready.catch(() => undefined);
  child.stdout.on("data", (part: Buffer) => {
    out += part.toString();
    const address = /^ready (\S+)$/m.exec(out)?.[1];
    if (address !== undefined) resolveReady(address);
  });
  child.stderr.on("data", (part: Buffer) => (err += part.toString()));
  const result = once(child, "close").then(([code]): ProcessResult => ({
    code: Number(code),
    out,
    err,
  }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await result;
  });
  const waitForLog = async (text: string): Promise<void> => {
    while (!err.includes(text)) await once(child.stderr, "data");
  };
  return {
    ready,
    result,
    waitForLog,
    signal: (name) => void child.kill(name),
    signalAll: (name) => void process.kill(-(child.pid ?? 0), name),
  };
}
/** All processes use the same key, because one of them seals secrets in the shared database. */
export const SECRET_KEY = Buffer.alloc(32, 5).toString("base64");
export const defaultEnv = { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json", SECRET_KEY };

/**
 * Creates a folder for the output of a test file and removes it at the end. `createSubfolder`
 * creates a folder in it, for example for a data directory.
 */
export function createScratchFolder(): {
  readonly folder: string;
  readonly createSubfolder: () => string;
} {
  const folder = mkdtempSync(join(tmpdir(), "parlour-cli-"));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, createSubfolder: () => mkdtempSync(join(folder, "d-")) };
}
