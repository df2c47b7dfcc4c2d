import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesPattern, validatePattern } from "./pattern.ts";

const piece = fc.constantFrom(
  "a",
  "b",
  ".",
  "\\d",
  "[ab]",
  "[^a]",
  "\\w",
  "(?:ab|b)",
  "(a|)",
  "\\b",
  "^",
  "$",
  "\\/",
  "x{0,2}",
  "a*",
  "b+?",
  "(?:a?b)*",
  "|",
  "{",
);

test("[WG-052] a pattern is found where a regular expression of the browser finds it", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }),
      fc.string({ unit: fc.constantFrom("a", "b", "x", "1", "/", " ", "\n"), maxLength: 12 }),
      (parts, text) => {
        const source = parts.join("");
        let native: RegExp;
        try {
          native = new RegExp(source);
        } catch {
          expect(validatePattern(source)).toBe("is no regular expression");
          return;
        }
        expect(validatePattern(source)).toBeNull();
        expect(matchesPattern(source, text)).toBe(native.test(text));
      },
    ),
    { numRuns: 3000 },
  );
});

test.each([
  [
    "/product/(\\d+)-[a-z-]+\\.html(\\?.*)?$",
    "https://shop.example/product/17-red-bowl.html?x=1",
    true,
  ],
  ["^https://shop\\.example/(?:cart|basket)\\b", "https://shop.example/basket?step=2", true],
  ["^https://shop\\.example/(?:cart|basket)\\b", "https://shop.example/baskets", false],
  ["a{3}", "caab", false],
  ["a{2,}b", "caaaab", true],
  ["[\\]x]$", "y]", true],
])("[WG-052] %s in %s", (source, text, expected) => {
  expect(matchesPattern(source, text)).toBe(expected);
});

test("[WG-052] a pattern that a backtracking engine would need years for is answered at once", () => {
  const started = Date.now();
  for (const source of ["^(a+)+$", "^(a|a)*$", "(.*)*=(.*)*$", "(?:a?){50}a{50}", "(x+x+)+y"])
    matchesPattern(source, `${"a".repeat(60)}xxxxxxxxxxxxxxxxxxxxxxxxxxx!`);
  expect(Date.now() - started).toBeLessThan(1000);
});

test.each([
  ["(?=a)b", "must not use lookahead, lookbehind or named groups"],
  ["(?<n>a)", "must not use lookahead, lookbehind or named groups"],
  ["(a)\\1", "must not use backreferences or octal escapes"],
  ["(", "is no regular expression"],
  ["a".repeat(201), "must not be longer than 200 characters"],
  ["((a{20}){20}){20}", "is too complex"],
  ["((){200}){200}", "is too complex"],
])("[WG-052] %s is refused", (source, fault) => {
  expect(validatePattern(source)).toBe(fault);
  expect(matchesPattern(source, "a")).toBe(false);
});
