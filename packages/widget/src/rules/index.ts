import { leavesOf, readRules, ruleFault, truth, type Rule } from "@parlour/protocol/rules";
import type { Rules, RulesDeps, RulesState } from "./deps.ts";
import { factsOf, nextTurn } from "./facts.ts";
import { nameOf, openFired, type Named } from "./fired.ts";
import { openFiring } from "./firing.ts";
import { openSeen } from "./seen.ts";

interface Watched extends Named {
  /** The condition held when it was last looked at. */
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

/** Fires the rules of a page view (WG-050 – WG-054), each when its condition becomes true. Sleeps until the next moment that can change one. */
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
      one.held = truth(one.rule.if, facts) === true;
      // What was held back may still come on another page.
      if (one.held && !was && !isBlocked() && !fired.has(one) && fire(one.rule)) fired.remember(one);
    }
  };
  /** What an action changes is looked at behind it, never inside. */
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
    seen.listen(new Set(mayFire().flatMap((rule) => leavesOf(rule.if).map(({ type }) => type))));
    look();
  };
  // One that was kept before a check of today leaves the others as they are.
  watch(deps.rules.filter((rule): rule is Rule => ruleFault(rule) === null));
  return {
    set(given) {
      const rules = readRules(given);
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
