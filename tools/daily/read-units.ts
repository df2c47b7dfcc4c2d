import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { toNamePattern } from "../../tests/daily-set.ts";
import { read, root } from "../source.ts";
import type { TestLevel, TestUnit } from "./choose.ts";
import { listDeclaredTests } from "./declared-tests.ts";

/** A run of all tests, as the launcher stores it. */
export interface WholeRun {
  /** Seconds of each file, with its hooks. */
  readonly files: Readonly<Record<string, number>>;
  /** Name and seconds of each test that ran, with the project of its file. */
  readonly tests: Readonly<
    Record<
      string,
      { readonly project: string; readonly tests: readonly (readonly [string, number])[] }
    >
  >;
}

export interface MeasuredUnits {
  readonly units: readonly TestUnit[];
  /** Seconds of the hooks of each file. */
  readonly hookSeconds: ReadonlyMap<string, number>;
  /** Files with a test whose title is computed. It is daily, because no list can name it. */
  readonly filesWithOther: ReadonlySet<string>;
}

/** Returns the declared tests of the files of a run, with their seconds. */
export function readUnits({ files, tests }: WholeRun): MeasuredUnits {
  const isNew = createNewFilter();
  const hookSeconds = new Map<string, number>();
  const filesWithOther = new Set<string>();
  const units = Object.entries(tests).flatMap(([file, { project, tests: ran }]) => {
    if (!existsSync(join(root, file))) return [];
    const text = read(file);
    const declared = listDeclaredTests(file, text).filter((test) => !test.isConditional);
    const patterns = declared.map(({ title }) => toNamePattern(title));
    const seconds = declared.map(() => 0);
    let sum = 0;
    for (const [name, took] of ran) {
      sum += took;
      const at = patterns.findIndex((pattern) => pattern.test(name));
      if (at === -1) filesWithOther.add(file);
      else seconds[at]! += took;
    }
    hookSeconds.set(file, Math.max(0, (files[file] ?? 0) - sum));
    return declared.map(({ title, rules, pin }, at): TestUnit => ({
      file,
      title,
      level: getLevel(file, project),
      rules,
      seconds: seconds[at] ?? 0,
      isKept: pin !== null || isNew(title),
      needsOrder: /shuffle: false|tests need their order/.test(text),
    }));
  });
  return { units, hookSeconds, filesWithOther };
}

function getLevel(file: string, project: string): TestLevel {
  if (project !== "server") return project === "screens" ? "screen" : "pure";
  return /^tests\/(?:e2e|browsers)\//.test(file) ? "browser" : "server";
}

/**
 * Returns whether a test was added in the last week, or since the daily set exists if that is
 * younger. Such a test is daily, so that what it proves is proved often.
 */
function createNewFilter(): (title: string) => boolean {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  const first = git("log", "--diff-filter=A", "--format=%H", "--", "tests/daily.json").trim();
  const weekAgo = git("log", "-1", "--before=7 days ago", "--format=%H").trim();
  const base = first || "HEAD";
  const isOlder = weekAgo !== "" && git("merge-base", base, weekAgo).trim() === base;
  const changes = git(
    "diff",
    "--unified=0",
    isOlder ? weekAgo : base,
    "--",
    "*.test.ts",
    "*.test.tsx",
  );
  const lines = changes.split("\n");
  const added = lines.filter((line) => line.startsWith("+")).join("\n");
  const removed = lines.filter((line) => line.startsWith("-")).join("\n");
  return (title) => {
    const longest = title.split("${}").toSorted((a, b) => b.length - a.length)[0] ?? "";
    return longest !== "" && added.includes(longest) && !removed.includes(longest);
  };
}
