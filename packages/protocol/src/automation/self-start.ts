import type { Action, ActionType } from "../actions/actions.ts";
import type { InputProblem } from "../conditions/problem.ts";
import type { RuleActions, RuleEvent, RuleStart } from "./rule.ts";

/** Events that each action can cause, also later. */
const eventsOfActions: Readonly<Record<ActionType, readonly RuleEvent[]>> = {
  tag: ["tag_changed"],
  untag: ["tag_changed"],
  assign: ["assigned", "transferred"],
  priority: [],
  note: [],
  reply: ["message_by_bot", "delivery_failed"],
  snooze: ["snooze_ended"],
  set_field: ["field_changed"],
  demand_skill: [],
  hand_to_bot: ["message_by_bot"],
  close: ["closed"],
};

/** Returns the events that an action can cause. */
export function listCausedEvents(action: Action): readonly RuleEvent[] {
  if (action.type !== "assign") return eventsOfActions[action.type];
  return action.operator_id === undefined ? ["transferred"] : ["assigned"];
}

/** Returns whether effects of a rule can start another one. */
export const canStart = (
  rule: { readonly do: RuleActions },
  { when }: { readonly when: RuleStart },
): boolean =>
  "event" in when && rule.do.some((action) => listCausedEvents(action).includes(when.event));

/**
 * Returns the action by which a rule would start itself, with the chain as its problem, or null
 * (RULE-005).
 */
export function findSelfStart(
  rule: { readonly name: string; readonly when: RuleStart; readonly do: RuleActions },
  path: string,
): InputProblem | null {
  if (!("event" in rule.when)) return null;
  const { event } = rule.when;
  const n = rule.do.findIndex((action) => listCausedEvents(action).includes(event));
  const action = rule.do[n];
  return action === undefined
    ? null
    : [
        `${path}[${n}]`,
        `starts the rule again: ${event} → ${rule.name} → ${action.type} → ${event}. ` +
          "Choose another event or action",
      ];
}
