import { expect, it } from "vitest";
import {
  axisTicks,
  labelledDays,
  linePath,
  nearestPoint,
  groupConsecutiveDays,
  secondSteps,
  spreadLabels,
  toX,
  toY,
} from "./scale.ts";

const frame = { width: 120, height: 60, left: 10, right: 10, top: 5, bottom: 5 };

it("[API-074] an axis counts in steps that people know and holds the highest number", () => {
  expect(axisTicks(73)).toEqual([0, 20, 40, 60, 80]);
  expect(axisTicks(0)).toEqual([0, 1]);
  expect(axisTicks(3)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(1_283)).toEqual([0, 500, 1000, 1500]);
  expect(axisTicks(214, 5, secondSteps)).toEqual([0, 60, 120, 180, 240]);
  expect(axisTicks(400_000, 5, secondSteps).at(-1)).toBeGreaterThanOrEqual(400_000);
  for (let n = 0; n < 5_000; n += 7) {
    const marks = axisTicks(n);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(n);
    expect(marks.length).toBeLessThanOrEqual(6);
  }
});
it("[API-074] points stand from side to side; the pointer finds the nearest", () => {
  expect([toX(frame, 0, 3), toX(frame, 2, 3), toX(frame, 0, 1)]).toEqual([10, 110, 60]);
  expect([toY(frame, 0, 10), toY(frame, 10, 10)]).toEqual([55, 5]);
  expect([
    nearestPoint(frame, -5, 3),
    nearestPoint(frame, 62, 3),
    nearestPoint(frame, 500, 3),
    nearestPoint(frame, 60, 1),
  ]).toEqual([0, 1, 2, 0]);
});
it("[API-074] a line breaks off where nothing was measured; what stands alone is a dot", () => {
  expect(linePath(frame, [0, 10, null, 5, null, 10, 0], 10)).toMatchObject({ dots: [3] });
  expect(linePath(frame, [0, 10, null, 5, null, 10, 0], 10).line).toBe(
    "M10 55L26.7 5M93.3 5L110 55",
  );
  expect(linePath(frame, [null, null], 10)).toEqual({ line: "", dots: [] });
});
it("[API-074] few days are all named, of many the Mondays that fit; closed days are shaded in a row", () => {
  const days = Array.from({ length: 28 }, (_, n) =>
    new Date(Date.UTC(2026, 9, 24 + n)).toISOString().slice(0, 10),
  );
  expect(labelledDays(days.slice(0, 7), 560)).toHaveLength(7);
  expect(labelledDays(days, 560).map((n) => days[n])).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
  ]);
  expect(labelledDays(days, 130)).toHaveLength(2);
  expect(groupConsecutiveDays([true, true, false, true])).toEqual([
    [0, 1],
    [3, 3],
  ]);
});
it("[CORE-192] [CORE-215] labels at the ends of lines never cover each other or the axis, and keep their order", () => {
  const heights = (...ys: number[]) =>
    spreadLabels(
      ys.map((y) => ({ name: String(y), y })),
      200,
    ).map(({ name, y }) => [Number(name), y]);
  expect(heights(50, 100)).toEqual([
    [50, 50],
    [100, 100],
  ]);
  expect(heights(60, 50)).toEqual([
    [50, 50],
    [60, 64],
  ]);
  expect(heights(200, 199, 198).map(([, y]) => y)).toEqual([172, 186, 200]);
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let n = 0; n < 300; n++) {
    const spread = spreadLabels(
      Array.from({ length: 4 }, (_, name) => ({ name: String(name), y: 12 + random() * 188 })),
      200,
    );
    for (const [at, { y }] of spread.entries()) {
      expect(y).toBeLessThanOrEqual(200);
      if (at > 0) expect(y - (spread[at - 1]?.y ?? 0)).toBeGreaterThanOrEqual(14 - 1e-9);
    }
  }
});
