import type { ResourceShape } from "./resource-shape.ts";

/** Webhooks (WH-001). Several may have one address. */
export const webhookShape = {
  kind: "webhook",
  path: "webhooks",
  texts: {},
} as const satisfies ResourceShape;
