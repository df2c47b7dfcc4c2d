import { leavesOf, turnsOf, type Rule, type RuleFacts } from "@parlour/protocol/rules";
import type { RulesPage, RulesState } from "./deps.ts";
import type { Seen } from "./seen.ts";

const second = 1000;

/** What conditions are asked about, as it is now. */
export function factsOf(page: RulesPage, state: RulesState, seen: Seen, now: number): RuleFacts {
  const seconds = (since: number): number => Math.floor((now - since) / second);
  return {
    time_on_page: seconds(page.since),
    time_on_site: seconds(page.visitSince),
    url: page.url(),
    referrer: page.referrer,
    scroll: seen.scroll(),
    exit_intent: seen.isOut(),
    visits: page.visits,
    pages: page.pages,
    working_hours: state.workingHours,
    operators_online: state.operatorsOnline,
    device: page.device,
    utm: page.utm,
    language: page.language,
  };
}

/** The next moment at which time alone can change one of the rules; Infinity: none. */
export function nextTurn(rules: readonly Rule[], page: RulesPage, now: number): number {
  let next = Infinity;
  for (const leaf of rules.flatMap((rule) => leavesOf(rule.if))) {
    const since = leaf.type === "time_on_page" ? page.since : page.visitSince;
    for (const turn of turnsOf(leaf)) {
      const at = since + turn * second;
      if (at > now) next = Math.min(next, at);
    }
  }
  return next;
}
