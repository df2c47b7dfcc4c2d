import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isEqualSecret, isSignedBy } from "./secret.ts";

test("[CON-065] an empty secret equals no text and signs nothing", () => {
  expect(isEqualSecret("", "")).toBe(false);
  expect(isSignedBy("text", createHmac("sha256", "").update("text").digest(), "")).toBe(false);
});

test("[WA-001] only the whole secret is equal, whatever the length of the other text", () => {
  expect(isEqualSecret("abc", "abc")).toBe(true);
  for (const wrong of ["", "ab", "abcd", "abd"]) expect(isEqualSecret(wrong, "abc")).toBe(false);
});

test("[WA-002] only the signature of the content by the secret counts", () => {
  const sign = (text: string, secret: string) => createHmac("sha256", secret).update(text).digest();
  expect(isSignedBy("text", sign("text", "secret"), "secret")).toBe(true);
  for (const wrong of [
    sign("text", "other"),
    sign("text!", "secret"),
    sign("text", "secret").subarray(1),
    Buffer.alloc(0),
  ])
    expect(isSignedBy("text", wrong, "secret")).toBe(false);
});
