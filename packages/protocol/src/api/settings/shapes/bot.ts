import type { ResourceShape } from "./resource-shape.ts";

/** Bot connections (BOT-003). The token is unique among those of a provider. */
export const botShape = {
  kind: "bot",
  path: "bots",
  texts: {},
} as const satisfies ResourceShape;
