import {
  listConditions,
  parseRules,
  validateRule,
  evaluateCondition,
  type Rule,
  type RuleFacts,
} from "@parlour/protocol/rules";
import type { Rules, RulesDeps, RulesState } from "./deps.ts";
import { getConditionValues, getNextChangeAt } from "./condition-values.ts";
import { createActionRunner } from "./run-actions.ts";
import { createPageActivity } from "./page-activity.ts";

interface WatchedRule extends NamedRule {
  /** Whether the condition was true at the last check. */
  isTrue: boolean;
}
const initialState: RulesState = {
  ready: false,
  hasMessages: false,
  quiet: false,
  working_hours: false,
  operators_online: false,
  country: "",
  segment: [],
  variable: {},
  closed: false,
};

/**
 * Starts the rules of a page view (WG-050 – WG-054). A rule fires when its condition becomes true.
 * Between events, one timer waits for the next time at which a condition can change.
 */
export function startRules(deps: RulesDeps): Rules {
  const { clock, page } = deps;
  let state = initialState;
  let watched: WatchedRule[] = [];
  let cancelTimer: (() => void) | null = null;
  let isChecking = false;
  let needsCheck = false;
  let isHidden = false;
  const fired = createFiredRules(deps);
  const fire = createActionRunner(deps);
  const activity = createPageActivity(page, () => check());

  const isBlocked = (): boolean => isHidden || state.hasMessages || state.quiet || state.closed;
  const listFireable = (): readonly Rule[] =>
    watched.filter((one) => !fired.has(one)).map(({ rule }) => rule);
  const checkOnce = (): void => {
    const facts = getConditionValues(page, state, activity, clock.now());
    const changed = watched.filter((one) => becomesTrue(one, facts));
    isHidden = !state.hasMessages && watched.some(hidesWidget);
    deps.actions.hide(isHidden);
    for (const one of changed)
      // A rule whose actions had no effect may still fire on another page.
      if (!isBlocked() && !fired.has(one) && fire(one.rule)) fired.add(one);
  };
  /** Checks all rules. Values that an action changes are checked after the action. */
  const check = (): void => {
    needsCheck = true;
    if (isChecking || !state.ready) return;
    isChecking = true;
    try {
      while (needsCheck) {
        needsCheck = false;
        checkOnce();
      }
    } finally {
      isChecking = false;
    }
    scheduleCheck();
  };
  const scheduleCheck = (): void => {
    cancelTimer?.();
    const now = clock.now();
    const next = getNextChangeAt(listFireable(), page, now);
    cancelTimer = next === Infinity ? null : clock.after(next - now, check);
  };
  const watch = (rules: readonly Rule[]): void => {
    watched = rules
      .filter(({ enabled }) => enabled !== false)
      .map((rule) => ({ rule, key: ruleKey(rule), isTrue: false }));
    activity.subscribe(
      new Set(listFireable().flatMap((rule) => listConditions(rule.if).map(({ type }) => type))),
    );
    check();
  };
  // Skip invalid rules. They may have been stored by a version with other validation.
  watch(deps.rules.filter((rule): rule is Rule => validateRule(rule) === null));
  return {
    set(newRules) {
      const rules = parseRules(newRules);
      if (typeof rules === "string") return { result: "fail", reason: rules };
      deps.onReplaced();
      watch(rules);
      return { result: "ok" };
    },
    update(changed) {
      state = { ...state, ...changed };
      check();
    },
    recheck: check,
    stop() {
      watched = [];
      cancelTimer?.();
      cancelTimer = null;
      activity.subscribe(new Set());
    },
  };
}

/** Evaluates the condition of a rule. Returns whether it became true. */
function becomesTrue(one: WatchedRule, facts: RuleFacts): boolean {
  const wasTrue = one.isTrue;
  one.isTrue = evaluateCondition(one.rule.if, facts) === true;
  return one.isTrue && !wasTrue;
}
const hidesWidget = ({ rule, isTrue }: WatchedRule): boolean =>
  isTrue && rule.do.some(({ type }) => type === "hide");

/** A rule with the key under which it is stored. */
interface NamedRule {
  readonly rule: Rule;
  readonly key: string;
}
/** Records which rules have fired: on this page view, in the session, for the visitor (WG-205). */
interface FiredRules {
  /** Returns whether the rule must not fire again. */
  has(one: NamedRule): boolean;
  add(one: NamedRule): void;
}
/** Maximum number of stored keys of fired rules. The oldest keys are removed. */
const maxKeys = 200;

function createFiredRules({ loadFired, saveFired }: RulesDeps): FiredRules {
  const firedOnPage = new Set<string>();
  // Loads the stored keys and checks their type, because the page's storage can contain anything.
  const loadKeys = (scope: "session" | "visitor"): readonly string[] => {
    const names: unknown = loadFired(scope);
    return Array.isArray(names) ? (names as string[]) : [];
  };
  return {
    has({ rule, key }) {
      const { once = "session" } = rule;
      return (
        once !== "always" &&
        (firedOnPage.has(key) || (once !== "page" && loadKeys(once).includes(key)))
      );
    },
    add({ rule, key }) {
      const { once = "session" } = rule;
      firedOnPage.add(key);
      if (once === "session" || once === "visitor")
        saveFired(once, [...loadKeys(once), key].slice(-maxKeys));
    },
  };
}

/** Returns the storage key of a rule. A changed rule has another key, so it can fire again. */
function ruleKey(rule: Rule): string {
  let hash = 5381;
  for (const char of JSON.stringify([rule.name, rule.if, rule.do]))
    hash = (Math.imul(hash, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
