import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Target } from "../queue/index.ts";

/**
 * Returns the Standard Webhooks headers for the exact bytes sent (CORE-124). `atMs`: start of this
 * attempt.
 */
export type Sign = (endpoint: Target["endpoint"], webhookId: string, atMs: number, body: string) => Record<string, string>;

const prefix = "whsec_";

/**
 * Creates a signer. `unseal` returns the text of a sealed secret: `whsec_` + base64. Each secret is
 * decrypted once for all deliveries claimed together, and its key is created once. The library
 * `standardwebhooks` does both per signature (a test verifies equal results).
 */
export function openSign(open: (sealed: Buffer) => string): Sign {
  const keys = new WeakMap<Buffer, KeyObject>();
  const keyOf = (sealed: Buffer): KeyObject => {
    let key = keys.get(sealed);
    if (key === undefined) keys.set(sealed, (key = keyFrom(open(sealed))));
    return key;
  };
  return ({ secret, previousSecret, previousSecretUntil }, webhookId, atMs, body) => {
    const seconds = Math.floor(atMs / 1_000);
    const content = `${webhookId}.${seconds}.${body}`;
    // Receivers that have not changed yet use the previous secret.
    const isOverlap = previousSecret !== null && previousSecretUntil !== null && atMs < previousSecretUntil;
    return {
      "webhook-id": webhookId,
      "webhook-timestamp": String(seconds),
      "webhook-signature": isOverlap
        ? `${signature(keyOf(secret), content)} ${signature(keyOf(previousSecret), content)}`
        : signature(keyOf(secret), content),
    };
  };
}

function keyFrom(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64"));
}
function signature(key: KeyObject, content: string): string {
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
