import { useState } from "react";
import { setPreferences, usePreferences } from "../../state/preferences.ts";
import { useNarrow } from "./use-narrow.ts";

/** The visitor's panel: from 1100 px beside all chats as the operator left it, below a drawer over one chat. */
export function usePanel(chatId: number | null) {
  const isDrawer = useNarrow(1100);
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
    /** Of whichever chat; false when there is none. */
    closeDrawer: () => {
      if (!isDrawer || drawer === null) return false;
      setDrawer(null);
      return true;
    },
  };
}
