import type { Facts } from "../bridge.ts";
import { browserClock } from "../clock.ts";
import type { Early } from "../loader/start.ts";
import { utmOf } from "../loader/utm.ts";
import type { Visit } from "../loader/store.ts";
import type { Rules, RulesPage, RulesState } from "../rules/deps.ts";
import { openRules } from "../rules/index.ts";
import { pageEvents } from "../rules/page.ts";
import type { KeptVisit } from "./visit.ts";

export interface PageRulesDeps {
  readonly early: Early;
  readonly visit: KeptVisit;
  readonly url: () => string;
  /** The page's own rules replaced those of the account. */
  readonly replaced: () => void;
  readonly facts: () => Facts;
  readonly move: (cause: "button" | "call") => void;
  readonly invite: (text: string, departmentId: number | null) => void;
  readonly label: (text: string) => void;
}
export interface PageRules extends Pick<Rules, "set" | "tick" | "stop"> {
  /** Values changed that rules depend on. `isLoaded`: the load callback has run. */
  tell(isLoaded: boolean): void;
}

/** Creates the rules of one page (WG-050) with the values they read and the actions they run. */
export function openPageRules({ early, visit, url, replaced, facts, move, invite, label }: PageRulesDeps): PageRules {
  const { face, store } = early;
  const rules = openRules({
    rules: face.rules,
    clock: browserClock,
    page: pageSeen(early, visit.now(), url),
    fired: (scope) => (scope === "session" ? visit.now().fired : store.browser.read().fired) ?? [],
    keepFired: (scope, fired) => (scope === "session" ? visit.keep({ fired }) : store.browser.keep({ fired })),
    caps: face.invitations,
    replaced,
    act: {
      open(start) {
        if (start === "chat") move("button");
        else if (face.calls && facts().situation?.call !== "disabled") move("call");
      },
      invite,
      label,
    },
  });
  return {
    ...rules,
    tell: (isLoaded) => rules.facts(stateOf(facts(), visit.now(), store.browser.read().declined ?? null, isLoaded)),
  };
}

function pageSeen({ device, button, since }: Early, visit: Visit, url: () => string): RulesPage {
  const { referrer, first, visits, pages, since: visitSince } = visit;
  return {
    ...pageEvents,
    url,
    referrer,
    utm: utmOf(first),
    visits,
    pages,
    device,
    language: navigator.language,
    spoken: button.language,
    since,
    visitSince,
  };
}

function stateOf({ situation, hasMessages, quiet }: Facts, visit: Visit, closedAt: number | null, isLoaded: boolean): RulesState {
  const { invited = 0, closed } = visit;
  return {
    ready: isLoaded && situation !== null,
    hasMessages,
    quiet,
    workingHours: situation?.working_hours === true,
    operatorsOnline: situation?.operators_online === true,
    invited,
    closed: closed === true,
    closedAt,
  };
}
