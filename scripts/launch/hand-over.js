import { spawn } from "node:child_process";
import { environment, root } from "./shared.js";

/**
 * Runs a program in our place: same terminal, signals passed on, its exit code becomes ours. The working directory stays the
 * caller's for relative paths on the command line only when npm did not change it.
 */
export function handOver(node, args, more = {}) {
  const child = spawn(node, args, { cwd: root, stdio: "inherit", env: environment(node, more) });
  for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    // A terminal sends Ctrl-C to the whole group: the child has it already.
    process.on(name, () => void (name === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(name)));
  }
  watchParent(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    process.stderr.write(`${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (signal === "SIGINT" ? 2 : signal === "SIGKILL" ? 9 : 15));
  });
  return child;
}

/** `kill` on npm ends npm and its shell but not us. Under npm a new parent means that npm is gone. */
export function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 250);
  timer.unref();
}
