import type { RuleActions, RuleRepeat, RuleStart } from "../../../automation/rule.ts";
import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** Rules that act on chats by themselves (RULE-001). */
export const rule = listKind({
  kind: "rule",
  path: "rules",
  label: "rule",
  table: "rule",
  part: "rules",
  key: "name",
  max: 200,
  hasOrder: true,
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "RULE-001" },
    enabled: { type: "flag", default: true },
    when: { type: "custom", value: valueOf<RuleStart>(), column: "starts" },
    if: { type: "custom", value: valueOf<Tree<Test>>(), column: "condition", default: { all: [] } },
    do: { type: "custom", value: valueOf<RuleActions>(), column: "actions" },
    /** Rules below do not run for the same event. */
    stop: { type: "flag", default: false },
    repeat: { type: "custom", value: valueOf<RuleRepeat>(), column: "repeats", default: "event" },
  },
});
export type RuleFields = (typeof rule)["fields"];
