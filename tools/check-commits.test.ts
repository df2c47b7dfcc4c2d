import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkCommits } from "./check-commits.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parlour-commits-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs git without the settings of the machine. */
function git(...args: string[]): string {
  const person = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.test",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.test",
  };
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const env = {
    ...Object.fromEntries(own),
    ...person,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
  };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }).trim();
}
let fileNumber = 0;
/** Commits new files and returns the commit. */
function commit(message: string, fileCount = 1): string {
  for (let i = 0; i < fileCount; i++) writeFileSync(join(folder, `file-${fileNumber++}`), "");
  git("add", ".");
  git("commit", "-q", "-m", message);
  return git("rev-parse", "HEAD");
}
/** Starts a repository whose commits are judged after the first. */
function startRepository(): string {
  git("init", "-q", "-b", "main");
  return commit("x".repeat(100), 9);
}
const check = (base: string, listed: readonly string[] = []) =>
  checkCommits(folder, base, new Set(listed));

test("a subject of 72 characters passes, one of 73 is a fault", () => {
  const base = startRepository();
  commit("é".repeat(72));
  expect(check(base)).toEqual({ faults: [], result: "1 commit after the base" });
  const long = commit("x".repeat(73));
  expect(check(base).faults).toEqual([
    `${long.slice(0, 10)}: the subject has 73 characters, at most 72: ${"x".repeat(73)}`,
  ]);
});

test("a commit of four files needs a body, one of three does not", () => {
  const base = startRepository();
  commit("three: Add files.", 3);
  commit("four: Add files.\n\nThey belong together.", 4);
  expect(check(base).faults).toEqual([]);
  const without = commit("four: Add files.", 4);
  expect(check(base).faults).toEqual([
    `${without.slice(0, 10)}: 4 files are changed, so a body must say why: four: Add files.`,
  ]);
});

test("merges are not judged, and listed commits are not if they have a body", () => {
  const base = startRepository();
  git("checkout", "-q", "-b", "side");
  commit("side: Add a file.");
  git("checkout", "-q", "main");
  commit("main: Add a file.");
  git("merge", "-q", "--no-ff", "side", "-m", "m".repeat(80));
  expect(check(base).faults).toEqual([]);
  const moves = commit(`${"m".repeat(80)}\n\nFiles only move.`, 5);
  const bare = commit("moves: Move files.", 5);
  expect(check(base).faults).toHaveLength(2);
  expect(check(base, [moves, bare]).faults).toEqual([
    `${bare.slice(0, 10)}: 5 files are changed, so a body must say why: moves: Move files.`,
  ]);
});

test("without git, with a shallow history or without the base it says so and passes", () => {
  expect(check("HEAD")).toEqual({ faults: [], result: "not checked: no git history here" });
  const base = startRepository();
  commit("x".repeat(73));
  expect(check("0".repeat(40))).toEqual({
    faults: [],
    result: "not checked: the history does not contain the base",
  });
  const origin = folder;
  folder = mkdtempSync(join(tmpdir(), "parlour-commits-"));
  try {
    git("clone", "-q", "--depth", "1", pathToFileURL(origin).href, ".");
    expect(check(base)).toEqual({ faults: [], result: "not checked: the history is shallow" });
  } finally {
    rmSync(origin, { recursive: true, force: true });
  }
});
