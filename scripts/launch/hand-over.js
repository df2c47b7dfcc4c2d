import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { environment, root } from "./shared.js";

/**
 * Runs a program in our place: same terminal, signals passed on, its exit code becomes ours. It works in the project's folder, as npm does:
 * relative paths on the command line and in the environment begin there, wherever it was called.
 */
export function handOver(node, args, more = {}) {
  if (isAlone()) process.exit(143);
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

/**
 * A signal to npm ends npm and perhaps its shell, but not us: whoever started us by npm and then kills it means the server.
 * A new parent of ours or, on Linux, of our shell means that npm is gone.
 */
export function watchParent(onGone) {
  const timer = setInterval(() => {
    if (!isAlone()) return;
    clearInterval(timer);
    onGone();
  }, 250);
  timer.unref();
}

const line = () => `${process.ppid} ${parentOf(process.ppid)}`;
/** As it was when the launcher started: npm may be killed while it installs or builds, in which nothing else is seen. */
const begun = line();
const isAlone = () => Boolean(process.env.npm_lifecycle_event) && line() !== begun;

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
