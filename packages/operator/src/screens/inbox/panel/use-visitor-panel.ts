import { useState } from "react";
import { setPreferences, usePreferences } from "../../../state/browser/preferences.ts";
import { useMaxWidth } from "../use-max-width.ts";

/**
 * Manages the visitor panel. From 1100 px it is beside all chats, as the operator left it. Below
 * that it is a drawer over one chat.
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
    /** Closes the drawer of any chat. Returns false if none is open. */
    closeDrawer: () => {
      if (!isDrawer || drawer === null) return false;
      setDrawer(null);
      return true;
    },
  };
}
