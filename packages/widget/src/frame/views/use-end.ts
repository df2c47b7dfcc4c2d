import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { View } from "./view.ts";

/** Distance to the end, in pixels, that still counts as the end. */
const nearPx = 40;

export interface End {
  readonly bodyRef: RefObject<HTMLDivElement | null>;
  /** The visitor has scrolled away from the end. */
  readonly isAway: boolean;
  /** Earlier messages are being rendered. */
  readonly isLoading: boolean;
  readonly settle: () => void;
  readonly toEnd: () => void;
}
interface Place {
  readonly isAtEnd: boolean;
  readonly height: number;
  readonly first: number;
  readonly own: number;
  readonly isHome: boolean;
}

/**
 * Keeps the list scrolled to its end while the visitor is there, and never scrolls while they read
 * elsewhere. Before the first message (`isHome`) it starts at the top.
 */
export function useEnd({ model, acts }: Pick<View, "model" | "acts">, isHome: boolean): End {
  const bodyRef = useRef<HTMLDivElement>(null);
  const placeRef = useRef<Place>({ isAtEnd: !isHome, height: 0, first: 0, own: 0, isHome });
  const [isAway, setAway] = useState(false);
  const settle = (): void => {
    const at = bodyRef.current;
    if (at === null) return;
    const was = placeRef.current;
    placeRef.current = settled(at, was);
    const { isAtEnd } = placeRef.current;
    if (isAtEnd !== was.isAtEnd) acts.atEnd(isAtEnd);
    setAway(!isAtEnd);
    if (at.scrollTop < 200) acts.older();
  };
  const toEnd = (): void => {
    const at = bodyRef.current;
    if (at !== null) at.scrollTop = at.scrollHeight;
    // The pressed button disappears, so the list takes the focus.
    at?.focus();
    settle();
  };
  const isLoading = (model.messages[0]?.seq ?? 0) < placeRef.current.first;
  useLayoutEffect(() => {
    const was = placeRef.current;
    if (bodyRef.current !== null) placeRef.current = moved(bodyRef.current, was, model, isHome);
    if (model.outbox.length > was.own) settle();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [model.messages, model.outbox, model.typing]);
  useGrowth(bodyRef, () => placeRef.current.isAtEnd, acts);
  return { bodyRef, isAway, isLoading, settle, toEnd };
}

/**
 * Returns the position after the visitor scrolled. Content that grew below does not count as
 * scrolling away.
 */
function settled(at: HTMLElement, was: Place): Place {
  if (was.isAtEnd && at.scrollHeight !== was.height) at.scrollTop = at.scrollHeight;
  return { ...was, isAtEnd: at.scrollHeight - at.scrollTop - at.clientHeight <= nearPx, height: at.scrollHeight };
}

/**
 * Returns the position after messages arrived. Scrolls to the end if the visitor is there, sent a
 * message, or the chat just started. Otherwise keeps the position, also when earlier messages were
 * added above.
 */
function moved(at: HTMLElement, was: Place, { messages, outbox }: View["model"], isHome: boolean): Place {
  const first = messages[0]?.seq ?? 0;
  const own = outbox.length;
  const isAtEnd = was.isAtEnd || (was.isHome && !isHome);
  if (isAtEnd || own > was.own) at.scrollTop = at.scrollHeight;
  else if (first < was.first) at.scrollTop += at.scrollHeight - was.height;
  return { isAtEnd, first, own, isHome, height: at.scrollHeight };
}

/** Keeps the end visible when the keyboard of a phone opens or a picture loads late. */
function useGrowth(bodyRef: End["bodyRef"], isAtEnd: () => boolean, acts: View["acts"]): void {
  useEffect(() => {
    const at = bodyRef.current;
    if (at === null) return undefined;
    acts.atEnd(true);
    const sizes = new ResizeObserver(() => {
      if (isAtEnd()) at.scrollTop = at.scrollHeight;
    });
    sizes.observe(at);
    if (at.firstElementChild !== null) sizes.observe(at.firstElementChild);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
