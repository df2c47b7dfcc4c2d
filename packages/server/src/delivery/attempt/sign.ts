import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Target } from "../queue/index.ts";

/**
 * Returns the Standard Webhooks headers for the exact bytes sent (CORE-124). `atMs`: start of this
 * attempt.
 */
export type SignRequest = (
  endpoint: Target["endpoint"],
  webhookId: string,
  atMs: number,
  body: string,
) => Record<string, string>;

const secretPrefix = "whsec_";

/**
 * Creates a signer. `unseal` returns the text of a sealed secret: `whsec_` + base64. Each secret is
 * decrypted once for all deliveries claimed together, and its key is created once. The library
 * `standardwebhooks` does both per signature (a test verifies equal results).
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
    // Receivers that have not changed yet use the previous secret.
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
