import { NewRule, Rule, RulePatch, Rules } from "@parlour/protocol/api";
import type { MacroActions } from "@parlour/protocol/actions/macro-chain";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { findRepeatProblem, findStartProblem } from "@parlour/protocol/automation/rule";
import { findOperatorAction, findSelfStart } from "@parlour/protocol/automation/self-start";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { rule } from "@parlour/protocol/settings/kinds/chats/rule";
import { refuseProblem } from "../../core/failure.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import { ruleStore, type RuleValues } from "../../store/settings/content/rule.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { parsePath } from "../parse-path.ts";
import type { CheckContext } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";
import { findReferenceProblem, readMacroActions } from "./action-references.ts";
import { fileActions } from "./file-actions.ts";
import { fileCondition } from "./view-condition.ts";

/** Rules that act on chats by themselves (RULE-001). */
export const ruleResource = createResource(rule, {
  rights: { read: "account.manage", manage: "account.manage" },
  summaries: { ...summarizeRequests("a rule", "rules"), order: "Set the order of the rules" },
  schemas: { entity: Rule, page: Rules, create: NewRule, patch: RulePatch },
  store: ruleStore,
  describe: ({ version, switchedOffAt, updatedAt }) => ({
    version,
    switched_off_at: switchedOffAt,
    updated_at: updatedAt,
  }),
  check: (values, before, context) => assertValidRule(values, context, before?.values),
  custom: {
    when: { toCompared: sortKeys },
    if: fileCondition,
    do: fileActions,
    repeat: { toCompared: sortKeys },
  },
  checkEntry(values, report) {
    const problem = findRuleProblem(values);
    if (problem !== null) report(parsePath(`.${problem[0]}`), problem[1], "RULE-001");
  },
});

/**
 * Throws `invalid_request` with the path of the first problem of a rule (RULE-004, RULE-005). Parts
 * that are as in `before` may name what the account deleted since, so that a rule can be switched
 * off.
 */
async function assertValidRule(
  values: RuleValues,
  context: CheckContext,
  before: RuleValues | undefined,
): Promise<void> {
  const references = { ...context, principal: null };
  if (values.do !== before?.do) refuseProblem(findActionsProblem(values.do, "do"));
  const isSame = values.do === before?.do && values.when === before.when;
  const macros = isSame ? undefined : await readMacroActions(values.do, references);
  refuseProblem(findRuleProblem(values, macros));
  if (values.if !== before?.if)
    refuseProblem(findConditionProblem(values.if, getAccountFacts(context.config), "if"));
  if (values.do !== before?.do)
    refuseProblem(await findReferenceProblem(values.do, "do", references));
}

/** Returns the first problem that the file can have too, which is read without the macros. */
const findRuleProblem = (
  values: Omit<RuleValues, "enabled" | "if" | "stop">,
  macros?: MacroActions,
): InputProblem | null =>
  findStartProblem(values.when, "when") ??
  findRepeatProblem(values.repeat, "repeat") ??
  findOperatorAction(values.do, "do") ??
  findSelfStart(values, "do", macros);
