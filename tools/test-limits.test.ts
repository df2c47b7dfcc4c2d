import { expect, test } from "vitest";
import { findShortLimits, findShortProcessTests } from "./test-limits.ts";

const find = (text: string, path = "tests/e2e/some.test.ts") => findShortLimits([{ path, text }]);

test.each([
  ["await expect.poll(read, { timeout: 2_000 }).toBe(1);", 2_000],
  ["page.setDefaultTimeout(9_000);", 9_000],
])("a browser test that waits less than the others is refused: %s", (text, ms) => {
  expect(find(text)).toEqual([`tests/e2e/some.test.ts: waits ${ms} ms, use the usual limit`]);
});

test.each([
  "await link.waitFor({ timeout: 2 * minutes });",
  "await link.waitFor({ timeout: 60_000 });",
  "page.setDefaultTimeout(maxScreenDurationMs);",
  "await delay({ ms: 2_000 });",
])("longer limits, named ones and other numbers are free: %s", (text) => {
  expect(find(text)).toEqual([]);
});

test("tests without a browser have their own limits", () => {
  expect(find("{ timeout: 2_000 }", "packages/server/tests/some.test.ts")).toEqual([]);
});

const process = (path: string, text: string) => findShortProcessTests([{ path, text }]);

test.each([
  'child.kill("SIGKILL");',
  'process.kill(pid, "SIGSTOP");',
  "const redis = await startTestRedis();",
  "describe.each(otherBrowsers)(",
])("a short test that starts or kills other processes is refused: %s", (text) => {
  expect(process("packages/server/tests/some.test.ts", text)).toEqual([
    "packages/server/tests/some.test.ts: starts or kills other processes, name it .process.test.ts",
  ]);
});

test("tests of long runs may, and so may those with a reason", () => {
  for (const path of ["some.process.test.ts", "some.long.test.ts", "launcher.test.ts"])
    expect(process(`packages/server/tests/${path}`, '"SIGKILL"')).toEqual([]);
});
