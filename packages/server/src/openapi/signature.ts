/**
 * The signature of requests that Parlour sends. OpenAPI has no scheme for signatures, so it is
 * declared as the header that contains it.
 */
export const signature = {
  type: "apiKey",
  in: "header",
  name: "webhook-signature",
  description:
    "Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073).",
} as const;
