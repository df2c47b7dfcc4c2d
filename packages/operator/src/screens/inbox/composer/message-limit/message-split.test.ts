import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCodePoints, splitText } from "./message-count.ts";

describe("long replies", () => {
  it("[CH-074] each part fits and no word is lost", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.integer({ min: 5, max: 60 }),
        (text, limit) => {
          const parts = splitText(text, limit);
          for (const part of parts) expect(countCodePoints(part)).toBeLessThanOrEqual(limit);
          expect(parts.join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
          for (const part of parts) expect(part).not.toBe("");
        },
      ),
    );
  });
  it("[CH-074] cuts at a sentence rather than inside it", () => {
    expect(splitText("One two three. Four five six.", 20)).toEqual([
      "One two three.",
      "Four five six.",
    ]);
  });
  it("[CH-074] counts code points, not halves of them", () => {
    expect(countCodePoints("😀😀")).toBe(2);
    expect(splitText("😀😀😀", 2)).toEqual(["😀😀", "😀"]);
  });
});
