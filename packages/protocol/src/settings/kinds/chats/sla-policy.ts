import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import { valueOf, type Field } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** A minute to 90 days. null: the policy does not have this target. */
const target = {
  type: "integer",
  min: 60,
  max: 90 * 86_400,
  unit: "s",
  default: null,
  rule: "SLA-001",
} as const satisfies Field;

/** SLA policies: when chats must be answered and closed (SLA-001). */
export const slaPolicy = listKind({
  kind: "sla_policy",
  path: "sla-policies",
  label: "SLA policy",
  table: "sla_policy",
  part: "sla_policies",
  key: "name",
  max: 50,
  hasOrder: true,
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "SLA-001" },
    /** The chats of the policy. */
    if: { type: "custom", value: valueOf<Tree<Test>>(), column: "condition", default: { all: [] } },
    first_reply_s: target,
    next_reply_s: target,
    close_s: target,
    /** Whether only the hours count that apply to the chat (CORE-091). */
    hours: { type: "choice", values: ["always", "working"], default: "working" },
    /** Used part of the time from which a chat is at risk. */
    at_risk_percent: { type: "integer", min: 1, max: 99, default: 80 },
    /** Whether the visitor is promised the due time of a reply (PROM-010). */
    promise: { type: "flag", default: false },
  },
});
export type SlaPolicyFields = (typeof slaPolicy)["fields"];
