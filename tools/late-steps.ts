import { spawnSync } from "node:child_process";
import { root } from "./source.ts";

const folder = "packages/server/src/store/migrations";
/** Earlier steps were numbered before this rule. */
const firstStep = "0085";

/**
 * Returns a fault for each step that was added after one with a higher number: a database that has
 * run the higher one does not start (CORE-130). `added`: names in the order of their commits.
 */
export function findLateSteps(added: readonly string[]): readonly string[] {
  const faults: string[] = [];
  let last = firstStep;
  for (const name of added) {
    if (name < last && last > firstStep) faults.push(`${name}: give it a number after ${last}`);
    if (name > last) last = name;
  }
  return faults;
}

/**
 * Returns the names of the present steps in the order in which commits added them. Steps without a
 * commit are last. Empty if the folder has no whole git history.
 */
export function listStepsByCommit(present: readonly string[]): readonly string[] {
  const git = (command: string): string | null => {
    const { status, stdout } = spawnSync("git", command.split(" "), {
      cwd: root,
      encoding: "utf8",
    });
    return status === 0 ? stdout : null;
  };
  if (git("rev-parse --is-shallow-repository")?.trim() !== "false") return [];
  const log = git(`log --reverse --no-renames --diff-filter=A --name-only --format= -- ${folder}`);
  const committed = (log ?? "").split("\n").map((path) => path.slice(folder.length + 1));
  const names = committed
    .map((file) => file.replace(/\..*/, ""))
    .filter((name) => present.includes(name));
  return [...new Set([...names, ...present])];
}
