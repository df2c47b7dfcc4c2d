import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { DeliveryTarget } from "../queue/index.ts";

/** Returns the Standard Webhooks headers for the exact bytes (CORE-124). */
export type SignRequest = (
  endpoint: DeliveryTarget["endpoint"],
  webhookId: string,
  atMs: number,
  body: string,
) => Record<string, string>;

const secretPrefix = "whsec_";

/**
 * Creates a signer. `unseal` returns the text of a sealed secret: `whsec_` + base64. Secret and key
 * are decrypted and created once for all deliveries that are claimed together. The library
 * `standardwebhooks` does both for each signature. A test verifies that the results are equal.
 */
export function createSigner(unseal: (sealed: Buffer) => string): SignRequest {
  const keys = new WeakMap<Buffer, KeyObject>();
  const getKey = (sealed: Buffer): KeyObject => {
    let key = keys.get(sealed);
    if (key === undefined) keys.set(sealed, (key = createKey(unseal(sealed))));
    return key;
  };
  return ({ secret, previousSecret, previousSecretUntil }, webhookId, atMs, body) => {
    const seconds = Math.floor(atMs / 1_000);
    const content = `${webhookId}.${seconds}.${body}`;
    // Receivers that have not switched to the new secret yet use the previous one.
    const isOverlap =
      previousSecret !== null && previousSecretUntil !== null && atMs < previousSecretUntil;
    return {
      "webhook-id": webhookId,
      "webhook-timestamp": String(seconds),
      "webhook-signature": isOverlap
        ? `${computeSignature(getKey(secret), content)} ${computeSignature(getKey(previousSecret), content)}`
        : computeSignature(getKey(secret), content),
    };
  };
}

function createKey(secret: string): KeyObject {
  return createSecretKey(
    Buffer.from(
      secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
      "base64",
    ),
  );
}
function computeSignature(key: KeyObject, content: string): string {
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
