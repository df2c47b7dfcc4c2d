import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { isEditable } from "../../../ui/keyboard/shortcuts.ts";

/** Focuses the composer when the URL requests it (`HistoryState.focus`) and writing is allowed. */
export function useFocusRequest(field: RefObject<HTMLTextAreaElement | null>, canWrite: boolean): void {
  const request = useLocation({ select: (location) => location.state.focus ?? null });
  const handled = useRef<number | null>(null);
  useEffect(() => {
    // Handles each request once, and not if the person has started typing elsewhere meanwhile.
    if (request === null || !canWrite || handled.current === request) return;
    handled.current = request;
    if (!isEditable(document.activeElement)) field.current?.focus();
  }, [request, canWrite, field]);
}
