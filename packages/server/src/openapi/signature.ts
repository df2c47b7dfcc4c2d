/** OpenAPI has no scheme for signatures, so it is declared as its header. */
export const signature = {
  type: "apiKey",
  in: "header",
  name: "webhook-signature",
} as const;
