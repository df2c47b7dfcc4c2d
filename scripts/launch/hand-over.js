import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { environment, root } from "./shared.js";

/**
 * Runs a program in place of this process: same terminal, forwarded signals, same exit code. The
 * working folder is the project's, as with npm, so relative paths in arguments and environment
 * start there.
 */
export function handOver(node, args, more = {}) {
  if (isAlone()) process.exit(143);
  const child = spawn(node, args, { cwd: root, stdio: "inherit", env: environment(node, more) });
  for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    // A terminal sends Ctrl-C to the whole process group, so the child already has it.
    process.on(
      name,
      () => void (name === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(name)),
    );
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
 * A signal to npm ends npm and perhaps its shell, but not this process, although it is meant for
 * the server. A new parent of this process or, on Linux, of its shell means that npm has ended.
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
/**
 * The parent at the start of the launcher: npm may be killed during the installation or build, when
 * this process does not check.
 */
const begun = line();
const isAlone = () => Boolean(process.env.npm_lifecycle_event) && line() !== begun;

function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
