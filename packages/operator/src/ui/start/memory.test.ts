import { beforeEach, expect, test, vi } from "vitest";
import { isListOver, readCheckListState, remember } from "./use-check-list.ts";

const stored = new Map<string, string>();
/** Operations that the test's local storage rejects. */
let refused: readonly ("read" | "write")[] = [];
beforeEach(() => {
  stored.clear();
  refused = [];
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("localStorage", {
    getItem(key: string): string | null {
      if (refused.includes("read")) throw new Error("refused");
      return stored.get(key) ?? null;
    },
    setItem(key: string, value: string): void {
      if (refused.includes("write")) throw new Error("refused");
      stored.set(key, value);
    },
  });
});

test("[CORE-173] [CORE-212] each operator of a device has their own choices, and a change keeps the others", () => {
  expect(readCheckListState(1)).toEqual({});
  remember(1, { doneOn: "Mon Nov 23 2026" });
  remember(1, { isHidden: true });
  expect(readCheckListState(1)).toEqual({ doneOn: "Mon Nov 23 2026", isHidden: true });
  expect(readCheckListState(2)).toEqual({});
  expect([...stored.keys()]).toEqual(["parlour.start.1"]);
});

test("[CORE-212] when all is done a line says so until the next day; what was hidden stays hidden", () => {
  const [today, tomorrow] = ["Mon Nov 23 2026", "Tue Nov 24 2026"];
  expect([isListOver({}, today), isListOver({ isHidden: true }, today)]).toEqual([false, true]);
  expect([isListOver({ doneOn: today }, today), isListOver({ doneOn: today }, tomorrow)]).toEqual([
    false,
    true,
  ]);
});

test("[CORE-173] what is read is the same object until it changes", () => {
  remember(3, { isHidden: true });
  const memory = readCheckListState(3);
  expect(readCheckListState(3)).toBe(memory);
  remember(3, { doneOn: "Mon Nov 23 2026" });
  expect(readCheckListState(3)).not.toBe(memory);
  expect(readCheckListState(3)).toBe(readCheckListState(3));
});

test("[CORE-173] a browser that refuses storage keeps the choice of this operator until the page is loaded again", () => {
  refused = ["read", "write"];
  expect(readCheckListState(4)).toBe(readCheckListState(4));
  remember(4, { isHidden: true });
  expect(readCheckListState(4)).toEqual({ isHidden: true });
  expect(readCheckListState(5)).toEqual({});
  expect(console.warn).toHaveBeenCalledOnce();
});

test("[CORE-173] a full storage that can be read keeps the choice too, and stores it when there is room again", () => {
  stored.set("parlour.start.6", JSON.stringify({ doneOn: "Mon Nov 23 2026" }));
  refused = ["write"];
  remember(6, { isHidden: true });
  expect(readCheckListState(6)).toEqual({ doneOn: "Mon Nov 23 2026", isHidden: true });
  refused = [];
  remember(6, {});
  expect(JSON.parse(stored.get("parlour.start.6") ?? "")).toEqual({
    doneOn: "Mon Nov 23 2026",
    isHidden: true,
  });
});

test("[CORE-173] a text that is no choice counts as none", () => {
  for (const text of ["", "{", "null"]) {
    stored.set("parlour.start.7", text);
    expect(readCheckListState(7)).toEqual({});
  }
});
