import { spawnSync } from "node:child_process";

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
}

/**
 * Runs a program to its end and returns its standard output. Its errors are printed. Throws if it
 * is missing or fails.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, input }: RunOptions = {},
): string {
  const done = spawnSync(command, args, {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (done.error) throw new Error(`${command}: ${done.error.message}`);
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")}: exit code ${done.status ?? done.signal}`);
  return done.stdout;
}
