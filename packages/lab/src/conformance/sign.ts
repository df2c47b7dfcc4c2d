import { randomBytes, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Signs as Parlour does (CORE-124, Standard Webhooks 1.0.0). */
export interface Signer {
  /** Whether the user set the secret of the endpoint. Otherwise it is random. */
  readonly isKnown: boolean;
  headers(
    id: string,
    body: string,
    variant?: "right" | "wrong" | "stale" | "second",
  ): Record<string, string>;
}

const generateSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
export const generateId = (): string => randomUUID();

/**
 * Creates a signer. `wrong` signs with another secret. `stale` signs with a time one hour ago.
 * `second` lists a valid signature after another one, as during "Rotate secret".
 */
export function createSigner(secret: string | null): Signer {
  const endpointKey = new Webhook(secret ?? generateSecret());
  const otherKey = new Webhook(generateSecret());
  return {
    isKnown: secret !== null,
    headers(id, body, variant = "right") {
      const at = new Date(Date.now() - (variant === "stale" ? 3_600_000 : 0));
      const validSignature = endpointKey.sign(id, at, body);
      const signature =
        variant === "wrong"
          ? otherKey.sign(id, at, body)
          : variant === "second"
            ? `${otherKey.sign(id, at, body)} ${validSignature}`
            : validSignature;
      return {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signature,
      };
    },
  };
}
