import { actions, type Action, type ActionDeclaration, type ActionOf } from "../actions/actions.ts";
import { expandMacros, type MacroActions } from "../actions/macro-chain.ts";
import type { InputProblem } from "../conditions/problem.ts";
import type { RuleActions, RuleEvent, RuleStart } from "./rule.ts";

/** By the argument of `assign`. */
const eventsOfAssignment = {
  operator_id: ["assigned"],
  department_id: ["transferred"],
  bot_id: ["message_by_bot"],
} as const satisfies Partial<Record<keyof ActionOf<"assign">, readonly RuleEvent[]>>;

/** Returns the events that an action can cause, also later. */
function listCausedEvents(action: Action): readonly RuleEvent[] {
  if (action.type === "assign")
    return Object.entries(eventsOfAssignment).flatMap(([name, events]) =>
      Object.hasOwn(action, name) ? events : [],
    );
  const { causes = [] }: { readonly right: string; readonly causes?: readonly RuleEvent[] } =
    actions[action.type];
  return action.type === "snooze" && action.promise === true
    ? [...causes, "promise_at_risk", "promise_broken"]
    : causes;
}

/** Returns the first action that rules cannot have, or null (RULE-007). */
export function findOperatorAction(list: RuleActions, path: string): InputProblem | null {
  const n = list.findIndex(({ type }) => {
    const declaration: ActionDeclaration = actions[type];
    return declaration.needsOperator;
  });
  return n < 0 ? null : [`${path}[${n}].type`, `${list[n]?.type} needs an operator`];
}

/** Returns whether effects of a rule can start another one. */
export const canStart = (
  rule: { readonly do: RuleActions },
  { when }: { readonly when: RuleStart },
): boolean =>
  "event" in when && rule.do.some((action) => listCausedEvents(action).includes(when.event));

/** Returns the action, with the chain as its problem, or null (RULE-005). */
export function findSelfStart(
  rule: { readonly name: string; readonly when: RuleStart; readonly do: RuleActions },
  path: string,
  macros: MacroActions = new Map(),
): InputProblem | null {
  if (!("event" in rule.when)) return null;
  const { event } = rule.when;
  for (const [n, action] of rule.do.entries()) {
    const cause = expandMacros([action], macros, 0).find((run) =>
      listCausedEvents(run).includes(event),
    );
    if (cause === undefined) continue;
    const chain = [event, rule.name, ...new Set([action.type, cause.type]), event].join(" → ");
    return [`${path}[${n}]`, `starts the rule again: ${chain}. Choose another event or action`];
  }
  return null;
}
