import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Target } from "../queue/index.ts";

/** The Standard Webhooks headers over the exact bytes that are sent (CORE-124). `atMs`: start of this attempt. */
export type Sign = (endpoint: Target["endpoint"], webhookId: string, atMs: number, body: string) => Record<string, string>;

const prefix = "whsec_";

/**
 * `open` gives the text of a sealed secret: `whsec_` + base64. Each one is opened once for all deliveries that were claimed together,
 * and its key is made once; the library `standardwebhooks` does both for every signature (a test holds the two equal).
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
    // Receivers that have not changed yet know the previous secret.
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
