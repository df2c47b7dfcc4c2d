import { useState } from "react";
import { setPreferences, usePreferences } from "../../state/browser/preferences.ts";
import { useMaxWidth } from "../../state/browser/use-max-width.ts";

/**
 * Manages the visitor panel: from 1100 px as the operator left it, below as a drawer of one chat.
 */
export function useVisitorPanel(chatId: number | null) {
  const isDrawer = useMaxWidth(1100);
  const { panel } = usePreferences();
  const [drawer, setDrawer] = useState<number | null>(null);
  const isOpen = isDrawer ? drawer !== null && drawer === chatId : panel;
  return {
    isDrawer,
    isOpen,
    toggle: () => {
      if (isDrawer) setDrawer(isOpen ? null : chatId);
      else setPreferences({ panel: !panel });
    },
    /** Closes the drawer, whichever chat it belongs to. Returns false if none is open. */
    closeDrawer: () => {
      if (!isDrawer || drawer === null) return false;
      setDrawer(null);
      return true;
    },
  };
}
