import { expect, test } from "vitest";
import { checkLimits, lowerCounters } from "./limits.ts";

const exact = (limits: Readonly<Record<string, number>>) => ({ exact: limits, counters: {} });

test("a figure above its limit names its parts, a figure below it names the number to write", () => {
  const figures = [{ name: "circles", value: 2, offenders: ["a.ts, b.ts", "c.ts, d.ts"] }];
  expect(checkLimits(figures, exact({ circles: 2 }), "limits.json")).toEqual([]);
  expect(checkLimits(figures, exact({ circles: 1 }), "limits.json")).toEqual([
    "circles is 2, its limit in limits.json 1:\n    a.ts, b.ts\n    c.ts, d.ts",
  ]);
  expect(checkLimits(figures, exact({ circles: 3 }), "limits.json")).toEqual([
    'limits.json: circles is 2 now, its limit 3: write "circles": 2',
  ]);
});

test("a figure without a limit and a limit without a figure are faults", () => {
  expect(
    checkLimits([{ name: "circles", value: 0, offenders: [] }], exact({}), "limits.json"),
  ).toEqual(['limits.json: write "circles": 0']);
  const fault = ["limits.json: cirlces is not a figure of the structure"];
  expect(checkLimits([], exact({ cirlces: 0 }), "limits.json")).toEqual(fault);
  expect(checkLimits([], { exact: {}, counters: { cirlces: 0 } }, "limits.json")).toEqual(fault);
});

test("a counter fails only above its limit, and shows its three worst places", () => {
  const picks = { name: "picks", value: 5, offenders: ["a.ts", "b.ts", "c.ts", "d.ts"] };
  const check = (limit: number) =>
    checkLimits([picks], { exact: {}, counters: { picks: limit } }, "limits.json");
  expect(check(6)).toEqual([]);
  expect(check(5)).toEqual([]);
  expect(check(4)).toEqual([
    "picks is 5, its limit in limits.json 4:\n    a.ts\n    b.ts\n    c.ts",
  ]);
});

test("counters take lower values only, exact limits stay", () => {
  const figures = [
    { name: "circles", value: 1, offenders: [] },
    { name: "picks", value: 5, offenders: [] },
    { name: "spreads", value: 9, offenders: [] },
  ];
  const limits = { exact: { circles: 2 }, counters: { picks: 7, spreads: 8 } };
  expect(lowerCounters(figures, limits)).toEqual({
    exact: { circles: 2 },
    counters: { picks: 5, spreads: 8 },
  });
});
