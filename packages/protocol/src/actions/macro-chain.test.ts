import { describe, expect, it } from "vitest";
import type { Action } from "./actions.ts";
import { expandMacros, findMacroChain, orderMacros } from "./macro-chain.ts";

const run = (id: number): Action => ({ type: "run_macro", macro_id: id });
const note = (text: string): Action => ({ type: "note", text });
const create = (id: number, name: string, ...list: readonly Action[]) => ({ id, name, do: list });

describe("macros that run each other", () => {
  it("[ACT-019] are replaced by their actions, three deep; unknown and deeper ones stay", () => {
    const macros = new Map([
      [1, [note("one"), run(2)]],
      [2, [run(3), note("two")]],
      [3, [note("three"), run(1)]],
    ]);
    expect(expandMacros([run(1), run(9)], macros, 0)).toEqual([
      note("one"),
      note("three"),
      run(1),
      note("two"),
      run(9),
    ]);
    expect(expandMacros([run(2)], macros, 2)).toEqual([run(3), note("two")]);
  });

  it("[ACT-019] more than 100 actions are too many", () => {
    const macros = new Map([[1, Array.from({ length: 20 }, () => note("x"))]]);
    expect(expandMacros([1, 1, 1, 1, 1].map(run), macros, 0)).toHaveLength(100);
    expect(expandMacros([1, 1, 1, 1, 1, 1].map(run), macros, 0)).toHaveLength(6);
  });

  it("[ACT-019] a chain that runs itself, or is too long, is found by the names of its macros", () => {
    const greet = create(1, "Greet", run(2));
    const refund = create(2, "Refund", note("x"));
    expect(findMacroChain(refund, [greet])).toBeNull();
    expect(findMacroChain(create(2, "Refund", run(1)), [greet, refund])).toEqual([
      "Greet",
      "Refund",
      "Greet",
    ]);
    const close = create(3, "Close", note("x"));
    const last = create(4, "Last", note("x"));
    const middle = create(2, "Refund", run(3));
    expect(findMacroChain(middle, [greet, refund, close, last])).toBeNull();
    expect(findMacroChain(create(3, "Close", run(4)), [greet, middle, close, last])).toEqual([
      "Greet",
      "Refund",
      "Close",
      "Last",
    ]);
    expect(findMacroChain({ id: null, name: "New", do: [run(1)] }, [greet, middle, close])).toEqual(
      ["New", "Greet", "Refund", "Close"],
    );
  });

  it("[ACT-024] are exported behind those that they run, so that the file can be applied", () => {
    const rows = [
      [1, run(3)],
      [2, note("x")],
      [3, run(4)],
      [4, note("y")],
    ] as const;
    const macros = rows.map(([id, action]) => ({ id, values: { do: [action] } }));
    expect(orderMacros(macros).map(({ id }) => id)).toEqual([4, 3, 1, 2]);
  });
});
