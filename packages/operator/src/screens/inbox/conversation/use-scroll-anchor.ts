import { useVirtualizer, type Rect } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { MessageGroupData } from "../../../ui/conversation/message/message-groups.ts";
import { includeFocusedRows } from "../list/use-virtual-rows.ts";

interface ScrollAnchorDeps {
  box: RefObject<HTMLElement | null>;
  groups: readonly MessageGroupData[];
  /** Index of the group with the tab stop. This group is always rendered. */
  tabStopIndex: number;
  /**
   * Index of the group that has the focus, or that opened the focused element. This group is always
   * rendered. −1 if there is none.
   */
  focusedIndex: number;
  /** Sequence number of the newest message. */
  lastSeq: number;
  /** Number of the operator's own pending messages. The feed scrolls to the end when it grows. */
  pendingCount: number;
}

const endThresholdPx = 80;
const groupGapPx = 12;
const feedPaddingPx = 16;
/** Size of the previously open conversation. The next one has the same size on screen. */
let lastRect: Rect = { width: 640, height: 640 };

/** Keeps the reader at the end of the feed, and inserts older messages without a visible jump. */
export function useScrollAnchor(deps: ScrollAnchorDeps) {
  const { box, lastSeq, pendingCount } = deps;
  /** Number of the last message when the reader left the end. Null at the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const virtualizer = useVirtualGroups(deps);
  useStickToBottom(virtualizer, box, leftAt === null, pendingCount);
  const onScroll = () => {
    const log = box.current;
    if (!log) return;
    // Reads the position from the element, because the virtualizer handles this scroll event later.
    if (log.scrollHeight - log.scrollTop - log.clientHeight <= endThresholdPx) {
      if (leftAt !== null) setLeftAt(null);
    } else if (leftAt === null) setLeftAt(lastSeq);
  };
  const toEnd = () => {
    virtualizer.scrollToEnd();
    setLeftAt(null);
  };
  return { virtualizer, leftAt, onScroll, toEnd };
}

/** Virtualizes the groups. Renders those near the viewport, the tab stop, and the focused one. */
function useVirtualGroups({ box, groups, tabStopIndex, focusedIndex }: ScrollAnchorDeps) {
  // The virtualizer object is mutable. This is safe, because the React compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer({
    count: groups.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => groups[index]?.key ?? index,
    overscan: 6,
    gap: groupGapPx,
    paddingStart: feedPaddingPx,
    paddingEnd: feedPaddingPx,
    estimateSize: (index) => estimateGroupHeight(groups[index]?.lines.length ?? 1),
    // Starts at the estimated end, so that the first render already shows the right messages.
    initialRect: lastRect,
    initialOffset: () => Math.max(0, estimateHeight(groups) - lastRect.height),
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: endThresholdPx,
    rangeExtractor: (range) => includeFocusedRows(range, tabStopIndex, focusedIndex),
  });
}

/**
 * Scrolls to the end when the chat opens and when the operator sends a message. Keeps a reader at
 * the end there when the size changes.
 */
function useStickToBottom(
  virtualizer: ReturnType<typeof useVirtualGroups>,
  box: ScrollAnchorDeps["box"],
  atEnd: boolean,
  pendingCount: number,
): void {
  useLayoutEffect(() => {
    virtualizer.scrollToEnd();
    return () => {
      if (virtualizer.scrollRect) lastRect = virtualizer.scrollRect;
    };
  }, [virtualizer]);
  // Banners and a growing composer shorten the list, and a narrower window makes messages taller. A
  // reader at the end must stay there.
  useEffect(() => {
    const element = box.current;
    if (!element || !atEnd) return;
    const observer = new ResizeObserver(() => {
      // While the reader opens or closes something, that stays where it is (watchPosition).
      if (element.dataset["held"] === undefined) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    const feed = element.querySelector(".feed");
    if (feed) observer.observe(feed);
    return () => observer.disconnect();
  }, [box, atEnd, virtualizer]);
  useEffect(() => {
    if (pendingCount > 0) virtualizer.scrollToEnd();
  }, [pendingCount, virtualizer]);
}

function estimateHeight(groups: readonly MessageGroupData[]): number {
  return groups.reduce(
    (sum, { lines }) => sum + estimateGroupHeight(lines.length) + groupGapPx,
    2 * feedPaddingPx - groupGapPx,
  );
}

/** Estimates the height of a group in pixels until it is measured. */
function estimateGroupHeight(lines: number): number {
  return 24 + lines * 44;
}
