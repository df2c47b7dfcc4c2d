import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { read, root } from "./source.ts";
import { removeQuickFiles, refuseRun, selectTimings, slowFileSeconds } from "./test-timings.ts";

const known = { "a.test.ts": 2, "b.test.ts": 4, "c.test.ts": 10 };

test("times of a loaded machine are refused", () => {
  expect(refuseRun({ load: 0.9, files: known }, known)).toBeNull();
  expect(refuseRun({ load: 1, files: known }, known)).toBeNull();
  expect(refuseRun({ load: 1.3, files: known }, known)).toBe(
    "the load at the start was 1.3; it must be at most 1",
  );
  expect(refuseRun({ load: null, files: known }, known)).toBe(
    "the load at the start was unknown; it must be at most 1",
  );
});

test("times are refused if the median of the known files grew by more than 20 %", () => {
  const refuse = (files: Readonly<Record<string, number>>) => refuseRun({ load: 0, files }, known);
  // One slower file, a new one and a removed one are changes of the tests.
  expect(refuse({ "a.test.ts": 2.4, "c.test.ts": 5, "new.test.ts": 90 })).toBeNull();
  expect(refuse({ "a.test.ts": 20, "b.test.ts": 4, "c.test.ts": 10 })).toBeNull();
  expect(refuse({ "a.test.ts": 2.6, "b.test.ts": 5.2, "c.test.ts": 10 })).toBe(
    "the known files took 1.30 times as long (median); at most 1.2",
  );
  expect(refuseRun({ load: 0, files: known }, {})).toBeNull();
});

test("files from 1 s on are listed by name, without those of long runs", () => {
  const files = { "b.test.ts": 1, "a.test.ts": 12.3, "c.test.ts": 0.9, "d.long.test.ts": 60 };
  expect(Object.entries(selectTimings({ load: 0, files }))).toEqual([
    ["a.test.ts", 12.3],
    ["b.test.ts", 1],
  ]);
});

test("a file that is not slow any more loses its reason", () => {
  const reasons = { "a.test.ts": "starts five processes", "b.test.ts": "waits", "c.test.ts": "x" };
  const timings = { "a.test.ts": 10.1, "b.test.ts": 10 };
  expect(removeQuickFiles(reasons, timings)).toEqual({ "a.test.ts": "starts five processes" });
});

test("tests/slow-files.json names files that exist and are slow, with a reason", () => {
  const reasons = JSON.parse(read("tests/slow-files.json")) as Record<string, string>;
  const timings = JSON.parse(read("tests/timings.json")) as Record<string, number>;
  const faults = Object.entries(reasons).flatMap(([file, reason]) => [
    ...(existsSync(join(root, file)) ? [] : [`${file} does not exist`]),
    ...((timings[file] ?? 0) > slowFileSeconds ? [] : [`${file} is not slow`]),
    ...(reason.split(" ").length > 2 ? [] : [`${file} has no reason`]),
  ]);
  expect(faults).toEqual([]);
});
