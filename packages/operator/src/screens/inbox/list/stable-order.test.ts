import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyStableOrder, countMoved, createRowOrder } from "./use-stable-rows.ts";

describe("order of the list", () => {
  it("[CORE-035] held rows keep their place, new ones come last and none disappears", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.uniqueArray(fc.nat(50)), (heldIds, present) => {
        const { ids: shownIds } = applyStableOrder(createRowOrder(heldIds), present, () => true);
        expect(shownIds.slice(0, heldIds.length)).toEqual(heldIds);
        expect(new Set(shownIds)).toEqual(new Set([...heldIds, ...present]));
      }),
    );
  });
  it("[CORE-035] the order is the same object while no row comes or goes", () => {
    const held = createRowOrder([1, 2, 3]);
    expect(applyStableOrder(held, [3, 1, 2], () => true)).toBe(held);
    expect(applyStableOrder(held, [3, 1], () => true)).toBe(held);
    expect(applyStableOrder(held, [3, 4, 1], (id) => id !== 2).ids).toEqual([1, 3, 4]);
  });
  it("[CORE-035] counts the fewest rows that move", () => {
    expect(countMoved(createRowOrder([1, 2, 3, 4]), [1, 2, 3, 4])).toBe(0);
    expect(countMoved(createRowOrder([1, 2, 3, 4]), [4, 1, 2, 3])).toBe(1);
    expect(countMoved(createRowOrder([1, 2, 3, 4]), [2, 1, 4, 3])).toBe(2);
    expect(countMoved(createRowOrder([1, 2, 3]), [1, 3])).toBe(1);
  });
});
