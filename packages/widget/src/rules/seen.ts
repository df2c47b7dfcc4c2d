import type { RulesPage } from "./deps.ts";

/** The visitor's activity on the page, as far as rules need it. */
export interface Seen {
  /** Maximum scroll position so far, in per cent. */
  readonly scroll: () => number;
  readonly isOut: () => boolean;
  /** Subscribes to the events of these condition types only. */
  listen(asked: ReadonlySet<string>): void;
}

/** Starts without listeners. `changed`: the rules must be checked again. */
export function openSeen(page: RulesPage, changed: () => void): Seen {
  let scroll = 0;
  let isOut = false;
  let ends: (() => void)[] = [];
  const scrolled = (): void => {
    const now = Math.min(100, page.scrolled());
    if (now <= scroll) return;
    scroll = now;
    changed();
  };
  const left = (now: boolean): void => {
    isOut = now;
    changed();
  };
  return {
    scroll: () => scroll,
    isOut: () => isOut,
    listen(asked) {
      for (const end of ends) end();
      ends = [];
      // Touch input has no exit intent (WG-052).
      if (asked.has("exit_intent") && page.device === "desktop") ends.push(page.onExit(left));
      if (!asked.has("scroll")) return;
      ends.push(page.onScroll(scrolled));
      scrolled();
    },
  };
}
