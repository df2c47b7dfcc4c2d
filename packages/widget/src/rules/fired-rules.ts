import type { Rule } from "@parlour/protocol/rules";
import type { RulesDeps } from "./deps.ts";

/** A rule with the key under which it is stored. */
export interface NamedRule {
  readonly rule: Rule;
  readonly key: string;
}
/** Rules that have fired: on this page view, in the session, for the visitor (WG-205). */
export interface FiredRules {
  /** Returns whether the rule must not fire again. */
  has(one: NamedRule): boolean;
  add(one: NamedRule): void;
}
/** Maximum of stored keys of fired rules. The oldest are removed. */
const maxKeys = 200;

export function createFiredRules({
  loadFired,
  saveFired,
}: Pick<RulesDeps, "loadFired" | "saveFired">): FiredRules {
  const firedOnPage = new Set<string>();
  // The page's storage can contain anything.
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

/** Returns the key of a rule. A changed rule gets another key, so it may fire again. */
export function ruleKey({ name, if: condition, do: actions }: Rule): string {
  let hash = 5381;
  for (const char of JSON.stringify([name, condition, actions]))
    hash = (Math.imul(hash, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
