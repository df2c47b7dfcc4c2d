import { getPriority } from "node:os";
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** The launcher is plain JavaScript that runs on old Node versions. */
const { needsBuild } = (await import(
  new URL("../scripts/launch/test-run.js", import.meta.url).href
)) as {
  needsBuild: (name: string) => boolean;
};

it("builds before named tests that use a browser, the built process or the widget, and before names that are no files", () => {
  const built = [
    "tests/e2e/composer.test.ts",
    "packages/server/tests/cli-start.test.ts",
    "packages/server/tests/crash.process.test.ts",
    "composer",
  ];
  expect(built.filter((name) => !needsBuild(name))).toEqual([]);
  // Through a file of its folder that it imports.
  expect(needsBuild("packages/server/tests/widget-chat.test.ts:20")).toBe(true);
  const pure = [
    "packages/server/tests/channel-inbound.test.ts",
    "packages/server/tests/channel-inbound.test.ts:22",
    "packages/server/src/core/chat/state-machine.test.ts",
    "-t",
  ];
  expect(pure.filter((name) => needsBuild(name))).toEqual([]);
});

interface Run {
  readonly times: { readonly seconds: number; readonly cpuSeconds: number };
  readonly load: number | null;
  readonly files: Readonly<Record<string, number>>;
  readonly knownSlow: readonly string[];
}

const { describeRun } = (await import(
  new URL("../scripts/launch/whole-run.js", import.meta.url).href
)) as { describeRun: (run: Run) => readonly string[] };

const run: Run = {
  times: { seconds: 391, cpuSeconds: 725.4 },
  load: 0.5,
  files: { "short.test.ts": 1.2, "slow.test.ts": 12.34, "new.test.ts": 10.1, "edge.test.ts": 10 },
  knownSlow: ["slow.test.ts"],
};

it("describes a quiet run that takes too long, with its slowest files and those that are new", () => {
  expect(describeRun(run)).toEqual([
    "slowest test files:",
    "    12.3s slow.test.ts",
    "    10.1s new.test.ts",
    "    10.0s edge.test.ts",
    "     1.2s short.test.ts",
    "whole run 6:31, CPU 12:05, load at the start 0.50",
    "This quiet run took longer than 6:30. Make the slowest files shorter.",
    "These files take longer than 10 s and are not in tests/slow-files.json. Make them shorter:",
    "    10.1s new.test.ts",
  ]);
});

it("names the ten slowest files, and no more if the run is short or the machine was busy", () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.test.ts`, i / 10]));
  const quick = { ...run, times: { seconds: 390, cpuSeconds: 700 }, files };
  const lines = describeRun(quick);
  expect(lines.slice(1, 11)).toEqual(
    Array.from({ length: 10 }, (_, i) => `     ${((11 - i) / 10).toFixed(1)}s ${11 - i}.test.ts`),
  );
  expect(lines.slice(11)).toEqual(["whole run 6:30, CPU 11:40, load at the start 0.50"]);
  for (const load of [1, null])
    expect(describeRun({ ...run, load }).at(-1)).toBe(
      `whole run 6:31, CPU 12:05, load at the start ${load === null ? "unknown" : "1.00"}`,
    );
});

const { parseTimes, timedCommand } = (await import(
  new URL("../scripts/launch/step-times.js", import.meta.url).href
)) as {
  parseTimes: (printed: string) => number | null;
  timedCommand: (
    command: string,
    args: readonly string[],
    niceness: number,
  ) => { readonly command: string; readonly args: readonly string[] };
};

it("reads the CPU time of a program from the shell, lowers its priority, and keeps its exit code", () => {
  expect(parseTimes("0m0.01s 0m0.02s\n1m2.5s 0m0,75s\n")).toBe(63.25);
  expect(parseTimes("")).toBeNull();
  const program = `while (process.cpuUsage().user < 50_000);
    process.exit(os.getPriority() - ${getPriority()});`;
  const { command, args } = timedCommand(process.execPath, ["-e", program], 10);
  const done = spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  expect(done.status).toBe(10);
  expect(parseTimes(String(done.output[3]))).toBeGreaterThan(0.03);
});
