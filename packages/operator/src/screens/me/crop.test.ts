import { expect, test } from "vitest";
import { getCrop, dragCrop, initialChoice } from "./crop.ts";

test.each([
  [400, 200, {}, { x: 100, y: 0, side: 200 }],
  [200, 400, { down: 0 }, { x: 0, y: 0, side: 200 }],
  [400, 200, { zoom: 2 }, { x: 150, y: 50, side: 100 }],
  [400, 200, { zoom: 2, across: 1, down: 1 }, { x: 300, y: 100, side: 100 }],
  [400, 200, { zoom: 99, across: 7, down: -3 }, { x: 350, y: 0, side: 50 }],
  [1, 1, {}, { x: 0, y: 0, side: 1 }],
])("[CORE-157] of %i × %i with %j the square %j is kept", (width, height, choice, crop) => {
  expect(getCrop(width, height, { ...initialChoice, ...choice })).toEqual(crop);
});

test("[CORE-157] a drag to the right shows what is at the left, and ends at the edge", () => {
  const moved = dragCrop(initialChoice, 400, 200, { x: 0.25, y: 0.5 });
  expect(getCrop(400, 200, moved)).toEqual({ x: 50, y: 0, side: 200 });
  expect(moved.down).toBe(0.5);
  expect(dragCrop(initialChoice, 400, 200, { x: 9, y: 0 }).across).toBe(0);
});
