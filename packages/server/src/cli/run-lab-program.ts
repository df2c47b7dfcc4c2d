import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StartError } from "../embedded/start-error.ts";
import { packageFolder } from "../version.ts";

/**
 * Runs a program of `packages/lab` in a child process and returns its exit code. `entry`: its file
 * below `src`. Signals are forwarded. Throws StartError if the package is missing.
 */
export function runLabProgram(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const file = fileURLToPath(new URL(`../lab/src/${entry}`, packageFolder));
  if (!existsSync(file))
    throw new StartError("the lab is not part of this installation (packages/lab is missing)");
  const child = spawn(process.execPath, [file, ...args.filter((a) => a !== "--")], {
    stdio: "inherit",
    env: { ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(
      signal,
      () => void (signal === "SIGINT" && process.stdin.isTTY ? false : child.kill(signal)),
    );
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
