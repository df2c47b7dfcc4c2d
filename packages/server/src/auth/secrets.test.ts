import { expect, it } from "vitest";
import { accountOfToken, newApiKey, newLinkToken, newPublicId, newRandomString, newSigningSecret, tokenHash } from "./secrets.ts";

it("[CH-002] [CORE-124] secrets have their published form and never repeat", () => {
  for (const [make, form] of [
    [newRandomString, /^[A-Za-z0-9]{24}$/],
    [newPublicId, /^[A-Za-z0-9]{10}$/],
    [newSigningSecret, /^whsec_[A-Za-z0-9+/]{43}=$/],
    [newApiKey, /^pk_[A-Za-z0-9]{40}$/],
  ] as const) {
    const made = Array.from({ length: 500 }, make);
    for (const one of made) expect(one).toMatch(form);
    expect(new Set(made).size).toBe(500);
  }
});
it("[API-041] a link names its account and is stored as a hash", () => {
  const token = newLinkToken(7);
  expect(accountOfToken(token)).toBe(7);
  expect(tokenHash(token)).toHaveLength(32);
  for (const bad of [
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
    expect(accountOfToken(bad), bad).toBeNull();
});
