import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createSigner } from "./sign.ts";

describe("signature", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const previous = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  const endpoint = (current: string, other: string | null = null, until: number | null = null) => ({
    id: 1,
    kind: "channel" as const,
    url: "http://x",
    secret: Buffer.from(current),
    previousSecret: other === null ? null : Buffer.from(other),
    previousSecretUntil: until,
  });
  const sign = createSigner((sealed) => sealed.toString("utf8"));

  it("[CORE-124] signs the exact bytes under the attempt's second, verifiable by the library", () => {
    const body = '{"text":"é😀"}';
    const headers = sign(endpoint(secret), "msg_1", Date.now(), body);
    expect(new Webhook(secret).verify(body, headers)).toEqual({ text: "é😀" });
    expect(headers["webhook-id"]).toBe("msg_1");
  });
  it("[CORE-124] two signatures, separated by a space, while the old secret holds, and one afterwards", () => {
    const until = Date.now() + 1_000;
    const headers = sign(endpoint(secret, previous, until), "msg_1", until - 1, "{}");
    expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const key of [secret, previous])
      expect(new Webhook(key).verify("{}", headers)).toEqual({});
    expect(
      sign(endpoint(secret, previous, until), "msg_1", until, "{}")["webhook-signature"],
    ).toMatch(/^v1,\S+$/);
  });
  it("[CORE-124] equals what the library makes, for every secret, id, time and body", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.stringMatching(/^[\w-]{1,30}$/),
        fc.integer({ min: 0, max: 4e12 }),
        fc.string({ unit: "grapheme" }),
        (bytes, id, at, body) => {
          const text = `whsec_${Buffer.from(bytes).toString("base64")}`;
          const seconds = new Date(Math.floor(at / 1_000) * 1_000);
          expect(sign(endpoint(text), id, at, body)["webhook-signature"]).toBe(
            new Webhook(text).sign(id, seconds, body),
          );
        },
      ),
    );
  });
  it("[CORE-125] a secret is opened once for all deliveries of a claim, and again for the next", () => {
    let unsealCount = 0;
    const countingSigner = createSigner((sealed) => {
      unsealCount += 1;
      return sealed.toString("utf8");
    });
    const claimedEndpoint = endpoint(secret);
    for (let n = 0; n < 5; n += 1) countingSigner(claimedEndpoint, `msg_${n}`, 1e12, "{}");
    expect(unsealCount).toBe(1);
    countingSigner(endpoint(secret), "msg_9", 1e12, "{}");
    expect(unsealCount).toBe(2);
  });
});
