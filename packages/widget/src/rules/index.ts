import { listConditions, parseRules, validateRule, evaluateCondition, type Rule } from "@parlour/protocol/rules";
import type { Rules, RulesDeps, RulesState } from "./deps.ts";
import { factsOf, nextTurn } from "./facts.ts";
import { nameOf, openFired, type Named } from "./fired.ts";
import { openFiring } from "./firing.ts";
import { openSeen } from "./seen.ts";

interface Watched extends Named {
  /** The condition was true at the last check. */
  held: boolean;
}
const nothingKnown: RulesState = {
  ready: false,
  hasMessages: false,
  quiet: false,
  workingHours: false,
  operatorsOnline: false,
  invited: 0,
  closed: false,
  closedAt: null,
};

/**
 * Starts the rules of a page view (WG-050 – WG-054). A rule fires when its condition becomes true.
 * Between checks, one timer waits for the next time that can change a condition.
 */
export function openRules(deps: RulesDeps): Rules {
  const { clock, page } = deps;
  let state = nothingKnown;
  let watched: Watched[] = [];
  let wake: (() => void) | null = null;
  let isLooking = false;
  let isStale = false;
  const fired = openFired(deps);
  const fire = openFiring(deps, () => state);
  const seen = openSeen(page, () => look());

  const isBlocked = (): boolean => state.hasMessages || state.quiet || state.closed;
  const mayFire = (): readonly Rule[] => watched.filter((one) => !fired.has(one)).map(({ rule }) => rule);
  const lookOnce = (): void => {
    const facts = factsOf(page, state, seen, clock.now());
    for (const one of watched) {
      const was = one.held;
      one.held = evaluateCondition(one.rule.if, facts) === true;
      // A rule without effect may still fire on another page.
      if (one.held && !was && !isBlocked() && !fired.has(one) && fire(one.rule)) fired.remember(one);
    }
  };
  /** Changes made by an action are checked after it, never inside it. */
  const look = (): void => {
    isStale = true;
    if (isLooking || !state.ready) return;
    isLooking = true;
    try {
      while (isStale) {
        isStale = false;
        lookOnce();
      }
    } finally {
      isLooking = false;
    }
    sleep();
  };
  const sleep = (): void => {
    wake?.();
    const now = clock.now();
    const next = nextTurn(mayFire(), page, now);
    wake = next === Infinity ? null : clock.after(next - now, look);
  };
  const watch = (rules: readonly Rule[]): void => {
    watched = rules.filter(({ enabled }) => enabled !== false).map((rule) => ({ rule, name: nameOf(rule), held: false }));
    seen.listen(new Set(mayFire().flatMap((rule) => listConditions(rule.if).map(({ type }) => type))));
    look();
  };
  // Skips rules that were stored before today's validation existed.
  watch(deps.rules.filter((rule): rule is Rule => validateRule(rule) === null));
  return {
    set(given) {
      const rules = parseRules(given);
      if (typeof rules === "string") return { result: "fail", reason: rules };
      deps.replaced();
      watch(rules);
      return { result: "ok" };
    },
    facts(changed) {
      state = { ...state, ...changed };
      look();
    },
    tick: look,
    stop() {
      watched = [];
      wake?.();
      wake = null;
      seen.listen(new Set());
    },
  };
}
