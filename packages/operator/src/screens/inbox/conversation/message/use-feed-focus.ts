import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { MessageGroupData } from "./message-groups.ts";

type BoxRef = RefObject<HTMLElement | null>;

/** Tracks two groups of the feed: the only tab stop, and the one that has or had the focus. */
export function useFeedFocus(box: BoxRef, groups: readonly MessageGroupData[]) {
  const [active, setActive] = useState<string | null>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const tabStopKey = groups.some((group) => group.key === active)
    ? active
    : (groups.at(-1)?.key ?? null);
  return {
    tabStopKey,
    tabStopIndex: groups.findIndex((group) => group.key === tabStopKey),
    /** Index of the group that stays rendered however far it is scrolled away. -1: none. */
    focusedIndex: focusedKey === null ? -1 : groups.findIndex((group) => group.key === focusedKey),
    setActive,
    onFocus: ({ target }: FocusEvent) => {
      const article = target.closest<HTMLElement>("[data-article]");
      // Dialogs opened from a group are its children in React, but not in the DOM.
      if (article && box.current?.contains(article))
        setFocusedKey(article.dataset["article"] ?? null);
    },
  };
}

/** Menu of a message group, at its position. `group` is undefined while none is open. */
export function useMessageGroupMenu(groups: readonly MessageGroupData[]) {
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

interface FeedKeyDeps {
  box: BoxRef;
  groups: readonly MessageGroupData[];
  tabStopIndex: number;
  /** Makes the group the tab stop and scrolls to it. */
  moveTo: (group: MessageGroupData) => void;
  openMenu: (article: HTMLElement) => void;
}

/** Handles keys on a message group (WAI-ARIA feed): arrows and pages move, Enter opens its menu. */
export function handleFeedKey(
  { box, groups, tabStopIndex, moveTo, openMenu }: FeedKeyDeps,
  event: KeyboardEvent,
): void {
  const target = event.target as HTMLElement;
  const key = target.matches("[data-article]") ? interpretFeedKey(event, groups.length) : null;
  if (key === null) return;
  if (key === "menu") {
    event.preventDefault();
    openMenu(target);
    return;
  }
  const group = groups[Math.max(0, Math.min(groups.length - 1, tabStopIndex + key))];
  if (!group) return;
  event.preventDefault();
  moveTo(group);
  requestAnimationFrame(() =>
    box.current
      ?.querySelector<HTMLElement>(`[data-article="${group.key}"]`)
      ?.focus({ preventScroll: true }),
  );
}

/**
 * Returns what a key does on a group: "menu", a number of groups to move, or null for other keys.
 */
function interpretFeedKey(event: KeyboardEvent, count: number): "menu" | number | null {
  if (event.key === "Enter") return "menu";
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return (
    { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -count, End: count }[event.key] ??
    null
  );
}
