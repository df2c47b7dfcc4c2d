import { useState } from "react";
import type { DraftMode } from "../../../state/drafts/drafts.ts";

/**
 * Asks before a shortcut of a quick reply that was not replaced is sent to the customer as text
 * (CORE-474). `asked`: the shortcut that the operator was asked about. `isAsking` returns true, and
 * asks, unless they were asked about this text.
 */
export function useShortcutQuestion(text: string, mode: DraftMode) {
  const [askedText, setAskedText] = useState<string | null>(null);
  const shortcut = mode === "text" ? findUnusedShortcut(text) : null;
  const asked = askedText === text ? shortcut : null;
  const isAsking = (): boolean => {
    if (shortcut === null || asked !== null) return false;
    setAskedText(text);
    return true;
  };
  return { asked, isAsking };
}

/** Returns the shortcut with which a text begins or ends, without its slash, or null. */
export function findUnusedShortcut(text: string): string | null {
  const trimmed = text.trim();
  return (/^\/(\S+)/u.exec(trimmed) ?? /\s\/([^\s/]+)$/u.exec(trimmed))?.[1] ?? null;
}
