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
import { readRecordedCalls, type RecordedCall } from "./syscalls.ts";

/**
 * Records the disk changes of processes (`recorder.c`). Disk images after a power loss are computed
 * from them. Linux only.
 */
export interface Recorder {
  /** The recorded folder, which is empty at the start. */
  readonly root: string;
  readonly inode: number;
  /** Environment for a Node process. The process and all its child processes are recorded. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Returns the current counter value. Earlier calls have lower values, later calls have this or
   * higher values.
   */
  position(): number;
  /** Returns all calls. Complete after the recorded processes have ended regularly. */
  calls(): readonly RecordedCall[];
  close(): void;
}

const source = fileURLToPath(new URL("recorder.c", import.meta.url));
const preload = new URL("preload.ts", import.meta.url).href;

/**
 * Compiles the recorder and creates `disk` in a folder that every user can access. If there is no C
 * compiler, throws an error with the command that installs one.
 */
export function startRecorder(folder: string): Recorder {
  // The in-memory folder of the tests may forbid the execution of files.
  const libraryFolder = mkdtempSync("/tmp/parlour-recorder-");
  chmodSync(libraryFolder, 0o711);
  const library = compileRecorder(libraryFolder);
  const root = join(realpathSync(folder), "disk");
  mkdirSync(root);
  chmodSync(root, 0o711);
  const log = join(folder, "calls");
  // The database runs as another user, who also writes to these files.
  for (const [file, bytes] of [
    [log, 0],
    [`${log}.count`, 16],
  ] as const) {
    writeFileSync(file, Buffer.alloc(bytes));
    chmodSync(file, 0o666);
  }
  const counter = openSync(`${log}.count`, "r");
  const readCounter = (at: number): number => {
    const number = Buffer.alloc(8);
    readSync(counter, number, 0, 8, at);
    return Number(number.readBigUInt64LE());
  };
  return {
    root,
    inode: statSync(root).ino,
    env: {
      LD_PRELOAD: library,
      POWER_LOG: log,
      POWER_ROOT: root,
      NODE_OPTIONS: `--import=${preload}`,
    },
    position: () => readCounter(0),
    calls() {
      if (readCounter(8) !== 0)
        throw new Error("the recorder could not write its log: is the disk full?");
      return readRecordedCalls(readFileSync(log));
    },
    close() {
      closeSync(counter);
      for (const path of [libraryFolder, log, `${log}.count`]) rmSync(path, { recursive: true });
    },
  };
}

function compileRecorder(folder: string): string {
  const library = join(folder, "recorder.so");
  const result = spawnSync(
    "cc",
    ["-O2", "-Wall", "-shared", "-fPIC", "-o", library, source, "-ldl"],
    { encoding: "utf8" },
  );
  if (result.error)
    throw new Error(
      "images of a lost power need a C compiler. Type: sudo sh -c 'apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev'",
    );
  if (result.status !== 0) throw new Error(`recorder.c was not compiled: ${result.stderr}`);
  chmodSync(library, 0o755);
  // If a library cannot be loaded, the system skips it and prints a line on standard error.
  const { stderr } = spawnSync("true", {
    env: { PATH: process.env["PATH"], LD_PRELOAD: library },
    encoding: "utf8",
  });
  if (stderr !== "") throw new Error(`the recorder cannot be preloaded: ${stderr}`);
  return library;
}
