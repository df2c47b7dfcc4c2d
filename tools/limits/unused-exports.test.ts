import { expect, test } from "vitest";
import { findUnusedCode, measureUnusedExports } from "./unused-exports.ts";

const file = "packages/a/src/a.ts";
const exported = (name: string) => ({ name, line: 3, col: 1, pos: 40 });

test("exported values and types that no other file imports are counted", () => {
  const unchanged = () => 0;
  const none = { file, exports: [], types: [], files: [], owners: [{ name: "team" }] };
  expect(measureUnusedExports([none], unchanged)).toEqual({
    name: "unusedExports",
    value: 0,
    offenders: [],
  });
  const found = [
    { ...none, exports: [exported("run")] },
    { ...none, types: [exported("RunDeps")] },
  ];
  expect(measureUnusedExports(found, unchanged)).toEqual({
    name: "unusedExports",
    value: 2,
    offenders: [`run in ${file}:3`, `RunDeps in ${file}:3`],
  });
});

test("exports of the files that changed last are first", () => {
  const issues = ["old.ts", "new.ts"].map((name) => ({ file: name, exports: [exported("run")] }));
  const { offenders } = measureUnusedExports(issues, (name) => (name === "new.ts" ? 2 : 1));
  expect(offenders).toEqual(["run in new.ts:3", "run in old.ts:3"]);
});

test("an exported value that its own file does not use is unused code", () => {
  const issues = [{ file, exports: [exported("run")], types: [] }];
  const find = (text: string) => findUnusedCode(issues, () => text);
  const fault = [`nothing uses run in ${file}:3`];
  expect(find("export function run() {}")).toEqual(fault);
  expect(find("export const run = 1;")).toEqual(fault);
  expect(find('export { run } from "./b.ts";')).toEqual(fault);
  expect(find("export function run() {}\nexport const start = () => run();")).toEqual([]);
});

test("files, dependencies and other reports of knip are unused code", () => {
  const issues = [
    { file, files: [{ name: file }], exports: [], types: [] },
    { file: "package.json", devDependencies: [{ name: "left-pad" }], owners: [{ name: "team" }] },
    { file, duplicates: [[{ name: "run" }, { name: "start" }]] },
  ];
  expect(findUnusedCode(issues)).toEqual([
    `files: ${file} in ${file}`,
    "devDependencies: left-pad in package.json",
    `duplicates: run, start in ${file}`,
  ]);
});
