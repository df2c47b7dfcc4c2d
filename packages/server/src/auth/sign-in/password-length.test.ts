import { expect, test } from "vitest";
import { validatePassword } from "./password-policy.ts";

test("[API-010] 256 characters are taken, one more is not", () => {
  const longest = "kq".repeat(5) + "z7 ".repeat(82);
  expect(longest).toHaveLength(256);
  expect(validatePassword(longest)).toBeNull();
  expect(validatePassword(`${longest}m`)).toMatch(/at most 256/);
});
