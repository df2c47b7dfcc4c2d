import { maxRules, onceValues, type Condition, type RuleAction } from "../../rules/index.ts";
import { valueOf } from "../field.ts";
import { listKind } from "../kind.ts";

/** Rules of the account for its site widgets (API-313). The name is unique, ignoring case. */
export const trigger = listKind({
  kind: "trigger",
  path: "triggers",
  label: "trigger",
  table: "trigger_rule",
  part: "triggers",
  key: "name",
  max: maxRules,
  hasOrder: true,
  fields: {
    name: { type: "text", min: 1, max: 100, rule: "API-313" },
    enabled: { type: "flag", default: true },
    once: { type: "choice", values: onceValues, default: "session" },
    /** null: always. */
    if: { type: "custom", value: valueOf<Condition>(), column: "condition", default: null },
    do: { type: "custom", value: valueOf<readonly RuleAction[]>(), column: "actions" },
    /** The widgets on whose pages the trigger runs. */
    channels: { type: "references", to: "channel", of: "widget", max: 1000, default: null },
  },
});
