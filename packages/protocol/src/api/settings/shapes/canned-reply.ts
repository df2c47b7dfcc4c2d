import type { ResourceShape } from "./resource-shape.ts";

/** Quick replies (API-048). The account and each operator have a limit, which the server checks. */
export const cannedReplyShape = {
  kind: "canned_reply",
  path: "canned-replies",
  texts: {},
} as const satisfies ResourceShape;
