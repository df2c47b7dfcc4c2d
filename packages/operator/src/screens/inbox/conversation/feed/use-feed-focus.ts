import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { MessageGroupData } from "../../../../ui/conversation/message/message-groups.ts";

type BoxRef = RefObject<HTMLElement | null>;

/**
 * Tracks two groups of the feed: the only tab stop, and the group that has or last had the focus.
 */
export function useFeedFocus(box: BoxRef, groups: readonly MessageGroupData[]) {
  const [active, setActive] = useState<string | null>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const tabStopKey = groups.some((group) => group.key === active)
    ? active
    : (groups.at(-1)?.key ?? null);
  return {
    tabStopKey,
    tabStopIndex: groups.findIndex((group) => group.key === tabStopKey),
    /** Index of the group that is always rendered, even if it is far away. −1 if there is none. */
    focusedIndex: focusedKey === null ? -1 : groups.findIndex((group) => group.key === focusedKey),
    setActive,
    onFocus: ({ target }: FocusEvent) => {
      const article = target.closest<HTMLElement>("[data-article]");
      // Dialogs opened from a group are children of the group in React but not in the DOM.
      if (article && box.current?.contains(article))
        setFocusedKey(article.dataset["article"] ?? null);
    },
  };
}

/**
 * Manages the menu of a message group and the position of the menu. `group` is undefined while no
 * menu is open.
 */
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
  /** Makes a group the tab stop and scrolls to it. */
  moveTo: (group: MessageGroupData) => void;
  openMenu: (article: HTMLElement) => void;
}

/**
 * Handles keys on a message group (WAI-ARIA feed). Arrow and page keys move between groups. Space
 * folds or unfolds an email. Enter unfolds it, and opens the menu of any other group.
 */
export function handleFeedKey(
  { box, groups, tabStopIndex, moveTo, openMenu }: FeedKeyDeps,
  event: KeyboardEvent,
): void {
  const target = event.target as HTMLElement;
  const key = target.matches("[data-article]") ? interpretFeedKey(event, groups.length) : null;
  if (key === null) return;
  if (typeof key === "string") {
    // The head of an email is a button (MAIL-156).
    const button = target.querySelector<HTMLElement>(":scope > .by > button");
    if (button && (key === "fold" || button.ariaExpanded === "false")) button.click();
    else if (key === "menu") openMenu(target);
    else return;
    event.preventDefault();
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

/** Interprets a key on a group: "menu", "fold", how many groups to move, or null. */
function interpretFeedKey(event: KeyboardEvent, count: number): "menu" | "fold" | number | null {
  if (event.key === "Enter") return "menu";
  if (event.key === " ") return "fold";
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return (
    { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -count, End: count }[event.key] ??
    null
  );
}
