import { ruleFault, type RuleAction } from "@parlour/protocol/rules";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/ports.ts";
import type { TriggerRecord } from "../../core/record/trigger.ts";

/** The same answer as setRules gives a page (WG-050). */
export function checkRule(rule: Pick<TriggerRecord, "if"> & Partial<Pick<TriggerRecord, "name" | "enabled" | "once" | "do">>): void {
  const { name, enabled, once, do: actions = [{ type: "open" }] } = rule;
  const fault = ruleFault({ name, enabled, once, ...(rule.if === null ? {} : { if: rule.if }), do: actions });
  if (fault === null) return;
  const field = fault[0].replace(/^\./, "");
  refuse("invalid_request", field === "" ? `The rule ${fault[1]}.` : `${field}: ${fault[1]}.`, { field: field === "" ? "if" : field });
}

/** Refuses an invitation to what is no department of the account (WG-053). One that stood in the trigger and was deleted since stays until somebody chooses. */
export function checkDepartments({ departments }: AccountConfig, actions: readonly RuleAction[], before: readonly RuleAction[]): void {
  const stood = new Set(before.flatMap(departmentsOf));
  actions.forEach((action, n) => {
    const stranger = departmentsOf(action).find((id) => !departments.has(id) && !stood.has(id));
    if (stranger !== undefined)
      refuse("invalid_request", `${stranger} is no department of this account.`, { field: `do[${n}].department_id` });
  });
}
const departmentsOf = (action: RuleAction): readonly number[] =>
  action.type === "invitation" && action.department_id !== undefined ? [action.department_id] : [];
