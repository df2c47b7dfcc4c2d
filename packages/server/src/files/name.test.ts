import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { urlFileName, toDisplayName, getFileExtension } from "./name.ts";

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
  ])("[API-071] %j is shown as %j", (input, displayed) => {
    expect(toDisplayName(input)).toBe(displayed);
  });

  it("[API-071] a long name keeps its ending, and no character is split", () => {
    expect(toDisplayName(`${"n".repeat(300)}.txt`)).toBe(`${"n".repeat(251)}.txt`);
    expect(toDisplayName("😀".repeat(200)).isWellFormed()).toBe(true);
    expect(toDisplayName(`a.${"b".repeat(300)}`)).toHaveLength(255);
  });

  it("[CORE-060] the ending is the one that a system acts upon", () => {
    expect([
      getFileExtension("A.EXE"),
      getFileExtension("a.exe. . "),
      getFileExtension("a.tar.gz"),
      getFileExtension("none"),
      getFileExtension("a."),
    ]).toEqual(["exe", "exe", "gz", "", ""]);
  });

  it("[API-071] [CORE-061] whatever is given: shown safely, and an address of bounded length that gives the shown name or its beginning", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (input) => {
        const displayed = toDisplayName(input);
        expect(displayed.length).toBeGreaterThan(0);
        expect(displayed.length).toBeLessThanOrEqual(255);
        expect(displayed).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\]/u);
        const address = urlFileName(displayed);
        expect(address.length).toBeLessThanOrEqual(240);
        expect(address).toMatch(/^[\w.~%-]+$/);
        expect(decodeURIComponent(address).length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
