import { findRepeatProblem, findStartProblem } from "@parlour/protocol/automation/rule";
import { findSelfStart } from "@parlour/protocol/automation/self-start";
import type { RuleFields } from "@parlour/protocol/settings/kinds/chats/rule";
import type { Values } from "@parlour/protocol/settings/values";
import { findActionsError } from "../../../ui/actions/find-error.ts";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { t as dryRunText } from "../../../ui/rules/text.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import { t } from "./text.ts";

/** Returns the rule of a form. Its parts may be incomplete. */
export const toRule = (values: FormValues): Values<RuleFields> =>
  values as unknown as Values<RuleFields>;

/** Returns the errors of a rule by field. */
export function findRuleErrors(values: FormValues): Readonly<Record<string, string>> {
  const rule = toRule(values);
  const errors: Record<string, string> = {
    ...findConditionError(rule.if, getLoadedFacts("chat")),
    ...findActionsError(rule.do),
  };
  if (findStartProblem(rule.when, "when") !== null) errors["when"] = t("rule.for.wrong");
  if (findRepeatProblem(rule.repeat, "repeat") !== null) errors["repeat"] = t("rule.hours.wrong");
  if (errors["do"] === undefined && findSelfStart(rule, "do") !== null)
    errors["do"] = dryRunText("loop.self");
  return errors;
}

/** Returns why a rule cannot be tried on the past, or null. */
export function findTrialProblem(values: FormValues): string | null {
  if (!("event" in toRule(values).when)) return dryRunText("dryrun.state");
  return Object.keys(findRuleErrors(values)).length > 0 ? dryRunText("dryrun.incomplete") : null;
}
