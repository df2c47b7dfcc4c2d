import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { unseal, createSecrets, seal, UnsealError } from "./seal.ts";

const key = Buffer.alloc(32, 7);

describe("secrets at rest", () => {
  it("[CORE-125] what was sealed opens again, and never looks the same twice", () => {
    const text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw 💬";
    const a = seal(key, text);
    const b = seal(key, text);
    expect(unseal(key, a)).toBe(text);
    expect(a.equals(b)).toBe(false);
    expect(a.includes("whsec_")).toBe(false);
    expect(createSecrets(key).open(createSecrets(key).seal(""))).toBe("");
  });
  it("[CORE-125] another key, a changed byte and a cut end are refused", () => {
    const sealed = seal(key, "secret");
    expect(() => unseal(randomBytes(32), sealed)).toThrow(UnsealError);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => unseal(key, changed), `byte ${i}`).toThrow(UnsealError);
    }
    expect(() => unseal(key, sealed.subarray(0, sealed.length - 1))).toThrow(UnsealError);
    expect(() => unseal(key, Buffer.alloc(0))).toThrow(UnsealError);
  });
});
