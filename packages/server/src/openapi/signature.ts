/**
 * The signature of requests that Parlour sends. OpenAPI has no scheme for signatures, so it is
 * declared as the header that contains it.
 */
export const signature = {
  type: "apiKey",
  in: "header",
  name: "webhook-signature",
} as const;
