import { existsSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { inRoot, onWindows, setStamp } from "./shared.js";

const maxQuietSeconds = 390;
const slowFileSeconds = 10;
const shownFiles = 10;

/** Returns how many programs wanted to run in the last minute. null: the system does not say. */
export function readLoad() {
  return onWindows ? null : loadavg()[0];
}

/** The times of a run say something about the code only if nothing else ran at its start. */
export const isQuiet = (load) => load !== null && load < 1;

/**
 * Describes a whole run: its slowest files, its times, and if the machine was quiet what takes too
 * long. `files`: seconds by file. `knownSlow`: the files of `tests/slow-files.json`.
 */
export function describeRun({ times, load, files, knownSlow }) {
  const slowest = Object.entries(files).toSorted(([, a], [, b]) => b - a);
  const lines = [
    "slowest test files:",
    ...slowest.slice(0, shownFiles).map(formatFile),
    `whole run ${formatMinutes(times.seconds)}, CPU ${formatMinutes(times.cpuSeconds)}, ` +
      `load at the start ${load === null ? "unknown" : load.toFixed(2)}`,
  ];
  if (!isQuiet(load)) return lines;
  if (times.seconds > maxQuietSeconds)
    lines.push(
      `This quiet run took longer than ${formatMinutes(maxQuietSeconds)}. Make the slowest files shorter.`,
    );
  const unknown = slowest.filter(
    ([file, seconds]) => seconds > slowFileSeconds && !knownSlow.includes(file),
  );
  if (unknown.length > 0)
    lines.push(
      `These files take longer than ${slowFileSeconds} s and are not in tests/slow-files.json. Make them shorter:`,
      ...unknown.map(formatFile),
    );
  return lines;
}

/** Stores a whole run for `tools/write-test-timings.ts` and `tools/choose-daily.ts`. */
export function recordRun({ times, load, files, tests }) {
  setStamp("test-run.json", JSON.stringify({ seconds: times.seconds, load, files, tests }));
}

export function readKnownSlow() {
  const file = inRoot("tests/slow-files.json");
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, "utf8"))) : [];
}

const formatFile = ([file, seconds]) => `${seconds.toFixed(1).padStart(8)}s ${file}`;
const formatMinutes = (seconds) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
