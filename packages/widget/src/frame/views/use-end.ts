import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { View } from "./view.ts";

/** So near to the end counts as the end, pixels. */
const nearPx = 40;

export interface End {
  readonly bodyRef: RefObject<HTMLDivElement | null>;
  /** The visitor reads elsewhere. */
  readonly isAway: boolean;
  /** Earlier messages are being drawn. */
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

/** Keeps a body at its end while the visitor is there, and never moves it while they read elsewhere. Before the first message (`isHome`) it begins at its top. */
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
    // The button that was pressed goes.
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

/** Where one is after the visitor scrolled. What grew below is no step away from the end. */
function settled(at: HTMLElement, was: Place): Place {
  if (was.isAtEnd && at.scrollHeight !== was.height) at.scrollTop = at.scrollHeight;
  return { ...was, isAtEnd: at.scrollHeight - at.scrollTop - at.clientHeight <= nearPx, height: at.scrollHeight };
}

/** The place after messages came: at the end, with an own one or the first ones anyhow; else where the visitor was, also when earlier ones came above. */
function moved(at: HTMLElement, was: Place, { messages, outbox }: View["model"], isHome: boolean): Place {
  const first = messages[0]?.seq ?? 0;
  const own = outbox.length;
  const isAtEnd = was.isAtEnd || (was.isHome && !isHome);
  if (isAtEnd || own > was.own) at.scrollTop = at.scrollHeight;
  else if (first < was.first) at.scrollTop += at.scrollHeight - was.height;
  return { isAtEnd, first, own, isHome, height: at.scrollHeight };
}

/** The keyboard of a phone, a picture that came late: what was at the end stays there. */
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
