import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { ViewProps } from "../view-props.ts";

/** Maximum distance to the end of the list, in pixels, that counts as being at the end. */
const nearEndPx = 40;

export interface StickToBottom {
  readonly bodyRef: RefObject<HTMLDivElement | null>;
  /** Whether the visitor has scrolled away from the end. */
  readonly isScrolledAway: boolean;
  /** Whether earlier messages are being rendered. */
  readonly isLoading: boolean;
  readonly onScroll: () => void;
  readonly scrollToEnd: () => void;
}
interface ScrollPosition {
  readonly isAtEnd: boolean;
  readonly height: number;
  readonly first: number;
  readonly pendingCount: number;
  readonly isHome: boolean;
}

/**
 * Keeps the list scrolled to its end while the visitor is there, and never scrolls while they read
 * elsewhere. Before the first message (`isHome`), the list starts at the top.
 */
export function useStickToBottom({ model, actions }: ViewProps, isHome: boolean): StickToBottom {
  const bodyRef = useRef<HTMLDivElement>(null);
  const positionRef = useRef<ScrollPosition>({
    isAtEnd: !isHome,
    height: 0,
    first: 0,
    pendingCount: 0,
    isHome,
  });
  const [isScrolledAway, setScrolledAway] = useState(false);
  const onScroll = (): void => {
    const body = bodyRef.current;
    if (body === null) return;
    const previous = positionRef.current;
    positionRef.current = positionAfterScroll(body, previous);
    const { isAtEnd } = positionRef.current;
    if (isAtEnd !== previous.isAtEnd) actions.setAtEnd(isAtEnd);
    setScrolledAway(!isAtEnd);
    if (body.scrollTop < 200) actions.loadEarlier();
  };
  const scrollToEnd = (): void => {
    const body = bodyRef.current;
    if (body !== null) body.scrollTop = body.scrollHeight;
    // The pressed button disappears, so move the focus to the list.
    body?.focus();
    onScroll();
  };
  const isLoading = (model.messages[0]?.seq ?? 0) < positionRef.current.first;
  useLayoutEffect(() => {
    const previous = positionRef.current;
    if (bodyRef.current !== null)
      positionRef.current = positionAfterChange(bodyRef.current, previous, model, isHome);
    if (model.outbox.length > previous.pendingCount) onScroll();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [model.messages, model.outbox, model.typing]);
  useFollowGrowth(bodyRef, () => positionRef.current.isAtEnd, actions);
  return { bodyRef, isScrolledAway, isLoading, onScroll, scrollToEnd };
}

/**
 * Returns the scroll position after a scroll event. Does not treat content that was added below as
 * scrolling away.
 */
function positionAfterScroll(body: HTMLElement, previous: ScrollPosition): ScrollPosition {
  if (previous.isAtEnd && body.scrollHeight !== previous.height) body.scrollTop = body.scrollHeight;
  return {
    ...previous,
    isAtEnd: body.scrollHeight - body.scrollTop - body.clientHeight <= nearEndPx,
    height: body.scrollHeight,
  };
}

/**
 * Returns the scroll position after messages arrived. Scrolls to the end if the visitor is at the
 * end, has sent a message, or the chat has just started. Otherwise keeps the position, also when
 * earlier messages were added above.
 */
function positionAfterChange(
  body: HTMLElement,
  previous: ScrollPosition,
  { messages, outbox }: ViewProps["model"],
  isHome: boolean,
): ScrollPosition {
  const first = messages[0]?.seq ?? 0;
  const pendingCount = outbox.length;
  const isAtEnd = previous.isAtEnd || (previous.isHome && !isHome);
  if (isAtEnd || pendingCount > previous.pendingCount) body.scrollTop = body.scrollHeight;
  else if (first < previous.first) body.scrollTop += body.scrollHeight - previous.height;
  return { isAtEnd, first, pendingCount, isHome, height: body.scrollHeight };
}

/** Keeps the end visible when a phone's keyboard opens or an image finishes loading. */
function useFollowGrowth(
  bodyRef: StickToBottom["bodyRef"],
  isAtEnd: () => boolean,
  actions: ViewProps["actions"],
): void {
  useEffect(() => {
    const body = bodyRef.current;
    if (body === null) return undefined;
    actions.setAtEnd(true);
    const sizes = new ResizeObserver(() => {
      if (isAtEnd()) body.scrollTop = body.scrollHeight;
    });
    sizes.observe(body);
    if (body.firstElementChild !== null) sizes.observe(body.firstElementChild);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
