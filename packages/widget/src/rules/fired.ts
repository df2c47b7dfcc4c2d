import type { Rule } from "@parlour/protocol/rules";
import type { RulesDeps } from "./deps.ts";

/** A rule under the name by which it is remembered. */
export interface Named {
  readonly rule: Rule;
  readonly name: string;
}
/** Which rules have fired: on this page view, in the session, for the visitor (WG-051). */
export interface Fired {
  /** It may not fire again. */
  has(one: Named): boolean;
  remember(one: Named): void;
}
/** Names that are remembered of rules that fired; the oldest go. */
const mostNames = 200;

export function openFired({ fired, keepFired }: Pick<RulesDeps, "fired" | "keepFired">): Fired {
  const here = new Set<string>();
  // Anything may lie in the page's storage.
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

/** A changed rule is another one: it may fire again. */
export function nameOf({ name, if: condition, do: actions }: Rule): string {
  let hash = 5381;
  for (const char of JSON.stringify([name, condition, actions])) hash = (Math.imul(hash, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
