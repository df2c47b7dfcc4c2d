import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the sample programs for integrators. */
export const samplesFolder = fileURLToPath(
  new URL("../../../../docs/integrate/samples/", import.meta.url),
);

/** Returns true if a command is installed. Samples whose interpreter is missing are skipped. */
const isInstalled = (command: string, argument = "--version"): boolean =>
  spawnSync(command, [argument], { stdio: "ignore" }).status === 0;
const python = isInstalled("python3");
const { findPython } = (await import(
  new URL("../../../../scripts/launch/python.js", import.meta.url).href
)) as { readonly findPython: (modules: readonly string[]) => string | null };
/** A Python for samples with the SDK (`sdk_*.py`). Null: they are skipped. */
export const sdkPython = findPython(["httpx"]);
/** Folder of the sources of the Python SDK. */
export const sdkSources = fileURLToPath(new URL("../../../../sdk/python/src", import.meta.url));
const needsSdk = (file: string): boolean => file.startsWith("sdk_");
const php = isInstalled("php");
const openssl = isInstalled("curl") && isInstalled("openssl", "version");
const getCommand = (file: string, port: number): [string, ...string[]] =>
  file.endsWith(".py")
    ? [needsSdk(file) ? (sdkPython ?? "python3") : "python3", "-u", file]
    : file.endsWith(".php")
      ? ["php", "-S", `127.0.0.1:${port}`, file]
      : file.endsWith(".sh")
        ? ["sh", file]
        : [process.execPath, file];
export const isRunnable = (file: string): boolean =>
  file.endsWith(".py")
    ? needsSdk(file)
      ? sdkPython !== null
      : python
    : file.endsWith(".php")
      ? php
      : file.endsWith(".sh")
        ? openssl
        : true;

/** A started sample. */
interface Sample {
  readonly url: string;
  /** Returns what it has printed. */
  readonly readOutput: () => string;
}
/** Starts a sample that listens on `port`. Resolves when it reports that it is ready. */
export async function startSample(
  file: string,
  port: number,
  env: Record<string, string>,
  atEnd: (end: () => void) => void,
): Promise<Sample> {
  const [command, ...args] = getCommand(file, port);
  // Folder for the files that the sample stores. It is removed at the end.
  const storageFolder = mkdtempSync(join(tmpdir(), "parlour-sample-"));
  // PHP's built-in server handles one request at a time by default, so it runs with workers. The
  // workers outlive the server, so the whole process group is ended.
  const child = spawn(command, args, {
    cwd: samplesFolder,
    detached: true,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      TMPDIR: storageFolder,
      PYTHONPATH: sdkSources,
      PHP_CLI_SERVER_WORKERS: "24",
      ...env,
    },
  });
  atEnd(() => {
    endGroup(child);
    rmSync(storageFolder, { recursive: true, force: true });
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      output += part.toString();
      if (/ready|started/.test(output)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}: ${output}`)));
  });
  return { url: `http://127.0.0.1:${port}`, readOutput: () => output };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // ESRCH means that the process has already ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
