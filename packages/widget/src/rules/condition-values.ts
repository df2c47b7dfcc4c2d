import {
  listConditions,
  getConditionChangeTimes,
  type Rule,
  type RuleFacts,
} from "@parlour/protocol/rules";
import type { RulesPage, RulesState } from "./deps.ts";
import type { PageActivity } from "./page-activity.ts";

const secondMs = 1000;

export function getConditionValues(
  page: RulesPage,
  state: RulesState,
  activity: PageActivity,
  now: number,
): RuleFacts {
  const seconds = (since: number): number => Math.floor((now - since) / secondMs);
  return {
    ...page,
    ...state,
    time_on_page: seconds(page.since),
    time_on_site: seconds(page.visitSince),
    url: page.url(),
    scroll: activity.scroll(),
    exit_intent: activity.isOut(),
  };
}

/**
 * Returns the next time at which a rule can change without an event, only because time passes.
 * Infinity if there is none.
 */
export function getNextChangeAt(rules: readonly Rule[], page: RulesPage, now: number): number {
  let next = Infinity;
  for (const leaf of rules.flatMap((rule) => listConditions(rule.if))) {
    const since = leaf.type === "time_on_page" ? page.since : page.visitSince;
    for (const changeS of getConditionChangeTimes(leaf)) {
      const at = since + changeS * secondMs;
      if (at > now) next = Math.min(next, at);
    }
  }
  return next;
}
