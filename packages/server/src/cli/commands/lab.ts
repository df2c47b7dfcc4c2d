import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "../command.ts";
import { StartError } from "../../embedded/start-error.ts";
import { packageFolder } from "../../version.ts";

/** Runs the lab, which simulates integrators and visitors of an installation. */
export const labCommand: Command = {
  name: "lab",
  usage: "parlour lab [options]",
  help: "Simulates your servers and visitors, so that you can try out an installation. For options, run parlour lab --help",
  hasOwnHelp: true,
  run: (args, { env }) => runLabProgram("main", args, env),
};

/** Checks the endpoints of integrators. The checks use only the public interfaces. */
export const conformance: Command = {
  name: "conformance",
  usage: "parlour conformance channel|bot|webhook URL [options]",
  help: "Tests your endpoint, bot or webhook receiver against the interface and reports the result for each rule. For options, run parlour conformance --help",
  hasOwnHelp: true,
  run: (args, { env }) => runLabProgram("conformance/main", args, env),
};

/**
 * Runs a program of `packages/lab` in a child process and returns its exit code. `entry` is a file
 * of its sources in a checkout, or of its build in an installed package. Forwards signals. Throws
 * StartError if the package is missing.
 */
function runLabProgram(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const file = [`../lab/src/${entry}.ts`, `../lab/dist/${entry}.js`]
    .map((path) => fileURLToPath(new URL(path, packageFolder)))
    .find((path) => existsSync(path));
  if (file === undefined)
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
