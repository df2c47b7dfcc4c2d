import { existsSync } from "node:fs";
import { join } from "node:path";

/** A pipe is often a log: one line in 10 s is enough to show that the work continues. */
const linesEveryMs = 10_000;
const redrawsEveryMs = 1_000;

/**
 * Reports the progress of some work until `end`: one redrawn line on a terminal, elsewhere one line
 * every 10 s. `describe` returns the sentence without its line end. `write` prints other output
 * above the redrawn line.
 */
export function startProgress(describe, { stream = process.stderr, everyMs } = {}) {
  const erase = stream.isTTY ? "\r\u001b[K" : "";
  const draw = () => stream.write(stream.isTTY ? erase + describe() : `${describe()}\n`);
  const timer = setInterval(draw, everyMs ?? (stream.isTTY ? redrawsEveryMs : linesEveryMs));
  return {
    write: (output) => {
      stream.write(erase);
      stream.write(output);
    },
    end: () => {
      clearInterval(timer);
      stream.write(erase);
    },
  };
}

/**
 * Counts the paths below a folder that contain a package. npm unpacks each package at its final
 * path, so the number only rises.
 */
export function countInstalled(folder, paths) {
  return paths.filter((path) => existsSync(join(folder, path, "package.json"))).length;
}
