import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { isTyping } from "../../ui/keys.ts";

/** Puts the caret into the composer when the address asks for it (`HistoryState.focus`) and one may write. */
export function useWishToWrite(field: RefObject<HTMLTextAreaElement | null>, canWrite: boolean): void {
  const wish = useLocation({ select: (location) => location.state.focus ?? null });
  const granted = useRef<number | null>(null);
  useEffect(() => {
    // Each wish is granted once, and not when the person has begun to write elsewhere meanwhile.
    if (wish === null || !canWrite || granted.current === wish) return;
    granted.current = wish;
    if (!isTyping(document.activeElement)) field.current?.focus();
  }, [wish, canWrite, field]);
}
