import { expect, test } from "vitest";
import { parseId } from "./parse-id.ts";

test("[CORE-104] a part of an address names a call, a chat or a visitor by its number alone", () => {
  expect(parseId("42")).toBe(42);
  expect(parseId("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
  for (const part of [undefined, "", "0", "042", "-1", "1e3", "1.5", "x", "12345678901234567"])
    expect(parseId(part)).toBeNull();
});
