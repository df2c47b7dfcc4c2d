import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldOrder, movedCount } from "./order.ts";

describe("order of the list", () => {
  it("[CORE-035] held rows keep their place, new ones come last and none disappears", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.uniqueArray(fc.nat(50)), (held, present) => {
        const shown = heldOrder(held, present, () => true);
        expect(shown.slice(0, held.length)).toEqual(held);
        expect(new Set(shown)).toEqual(new Set([...held, ...present]));
      }),
    );
  });
  it("[CORE-035] counts the fewest rows that move", () => {
    expect(movedCount([1, 2, 3, 4], [1, 2, 3, 4])).toBe(0);
    expect(movedCount([1, 2, 3, 4], [4, 1, 2, 3])).toBe(1);
    expect(movedCount([1, 2, 3, 4], [2, 1, 4, 3])).toBe(2);
    expect(movedCount([1, 2, 3], [1, 3])).toBe(1);
  });
});
