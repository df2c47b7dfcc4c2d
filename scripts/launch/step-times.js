import { cpus } from "node:os";
import { onWindows } from "./shared.js";

/**
 * Starts to measure a step. The result returns its seconds so far, and the CPU seconds of the whole
 * machine: of databases and browsers too, and of other programs if the machine is not quiet.
 */
export function startWatch() {
  const begun = Date.now();
  const cpuBefore = machineCpuSeconds();
  return () => ({
    seconds: (Date.now() - begun) / 1000,
    cpuSeconds: machineCpuSeconds() - cpuBefore,
  });
}

function machineCpuSeconds() {
  return (
    cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) /
    1000
  );
}

/**
 * Returns a command that runs the given one, and also writes its CPU time to file descriptor 3,
 * because Node does not tell that of a child. `niceness`: 0 to 19, from the usual priority to the
 * lowest. On Windows it is the given command.
 */
export function timedCommand(command, args, niceness = 0) {
  if (onWindows) return { command, args };
  const script = 'nice -n "$0" "$@" 3>&-; code=$?; times >&3; exit $code';
  return { command: "sh", args: ["-c", script, String(niceness), command, ...args] };
}

/**
 * Reads what `times` of the shell printed: user and system time of the shell, then of the programs
 * that it ran. null: it printed nothing.
 */
export function parseTimes(printed) {
  const [, ofPrograms = ""] = printed.trim().split("\n");
  const parts = [...ofPrograms.matchAll(/(\d+)m([\d.,]+)s/g)];
  if (parts.length === 0) return null;
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds.replace(",", ".")),
    0,
  );
}

/** Formats times: `12.3s, CPU 20.1s`. */
export function formatTimes({ seconds, cpuSeconds }) {
  const cpu = cpuSeconds === null ? "" : `, CPU ${cpuSeconds.toFixed(1)}s`;
  return `${seconds.toFixed(1)}s${cpu}`;
}
