import { expect, it } from "vitest";
import {
  parseLinkTokenAccount,
  generateApiKey,
  generateLinkToken,
  generatePublicId,
  generateRandomString,
  generateSigningSecret,
  hashLinkToken,
} from "./secrets.ts";

it("[CH-002] [CORE-124] secrets have their published form and never repeat", () => {
  for (const [generate, pattern] of [
    [generateRandomString, /^[A-Za-z0-9]{24}$/],
    [generatePublicId, /^[A-Za-z0-9]{10}$/],
    [generateSigningSecret, /^whsec_[A-Za-z0-9+/]{43}=$/],
    [generateApiKey, /^pk_[A-Za-z0-9]{40}$/],
  ] as const) {
    const values = Array.from({ length: 500 }, generate);
    for (const value of values) expect(value).toMatch(pattern);
    expect(new Set(values).size).toBe(500);
  }
});
it("[API-041] a link names its account and is stored as a hash", () => {
  const token = generateLinkToken(7);
  expect(parseLinkTokenAccount(token)).toBe(7);
  expect(hashLinkToken(token)).toHaveLength(32);
  for (const invalidToken of [
    "",
    "7",
    "7.",
    "0.x",
    `x.${"a".repeat(43)}`,
    `-1.${"a".repeat(43)}`,
    `99999999999999999.${"a".repeat(43)}`,
    `9999999999999999.${"a".repeat(43)}`,
    `7.${"a".repeat(44)}`,
  ])
    expect(parseLinkTokenAccount(invalidToken), invalidToken).toBeNull();
});
