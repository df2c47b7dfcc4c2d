import { expect, test } from "vitest";
import { passwordFault } from "./common-passwords.ts";

test("[API-010] 256 characters are taken, one more is not", () => {
  const longest = "kq".repeat(5) + "z7 ".repeat(82);
  expect(longest).toHaveLength(256);
  expect(passwordFault(longest)).toBeNull();
  expect(passwordFault(`${longest}m`)).toMatch(/at most 256/);
});
