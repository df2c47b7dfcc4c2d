import type { ResourceShape } from "./resource-shape.ts";

/** Keys of the service API (API-303). They are created and deleted, never changed. */
export const apiKeyShape = {
  kind: "api_key",
  path: "api-keys",
  texts: { name: { minLength: 1, maxLength: 100 } },
} as const satisfies ResourceShape;
