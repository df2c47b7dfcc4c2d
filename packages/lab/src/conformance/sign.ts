import { randomBytes, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Signs as Parlour does (CORE-124, Standard Webhooks 1.0.0). */
export interface Signer {
  /** The user gave the secret of the endpoint. Otherwise a random secret is used. */
  readonly isKnown: boolean;
  headers(id: string, body: string, how?: "right" | "wrong" | "stale" | "second"): Record<string, string>;
}

export const freshSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
export const freshId = (): string => randomUUID();

/**
 * `wrong`: signed with another secret. `stale`: one hour old. `second`: valid but listed after
 * another signature, as after "Rotate secret".
 */
export function openSigner(secret: string | null): Signer {
  const own = new Webhook(secret ?? freshSecret());
  const other = new Webhook(freshSecret());
  return {
    isKnown: secret !== null,
    headers(id, body, how = "right") {
      const at = new Date(Date.now() - (how === "stale" ? 3_600_000 : 0));
      const right = own.sign(id, at, body);
      const signature = how === "wrong" ? other.sign(id, at, body) : how === "second" ? `${other.sign(id, at, body)} ${right}` : right;
      return { "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)), "webhook-signature": signature };
    },
  };
}
