import { validateRule, type RuleAction } from "@parlour/protocol/rules";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { TriggerRecord } from "../../store/settings/channels/trigger.ts";

/** Throws the same error that setRules returns to a page (WG-050). */
export function assertValidRule(
  rule: Pick<TriggerRecord, "if"> &
    Partial<Pick<TriggerRecord, "name" | "enabled" | "once" | "do">>,
): void {
  const { name, enabled, once, do: actions = [{ type: "open" }] } = rule;
  const fault = validateRule({
    name,
    enabled,
    once,
    ...(rule.if === null ? {} : { if: rule.if }),
    do: actions,
  });
  if (fault === null) return;
  const field = fault[0].replace(/^\./, "");
  refuse("invalid_request", field === "" ? `The rule ${fault[1]}.` : `${field}: ${fault[1]}.`, {
    field: field === "" ? "if" : field,
  });
}

/**
 * Throws if an invitation names an unknown department (WG-053). A department that the trigger
 * already had and that was deleted since is accepted.
 */
export function assertDepartments(
  { departments }: AccountConfig,
  actions: readonly RuleAction[],
  before: readonly RuleAction[],
): void {
  const existing = new Set(before.flatMap(getDepartments));
  actions.forEach((action, n) => {
    const unknownId = getDepartments(action).find(
      (id) => !departments.has(id) && !existing.has(id),
    );
    if (unknownId !== undefined)
      refuse("invalid_request", `${unknownId} is not a department of this account.`, {
        field: `do[${n}].department_id`,
      });
  });
}
const getDepartments = (action: RuleAction): readonly number[] =>
  action.type === "invitation" && action.department_id !== undefined ? [action.department_id] : [];
