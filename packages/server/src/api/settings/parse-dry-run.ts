import type { NewRuleDryRun } from "@parlour/protocol/api";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { findRepeatProblem, findStartProblem } from "@parlour/protocol/automation/rule";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import type { AccountConfig } from "../../core/command.ts";
import { refuse, refuseProblem } from "../../core/failure.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { DryRunRule } from "../../store/rules/dry-run.ts";
import { ruleStore } from "../../store/settings/content/rule.ts";

/**
 * Returns the stored rule with which a tried one is compared (RULE-054). null if there is none, or
 * if it starts with a state. Throws `invalid_request` if the account does not have it.
 */
export async function readComparedRule(
  reader: Reader,
  account: number,
  id: number | undefined,
): Promise<DryRunRule | null> {
  if (id === undefined) return null;
  const [stored] = await ruleStore.list(reader, account, { id });
  if (stored === undefined)
    refuse("invalid_request", `${id} is not a rule of this account.`, { field: "rule_id" });
  const { when, repeat } = stored.values;
  return "event" in when ? { when, repeat, if: stored.values.if } : null;
}

/**
 * Returns the parts of a rule that a dry run needs. Throws `invalid_request` with the path of the
 * first problem. States leave no entries, so only rules with an event can be tried (RULE-051).
 */
export function parseDryRunRule(given: NewRuleDryRun["rule"], config: AccountConfig): DryRunRule {
  const rule = { if: { all: [] }, repeat: "event", ...given } as const;
  refuseProblem(findStartProblem(rule.when, "rule.when"));
  if (!("event" in rule.when))
    refuse("invalid_request", "rule.when must have an event: states of the past are not stored.", {
      field: "rule.when",
    });
  refuseProblem(findRepeatProblem(rule.repeat, "rule.repeat"));
  refuseProblem(findConditionProblem(rule.if, getAccountFacts(config), "rule.if"));
  if (given.do !== undefined) refuseProblem(findActionsProblem(given.do, "rule.do"));
  return { when: rule.when, if: rule.if, repeat: rule.repeat };
}
