import type { RulesPage } from "./deps.ts";

/** The visitor's activity on the page that rules read. */
export interface PageActivity {
  /** Returns the maximum scroll position so far, in per cent. */
  readonly scroll: () => number;
  readonly isOut: () => boolean;
  /** Subscribes to the events that these condition types need, and to no others. */
  subscribe(asked: ReadonlySet<string>): void;
}

/** Creates the activity without listeners. `onChange`: the rules must be checked again. */
export function createPageActivity(page: RulesPage, onChange: () => void): PageActivity {
  let scroll = 0;
  let isOut = false;
  let unsubscribers: (() => void)[] = [];
  const onScroll = (): void => {
    const now = Math.min(100, page.getScrollPercent());
    if (now <= scroll) return;
    scroll = now;
    onChange();
  };
  const onExit = (now: boolean): void => {
    isOut = now;
    onChange();
  };
  return {
    scroll: () => scroll,
    isOut: () => isOut,
    subscribe(conditionTypes) {
      for (const end of unsubscribers) end();
      unsubscribers = [];
      // Touch input has no exit intent (WG-052).
      if (conditionTypes.has("exit_intent") && page.device === "desktop")
        unsubscribers.push(page.onExit(onExit));
      if (!conditionTypes.has("scroll")) return;
      unsubscribers.push(page.onScroll(onScroll));
      onScroll();
    },
  };
}
