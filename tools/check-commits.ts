import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { reportFaults, read, root } from "./source.ts";

/**
 * Checks the commits after a base: a subject fits into a list of commits, and a change of several
 * files says why. Older commits were made before this rule. Merges are not judged, and the commits
 * of `.git-blame-ignore-revs` are not if they have a body.
 */
const baseCommit = "27da8f1530881d57e25bded42c6ed80d1e028023";
const maxSubjectLength = 72;
const maxFilesWithoutBody = 3;
const listedCommitsFile = ".git-blame-ignore-revs";

/**
 * Returns the faults of the commits after `base` in the repository of `folder`, and what was
 * checked. A copy without git or with a part of the history has no faults.
 */
export function checkCommits(
  folder: string,
  base: string,
  listedCommits: ReadonlySet<string>,
): { readonly faults: readonly string[]; readonly result: string } {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    return status === 0 ? stdout : null;
  };
  const skip = (why: string) => ({ faults: [], result: `not checked: ${why}` });
  const isShallow = git("rev-parse", "--is-shallow-repository");
  if (isShallow === null) return skip("no git history here");
  if (isShallow.trim() === "true") return skip("the history is shallow");
  // %x1e starts a commit, %x1f ends its fields, because subjects and bodies may contain everything
  // else. Files follow, one a line.
  const log = git(
    "log",
    "--no-merges",
    "-M",
    "--name-only",
    "--format=%x1e%H%x1f%s%x1f%b%x1f",
    `${base}..HEAD`,
  );
  if (log === null) return skip("the history does not contain the base");
  const commits = log.split("\x1e").slice(1).map(parseCommit);
  const judged = commits.filter(({ hash, body }) => !(listedCommits.has(hash) && body !== ""));
  return {
    faults: judged.flatMap(findFaults),
    result: `${commits.length} ${commits.length === 1 ? "commit" : "commits"} after the base`,
  };
}

interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
  readonly fileCount: number;
}

function parseCommit(text: string): Commit {
  const [hash = "", subject = "", body = "", files = ""] = text.split("\x1f");
  return {
    hash,
    subject,
    body: body.trim(),
    fileCount: files.split("\n").filter((line) => line !== "").length,
  };
}

function findFaults({ hash, subject, body, fileCount }: Commit): string[] {
  const length = Array.from(subject).length;
  const name = hash.slice(0, 10);
  return [
    ...(length > maxSubjectLength
      ? [`${name}: the subject has ${length} characters, at most ${maxSubjectLength}: ${subject}`]
      : []),
    ...(body === "" && fileCount > maxFilesWithoutBody
      ? [`${name}: ${fileCount} files are changed, so a body must say why: ${subject}`]
      : []),
  ];
}

/** Returns the commits that `git blame` ignores: they only move or reformat. */
function readListedCommits(): ReadonlySet<string> {
  if (!existsSync(`${root}/${listedCommitsFile}`)) return new Set();
  return new Set(read(listedCommitsFile).match(/^[0-9a-f]{40}/gm));
}

if (import.meta.main) {
  const { faults, result } = checkCommits(root, baseCommit, readListedCommits());
  reportFaults("commits", faults, result);
}
