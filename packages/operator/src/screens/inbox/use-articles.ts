import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { Group } from "./groups.ts";

type Box = RefObject<HTMLElement | null>;

/** Tracks two groups of the feed: the only tab stop, and the one that has or had the focus. */
export function useStops(box: Box, groups: readonly Group[]) {
  const [active, setActive] = useState<string | null>(null);
  const [heldKey, setHeld] = useState<string | null>(null);
  const stopKey = groups.some((group) => group.key === active) ? active : (groups.at(-1)?.key ?? null);
  return {
    stopKey,
    stop: groups.findIndex((group) => group.key === stopKey),
    /** Index of the group that stays rendered however far it is scrolled away. -1: none. */
    held: heldKey === null ? -1 : groups.findIndex((group) => group.key === heldKey),
    setActive,
    onFocus: ({ target }: FocusEvent) => {
      const article = target.closest<HTMLElement>("[data-article]");
      // Dialogs opened from a group are its children in React, but not in the DOM.
      if (article && box.current?.contains(article)) setHeld(article.dataset["article"] ?? null);
    },
  };
}

/** Menu of a message group, at its position. `group` is undefined while none is open. */
export function useArticleMenu(groups: readonly Group[]) {
  const anchor = useRef<Element | null>(null);
  const [key, setKey] = useState<string | null>(null);
  return {
    anchor,
    group: key === null ? undefined : groups.find((group) => group.key === key),
    open: (article: HTMLElement) => {
      anchor.current = article;
      setKey(article.dataset["article"] ?? null);
    },
    close: () => setKey(null),
  };
}

interface FeedKeys {
  box: Box;
  groups: readonly Group[];
  stop: number;
  /** Makes the group the tab stop and scrolls to it. */
  moveTo: (group: Group) => void;
  openMenu: (article: HTMLElement) => void;
}

/** Handles keys on a message group (WAI-ARIA feed): arrows and pages move, Enter opens its menu. */
export function onFeedKey({ box, groups, stop, moveTo, openMenu }: FeedKeys, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const key = target.matches("[data-article]") ? feedKey(event, groups.length) : null;
  if (key === null) return;
  if (key === "menu") {
    event.preventDefault();
    openMenu(target);
    return;
  }
  const group = groups[Math.max(0, Math.min(groups.length - 1, stop + key))];
  if (!group) return;
  event.preventDefault();
  moveTo(group);
  requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-article="${group.key}"]`)?.focus({ preventScroll: true }));
}

/**
 * Returns what a key does on a group: "menu", a number of groups to move, or null for other keys.
 */
function feedKey(event: KeyboardEvent, count: number): "menu" | number | null {
  if (event.key === "Enter") return "menu";
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -count, End: count }[event.key] ?? null;
}
