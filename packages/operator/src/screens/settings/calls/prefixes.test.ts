import { expect, test } from "vitest";
import { findWrongPrefix, parsePrefixes } from "./prefixes.ts";

test("[CORE-105] calling codes are read from a text, each once", () => {
  expect(parsePrefixes("+49, +43 +49")).toEqual(["+49", "+43"]);
  expect(findWrongPrefix("+49, +43 +49")).toBe(null);
});

test("[CORE-104] the first wrong calling code is found", () => {
  expect(findWrongPrefix("+1 49 0")).toBe("49");
});
