import { spawnSync } from "node:child_process";
import { getPresentName } from "../packages/server/src/store/migration-steps.ts";
import { read, root } from "./source.ts";

const folder = "packages/server/src/store/migrations";
const baseline = "0001_baseline";

/**
 * Steps up to 0166 in the order in which commits added them, with their present names. Some were
 * added below others, before this check. Installations of those builds still start (CORE-461).
 */
export const earlierOrder: readonly string[] = JSON.parse(
  read("packages/server/tests/fixtures/landed-steps.json"),
) as readonly string[];

/**
 * Returns a fault for each step that was added after one with a higher number, and for each step
 * that a commit removed without an entry in `renamedSteps` (CORE-461, CORE-462). `recorded`: names
 * in the order of their commits, or null without the history of git. Then the steps up to 0166 are
 * taken as the only earlier ones. `present`: names of the files.
 */
export function findLateSteps(
  recorded: readonly string[] | null,
  present: readonly string[],
  earlier: readonly string[] = earlierOrder,
): readonly string[] {
  const faults: string[] = [];
  const landed = new Set<string>();
  let last = "";
  for (const name of recorded ?? earlier) {
    const now = getPresentName(name);
    if (!present.includes(now))
      faults.push(
        `${name}: a commit removed it; put it back, or name its successor in renamedSteps`,
      );
    if (landed.size < earlier.length) {
      if (!landed.has(now) && now !== earlier[landed.size])
        faults.push(`${name}: the history differs from landed-steps.json, which must not change`);
    } else if (name < last) faults.push(`${name}: give it a number after ${last}`);
    landed.add(now);
    last = name > last ? name : last;
  }
  for (const name of present.filter((one) => !landed.has(one)))
    if (name < last) faults.push(`${name}: give it a number after ${last}`);
  return faults;
}

/**
 * Returns the names of all steps since the baseline that a commit added, in the order of the
 * commits, also of steps that a later commit removed. `reason` says why there is no history.
 */
export function readRecordedSteps(): { readonly names: readonly string[] | null; reason: string } {
  const git = (command: string): string | null => {
    const { status, stdout } = spawnSync("git", command.split(" "), {
      cwd: root,
      encoding: "utf8",
    });
    return status === 0 ? stdout : null;
  };
  const isShallow = git("rev-parse --is-shallow-repository")?.trim();
  if (isShallow === undefined) return { names: null, reason: "this folder has no git history" };
  if (isShallow !== "false") return { names: null, reason: "this clone is shallow" };
  const log = git(
    `log --reverse --topo-order --no-renames --diff-filter=A --name-only --format= -- ${folder}`,
  );
  const names = (log ?? "")
    .split("\n")
    .filter((path) => path.endsWith(".sql"))
    .map((path) => path.slice(folder.length + 1).replace(/\..*/, ""));
  const first = names.lastIndexOf(baseline);
  return first === -1
    ? { names: null, reason: "the history does not contain the first step" }
    : { names: names.slice(first), reason: "" };
}
