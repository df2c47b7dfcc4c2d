import type { Rule } from "@parlour/protocol/rules";
import type { RulesDeps } from "./deps.ts";

/** A rule with the key under which it is stored. */
export interface Named {
  readonly rule: Rule;
  readonly name: string;
}
/** Rules that have fired: on this page view, in the session, for the visitor (WG-051). */
export interface Fired {
  /** Returns whether the rule must not fire again. */
  has(one: Named): boolean;
  remember(one: Named): void;
}
/** Maximum of stored keys of fired rules. The oldest are removed. */
const mostNames = 200;

export function openFired({ fired, keepFired }: Pick<RulesDeps, "fired" | "keepFired">): Fired {
  const here = new Set<string>();
  // The page's storage can contain anything.
  const firedIn = (scope: "session" | "visitor"): readonly string[] => {
    const names: unknown = fired(scope);
    return Array.isArray(names) ? (names as string[]) : [];
  };
  return {
    has({ rule, name }) {
      const { once = "session" } = rule;
      return once !== "always" && (here.has(name) || (once !== "page" && firedIn(once).includes(name)));
    },
    remember({ rule, name }) {
      const { once = "session" } = rule;
      here.add(name);
      if (once === "session" || once === "visitor") keepFired(once, [...firedIn(once), name].slice(-mostNames));
    },
  };
}

/** Returns the key of a rule. A changed rule gets another key, so it may fire again. */
export function nameOf({ name, if: condition, do: actions }: Rule): string {
  let hash = 5381;
  for (const char of JSON.stringify([name, condition, actions])) hash = (Math.imul(hash, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
