import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { isTyping } from "../../ui/keys.ts";

/** Focuses the composer when the URL requests it (`HistoryState.focus`) and writing is allowed. */
export function useWishToWrite(field: RefObject<HTMLTextAreaElement | null>, canWrite: boolean): void {
  const wish = useLocation({ select: (location) => location.state.focus ?? null });
  const granted = useRef<number | null>(null);
  useEffect(() => {
    // Handles each request once, and not if the person has started typing elsewhere meanwhile.
    if (wish === null || !canWrite || granted.current === wish) return;
    granted.current = wish;
    if (!isTyping(document.activeElement)) field.current?.focus();
  }, [wish, canWrite, field]);
}
