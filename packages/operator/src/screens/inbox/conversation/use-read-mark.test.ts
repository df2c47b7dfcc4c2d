import { describe, expect, it } from "vitest";
import { findNewestRead } from "./use-read-mark.ts";

describe("read mark", () => {
  it("[API-029] a message is read after 0.5 s in sight, not before and not by scrolling past", () => {
    const since = new Map<number, number>();
    expect(findNewestRead([1, 2], since, 0)).toBe(0);
    expect(findNewestRead([2, 3], since, 250)).toBe(0);
    expect(findNewestRead([2, 3], since, 500)).toBe(2);
    expect(findNewestRead([3], since, 750)).toBe(3);
  });
});
