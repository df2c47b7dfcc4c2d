import { maxRules } from "../../../rules/index.ts";
import type { ResourceShape } from "./resource-shape.ts";

/** Triggers of the account (API-313). The name is unique in the account, ignoring case. */
export const triggerShape = {
  kind: "trigger",
  path: "triggers",
  max: maxRules,
  hasOrder: true,
  texts: { name: { minLength: 1, maxLength: 100 } },
} as const satisfies ResourceShape;
