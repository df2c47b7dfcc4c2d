import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressName, displayName, endingOf } from "./name.ts";

describe("names of files", () => {
  it.each([
    ["a.txt", "a.txt"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ann\\photo.jpg", "photo.jpg"],
    ["a\u0000b\r\n.txt", "ab.txt"],
    ["invoice\u202efdp.exe.txt", "invoicefdp.exe.txt"],
    ["\u200f\u2066x\u2069", "x"],
    ["  spaced  ", "spaced"],
    ["", "file"],
    ["..", "file"],
    ["/", "file"],
    [".hidden", ".hidden"],
  ])("[API-071] %j is shown as %j", (given, shown) => {
    expect(displayName(given)).toBe(shown);
  });

  it("[API-071] a long name keeps its ending, and no character is split", () => {
    expect(displayName(`${"n".repeat(300)}.txt`)).toBe(`${"n".repeat(251)}.txt`);
    expect(displayName("😀".repeat(200)).isWellFormed()).toBe(true);
    expect(displayName(`a.${"b".repeat(300)}`)).toHaveLength(255);
  });

  it("[CORE-060] the ending is the one that a system acts upon", () => {
    expect([endingOf("A.EXE"), endingOf("a.exe. . "), endingOf("a.tar.gz"), endingOf("none"), endingOf("a.")]).toEqual([
      "exe",
      "exe",
      "gz",
      "",
      "",
    ]);
  });

  it("[API-071] [CORE-061] whatever is given: shown safely, and an address of bounded length that gives the shown name or its beginning", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (given) => {
        const shown = displayName(given);
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.length).toBeLessThanOrEqual(255);
        expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\]/u);
        const address = addressName(shown);
        expect(address.length).toBeLessThanOrEqual(240);
        expect(address).toMatch(/^[\w.~%-]+$/);
        expect(decodeURIComponent(address).length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
