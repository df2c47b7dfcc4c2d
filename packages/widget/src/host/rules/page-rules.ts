import type { PublicState } from "../../bridge.ts";
import { browserClock } from "../../clock.ts";
import type { LoaderContext } from "../../loader/start.ts";
import { parseUtm } from "../../loader/utm.ts";
import type { Visit } from "../../loader/page-storage.ts";
import type { Rules, RulesPage, RulesState } from "../../rules/deps.ts";
import { startRules } from "../../rules/index.ts";
import type { WidgetLayout } from "../layout.ts";
import type { StoredVisit } from "./visit.ts";

export interface PageRulesDeps {
  readonly context: LoaderContext;
  readonly visit: StoredVisit;
  readonly url: () => string;
  /** Called when the page has replaced the account's rules with its own. */
  readonly onReplaced: () => void;
  readonly facts: () => PublicState;
  readonly move: (cause: "button" | "call") => void;
  readonly invite: (text: string, departmentId: number | null) => void;
  readonly layout: WidgetLayout;
  readonly canInvite: () => boolean;
}
export interface PageRules extends Rules {
  /**
   * Checks the rules again after values changed that they depend on. `isLoaded` is true if the load
   * callback has run.
   */
  refresh(isLoaded: boolean): void;
}

/**
 * Creates the rules of one page (WG-050). Provides the values that they read and the actions that
 * they run.
 */
export function createPageRules({
  context,
  visit,
  url,
  onReplaced,
  facts,
  move,
  invite,
  layout,
  canInvite,
}: PageRulesDeps): PageRules {
  const { face, store } = context;
  const rules = startRules({
    rules: face.rules,
    clock: browserClock,
    page: toRulesPage(context, visit.now(), url),
    loadFired: (scope) =>
      (scope === "session" ? visit.now().fired : store.browser.read().fired) ?? [],
    saveFired: (scope, fired) =>
      scope === "session" ? visit.save({ fired }) : store.browser.save({ fired }),
    canInvite,
    onReplaced,
    actions: {
      open(start) {
        if (start === "chat") move("button");
        else if (face.calls && facts().situation?.call !== "disabled") move("call");
      },
      invite,
      label(caption) {
        layout.update({ caption });
        layout.reportSize();
      },
      hide(isHidden) {
        if (isHidden === context.isHiddenByRule) return;
        context.isHiddenByRule = isHidden;
        layout.update({});
      },
    },
  });
  return {
    ...rules,
    refresh: (isLoaded) => rules.update(toRulesState(facts(), visit.now(), isLoaded)),
  };
}

function toRulesPage(
  { device, button, since }: LoaderContext,
  visit: Visit,
  url: () => string,
): RulesPage {
  return {
    ...visit,
    ...pageEvents,
    url,
    utm: parseUtm(visit.first),
    device,
    language: navigator.language,
    textLanguage: button.language,
    since,
    visitSince: visit.since,
  };
}

function toRulesState(
  { situation, hasMessages, quiet }: PublicState,
  { closed = false }: Visit,
  isLoaded: boolean,
): Partial<RulesState> {
  return { ...situation, ready: isLoaded && situation !== null, hasMessages, quiet, closed };
}

/** The events of a page that rules subscribe to. */
const pageEvents: Pick<RulesPage, "getScrollPercent" | "onScroll" | "onExit"> = {
  getScrollPercent() {
    const { scrollHeight } = document.documentElement;
    return scrollHeight === 0 ? 0 : Math.floor(((scrollY + innerHeight) / scrollHeight) * 100);
  },
  onScroll: (run) => listen(window, "scroll", run),
  onExit(run) {
    const root = document.documentElement;
    const ends = [
      listen(root, "pointerleave", (event) => {
        const { pointerType, clientY } = event as PointerEvent;
        if (pointerType === "mouse" && clientY <= 0) run(true);
      }),
      listen(root, "pointerenter", () => run(false)),
    ];
    return () => ends.forEach((end) => end());
  },
};

function listen(target: EventTarget, name: string, run: (event: Event) => void): () => void {
  target.addEventListener(name, run, { passive: true });
  return () => target.removeEventListener(name, run);
}
