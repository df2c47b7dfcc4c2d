import { expect, test } from "vitest";
import { parseSignInSearch } from "./sign-in-search.ts";

test("[API-010] after the sign-in one stays here, whoever made the link", () => {
  const address = { next: "/me?tab=1", email: "kim@example.test", beside: true, again: true };
  expect(parseSignInSearch({ ...address, other: 1 })).toEqual(address);
  for (const next of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "javascript:alert(1)",
    "me",
    7,
    {},
  ])
    expect(parseSignInSearch({ next }), JSON.stringify(next)).toEqual({});
  expect(parseSignInSearch({ email: 1, beside: "true", again: 1 })).toEqual({});
});
