import { useVirtualizer, type Rect } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { Group } from "./groups.ts";
import { withStop } from "./use-row-window.ts";

interface FeedDeps {
  box: RefObject<HTMLElement | null>;
  groups: readonly Group[];
  /** Index of the group that takes part in the tab order; always rendered. */
  stop: number;
  /** Index of the group that holds the focus, or opened what has it; always rendered. -1: none. */
  held: number;
  /** Number of the newest message. */
  lastSeq: number;
  /** Own messages on their way; a new one leads to the end. */
  sending: number;
}

const nearEnd = 80;
const gap = 12;
const padding = 16;
/** Of the conversation that was open last: the next one has the same place. */
let lastRect: Rect = { width: 640, height: 640 };

/** The scrolling of a conversation: held at its end while the reader stands there, older messages without a jump. */
export function useFeed({ box, groups, stop, held, lastSeq, sending }: FeedDeps) {
  /** Last message when the reader left the end; null while he is there. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const virtual = useArticleWindow({ box, groups, stop, held });
  useEndHeld(virtual, box, leftAt === null, sending);
  const onScroll = () => {
    const log = box.current;
    if (!log) return;
    // By the element: the virtualiser hears of this scroll only after us.
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

/** The articles that are drawn: those in sight and around, the tab stop and the held one. */
function useArticleWindow({ box, groups, stop, held }: Pick<FeedDeps, "box" | "groups" | "stop" | "held">) {
  // The virtualiser changes in place; without the React compiler nothing here is memoised behind its back.
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
    // As if it stood at its end already: the first drawing has the lines in sight, and needs no second one to learn its size.
    initialRect: lastRect,
    initialOffset: () => Math.max(0, aboutHeight(groups) - lastRect.height),
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    rangeExtractor: (range) => withStop(range, stop, held),
  });
}

/** At the end when the chat opens, when an own message sets out, and whatever happens to the room while the reader stands there. */
function useEndHeld(virtual: ReturnType<typeof useArticleWindow>, box: FeedDeps["box"], atEnd: boolean, sending: number): void {
  useLayoutEffect(() => {
    virtual.scrollToEnd();
    return () => {
      if (virtual.scrollRect) lastRect = virtual.scrollRect;
    };
  }, [virtual]);
  // Banners and a growing composer make the log shorter, a narrower window its lines longer: whoever stood at the end stays there.
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

/** About the height of an article before it is measured. */
function estimate(lines: number): number {
  return 24 + lines * 44;
}
