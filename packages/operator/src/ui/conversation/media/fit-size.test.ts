import { expect, test } from "vitest";
import { fitSize } from "./fit-size.ts";

test("[CH-065] a picture has its room before it comes: whole, in proportion, never a stripe", () => {
  expect(fitSize({ type: "photo", width: 1200, height: 900 })).toEqual({ width: 320, height: 240 });
  expect(fitSize({ type: "photo", width: 900, height: 1200 })).toEqual({ width: 210, height: 280 });
  expect(fitSize({ type: "photo", width: 100, height: 80 })).toEqual({ width: 100, height: 80 });
  expect(fitSize({ type: "photo", width: 10_000, height: 2 })).toEqual({ width: 320, height: 48 });
  expect(fitSize({ type: "photo", width: null, height: 900 })).toEqual({ width: 240, height: 180 });
  expect(fitSize({ type: "sticker", width: 512, height: 512 })).toEqual({
    width: 160,
    height: 160,
  });
});
