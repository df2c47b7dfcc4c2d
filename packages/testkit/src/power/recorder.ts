import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCalls, type Call } from "./calls.ts";

/**
 * Records the disk changes of processes (`recorder.c`), for disk images after a power loss. Linux
 * only.
 */
export interface Recorder {
  /** The recorded folder. Empty at first. */
  readonly root: string;
  readonly inode: number;
  /** Environment for a Node process to be recorded, with all its child processes. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Returns the current counter: earlier calls have lower numbers, later calls this or higher ones.
   */
  position(): number;
  /** Returns all calls. Complete after the recorded processes have ended regularly. */
  calls(): readonly Call[];
  close(): void;
}

const source = fileURLToPath(new URL("recorder.c", import.meta.url));
const preload = new URL("preload.ts", import.meta.url).href;

/**
 * Compiles the recorder and creates `disk` in a folder that every user can access. Without a C
 * compiler it throws an error with the install command.
 */
export function startRecorder(folder: string): Recorder {
  // The in-memory folder of the tests may forbid to execute files.
  const own = mkdtempSync("/tmp/parlour-recorder-");
  chmodSync(own, 0o711);
  const library = compile(own);
  const root = join(realpathSync(folder), "disk");
  mkdirSync(root);
  chmodSync(root, 0o711);
  const log = join(folder, "calls");
  // The database's user also writes to these files.
  for (const [file, bytes] of [
    [log, 0],
    [`${log}.count`, 16],
  ] as const) {
    writeFileSync(file, Buffer.alloc(bytes));
    chmodSync(file, 0o666);
  }
  const counter = openSync(`${log}.count`, "r");
  const read = (at: number): number => {
    const number = Buffer.alloc(8);
    readSync(counter, number, 0, 8, at);
    return Number(number.readBigUInt64LE());
  };
  return {
    root,
    inode: statSync(root).ino,
    env: { LD_PRELOAD: library, POWER_LOG: log, POWER_ROOT: root, NODE_OPTIONS: `--import=${preload}` },
    position: () => read(0),
    calls() {
      if (read(8) !== 0) throw new Error("the recorder could not write its log: is the disk full?");
      return readCalls(readFileSync(log));
    },
    close() {
      closeSync(counter);
      for (const path of [own, log, `${log}.count`]) rmSync(path, { recursive: true });
    },
  };
}

function compile(folder: string): string {
  const library = join(folder, "recorder.so");
  const made = spawnSync("cc", ["-O2", "-Wall", "-shared", "-fPIC", "-o", library, source, "-ldl"], { encoding: "utf8" });
  if (made.error)
    throw new Error(
      "images of a lost power need a C compiler. Type: sudo sh -c 'apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev'",
    );
  if (made.status !== 0) throw new Error(`recorder.c was not compiled: ${made.stderr}`);
  chmodSync(library, 0o755);
  // A library that cannot be loaded is skipped with a line on standard error.
  const { stderr } = spawnSync("true", { env: { PATH: process.env["PATH"], LD_PRELOAD: library }, encoding: "utf8" });
  if (stderr !== "") throw new Error(`the recorder cannot be preloaded: ${stderr}`);
  return library;
}
