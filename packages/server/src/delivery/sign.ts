import { Webhook } from "standardwebhooks";

export interface SigningKeys {
  /** `whsec_` + base64. */
  readonly secret: string;
  /** Still valid for receivers that have not changed yet; signs beside the new one (CORE-124). */
  readonly previous: string | null;
}

/** The Standard Webhooks headers over the exact bytes that are sent (CORE-124). `atMs`: start of this attempt. */
export function signatureHeaders(keys: SigningKeys, webhookId: string, atMs: number, body: string): Record<string, string> {
  const seconds = new Date(Math.floor(atMs / 1_000) * 1_000);
  const secrets = keys.previous === null ? [keys.secret] : [keys.secret, keys.previous];
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": String(seconds.getTime() / 1_000),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(webhookId, seconds, body)).join(" "),
  };
}
