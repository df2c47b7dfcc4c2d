import { ruleFault } from "@parlour/protocol/rules";
import { refuse } from "../../core/failure.ts";
import type { TriggerRecord } from "./stores/triggers.ts";

/** The same answer as setRules gives a page (WG-050). */
export function checkRule(rule: Pick<TriggerRecord, "if"> & Partial<Pick<TriggerRecord, "name" | "enabled" | "once" | "do">>): void {
  const { name, enabled, once, do: actions = [{ type: "open" }] } = rule;
  const fault = ruleFault({ name, enabled, once, ...(rule.if === null ? {} : { if: rule.if }), do: actions });
  if (fault === null) return;
  const field = fault[0].replace(/^\./, "");
  refuse("invalid_request", field === "" ? `The rule ${fault[1]}.` : `${field}: ${fault[1]}.`, { field: field === "" ? "if" : field });
}
