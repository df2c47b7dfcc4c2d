import { expect, test } from "vitest";
import { measureFile } from "./measure-code.ts";
import { measureDeps } from "./measure-deps.ts";

const measure = (text: string) => measureFile("packages/a/src/a.ts", text);

test("functions are counted with nested ones, arrows and methods, from 4 lines on", () => {
  const { functions } = measure(`export function outer(a: string, b: number) {
  const inner = (x: string) => {
    if (x === "") return;
    outer(x, 1);
  };
  return inner;
}
const short = () => {
  return 1;
};
class Shelf {
  put(): void {
    short();
    short();
  }
}
[1].map(() => {
  short();
  return 2;
});
function declared(a: string): void;
`);
  expect(functions.map(({ name, lines, params }) => `${name} ${lines} ${params}`).sort()).toEqual([
    "(unnamed) 4 0",
    "inner 4 1",
    "outer 7 2",
    "put 4 0",
  ]);
});

test("imports are modules, re-exports and types included, each once", () => {
  const { imports } = measure(`import { a } from "./a.ts";
import type { B } from "./a.ts";
import type { C } from "c";
export { d } from "./d.ts";
export const e = 1;
`);
  expect(imports).toBe(3);
});

test("lines of comments have nothing but a comment", () => {
  const { lines, commentLines } = measure(`/** One. */
const a = 1; // not counted
/*
 * Two
 */
const b = "// not counted";
  // three
`);
  expect([lines, commentLines]).toEqual([7, 5]);
});

test("assertions, throws and readings of the time", () => {
  const { counts } = measure(`const a = b as string;
const c = ["d"] as const;
const e = a!.length;
const f = (g: any) => {
  if (g) throw new Error("h");
  if (e) throw new Failure("i");
  try { setTimeout(f, Date.now()); } catch (error) { throw error; }
  return [new Date(), new Date(0)];
};
`);
  expect(counts).toEqual({
    any: 1,
    nonNull: 1,
    as: 1,
    typedThrow: 1,
    errorThrow: 1,
    timer: 1,
    now: 2,
  });
});

test("each switch gives the number of its cases, nested ones too", () => {
  const small = "switch (a) { case 1: break; }";
  const large = "switch (b) { case 1: case 2: break; default: switch (c) { case 1: } }";
  expect(measure(`${small}\n${large}`).cases.toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
  expect(measure("").cases).toEqual([]);
});

test("fields of Deps types are counted with inherited, joined and picked ones of other files", () => {
  const types = measureFile(
    "packages/a/src/types.ts",
    `export interface Base { readonly clock: Clock; now(): number; "log": Log }
export interface CallOptions { a: 1 }`,
  );
  const user = measureFile(
    "packages/a/src/user.ts",
    `import type { Base as Common } from "./types.ts";
export interface UserDeps extends Common { readonly id: string; readonly log: Log }
type PartPorts = Pick<Common, "clock" | "now"> & { readonly a: string };
export type RestDeps = Omit<UserDeps, "id">;
interface OpenOptions { a: 1; b?: 2 }
interface Record { a: 1; b: 2; c: 3 }
export function openUser(
  options: OpenOptions,
): void {
  use(options);
}`,
  );
  const found = measureDeps([types, user]).map(
    (type) => `${type.name} ${type.ownFields} ${type.fields}`,
  );
  expect(found.sort()).toEqual([
    "OpenOptions 2 2",
    "PartPorts 1 3",
    "RestDeps 0 3",
    "UserDeps 2 4",
  ]);
});
