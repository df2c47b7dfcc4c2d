import { useVirtualizer, type Rect } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { Group } from "./groups.ts";
import { withStop } from "./use-row-window.ts";

interface FeedDeps {
  box: RefObject<HTMLElement | null>;
  groups: readonly Group[];
  /** Index of the group with the tab stop. It is always rendered. */
  stop: number;
  /**
   * Index of the group that has the focus, or that opened the focused element. It is always
   * rendered. -1: none.
   */
  held: number;
  /** Number of the newest message. */
  lastSeq: number;
  /** Number of own pending messages. A new one scrolls to the end. */
  sending: number;
}

const nearEnd = 80;
const gap = 12;
const padding = 16;
/** Size of the conversation that was open last. The next one has the same size. */
let lastRect: Rect = { width: 640, height: 640 };

/**
 * Manages the scroll position: stays at the end while the reader is there, and inserts older
 * messages without a jump.
 */
export function useFeed({ box, groups, stop, held, lastSeq, sending }: FeedDeps) {
  /** Last message when the reader left the end. Null while they are there. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const virtual = useArticleWindow({ box, groups, stop, held });
  useEndHeld(virtual, box, leftAt === null, sending);
  const onScroll = () => {
    const log = box.current;
    if (!log) return;
    // Reads the element, because the virtualizer handles this scroll event only later.
    if (log.scrollHeight - log.scrollTop - log.clientHeight <= nearEnd) {
      if (leftAt !== null) setLeftAt(null);
    } else if (leftAt === null) setLeftAt(lastSeq);
  };
  const toEnd = () => {
    virtual.scrollToEnd();
    setLeftAt(null);
  };
  return { virtual, leftAt, onScroll, toEnd };
}

/** Virtualises the groups: those near the viewport, the tab stop, and the focused one. */
function useArticleWindow({ box, groups, stop, held }: Pick<FeedDeps, "box" | "groups" | "stop" | "held">) {
  // The virtualizer object is mutable. This is safe, because the React compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer({
    count: groups.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => groups[index]?.key ?? index,
    overscan: 6,
    gap,
    paddingStart: padding,
    paddingEnd: padding,
    estimateSize: (index) => estimate(groups[index]?.lines.length ?? 1),
    // Starts as if scrolled to the end, so that the first render shows the right messages without a
    // second one to measure.
    initialRect: lastRect,
    initialOffset: () => Math.max(0, aboutHeight(groups) - lastRect.height),
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    rangeExtractor: (range) => withStop(range, stop, held),
  });
}

/**
 * Scrolls to the end when the chat opens, when an own message is sent, and whenever the size
 * changes while the reader is at the end.
 */
function useEndHeld(virtual: ReturnType<typeof useArticleWindow>, box: FeedDeps["box"], atEnd: boolean, sending: number): void {
  useLayoutEffect(() => {
    virtual.scrollToEnd();
    return () => {
      if (virtual.scrollRect) lastRect = virtual.scrollRect;
    };
  }, [virtual]);
  // Banners and a growing composer make the list shorter, a narrower window makes messages longer.
  // A reader at the end stays there.
  useEffect(() => {
    const element = box.current;
    if (!element || !atEnd) return;
    const observer = new ResizeObserver(() => virtual.scrollToEnd());
    observer.observe(element);
    const feed = element.querySelector(".feed");
    if (feed) observer.observe(feed);
    return () => observer.disconnect();
  }, [box, atEnd, virtual]);
  useEffect(() => {
    if (sending > 0) virtual.scrollToEnd();
  }, [sending, virtual]);
}

function aboutHeight(groups: readonly Group[]): number {
  return groups.reduce((sum, { lines }) => sum + estimate(lines.length) + gap, 2 * padding - gap);
}

/** Estimates the height of a group before it is measured. */
function estimate(lines: number): number {
  return 24 + lines * 44;
}
