import { describe, expect, it } from "vitest";
import { findPatternMatches } from "./pattern-search.ts";

const find = (source: string, text: string): readonly string[] | null =>
  findPatternMatches(source, text, 1_000_000)?.map(({ start, end }) => text.slice(start, end)) ??
  null;

describe("matches of a pattern in a text", () => {
  it("[MODEL-011] finds what a native expression finds", () => {
    const cases = [
      ["7\\d{3}", "orders 7781 and 7999, not 812"],
      ["A-\\d+", "A-1, A-22 and B-3, A-"],
      ["\\bK\\d{2,4}\\b", "K12 K12345 xK12 K9999"],
      ["cat|category", "the category of a cat"],
      ["^no", "no, no"],
      ["[a-c]+$", "abc abz cab"],
      ["x*", "axxb"],
    ] as const;
    const natively = (source: string, text: string): readonly string[] =>
      (text.match(new RegExp(source, "g")) ?? []).filter((found) => found !== "");
    for (const [source, text] of cases.filter(([source]) => source !== "cat|category"))
      expect([source, find(source, text)]).toEqual([source, natively(source, text)]);
    // The longest of the leftmost, as the order of alternatives must not leave a rest unmasked.
    expect(find("cat|category", "the category of a cat")).toEqual(["category", "cat"]);
  });
  it("[MODEL-011] a pattern that a backtracking engine would need years for ends at once", () => {
    expect(find("(a*)*b", "a".repeat(20_000))).toEqual([]);
    expect(findPatternMatches("a|a.*b", "a".repeat(100_000), 10_000)).toBeNull();
  });
});
