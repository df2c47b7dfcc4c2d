import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { RunnerTestFile, RunnerTestSuite } from "vitest";
import { VitestTestRunner } from "vitest/runners";
import { createLeftFilter, type DailySet } from "./daily-set.ts";

/** Skips the tests that are not daily, and the hooks of suites that then have no test. */
export default class DailyRunner extends VitestTestRunner {
  onCollected(files: RunnerTestFile[]): void {
    const text = readFileSync(join(this.config.root, "tests/daily.json"), "utf8");
    const daily = JSON.parse(text) as DailySet;
    for (const file of files) {
      const path = relative(this.config.root, file.filepath).replaceAll("\\", "/");
      skipLeft(file, createLeftFilter(daily, path));
    }
  }
}

function skipLeft(suite: RunnerTestSuite, isLeft: (name: string) => boolean): void {
  for (const task of suite.tasks) {
    if (task.type === "suite") skipLeft(task, isLeft);
    else if (isLeft(task.name)) task.mode = "skip";
  }
  if (suite.tasks.every(({ mode }) => mode !== "run" && mode !== "queued")) suite.mode = "skip";
}
