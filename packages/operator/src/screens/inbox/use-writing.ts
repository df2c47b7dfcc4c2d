import { useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import { useWishToWrite } from "./use-wish-to-write.ts";

interface Deps {
  chatId: number | null;
  /** Null: no chat, or not loaded yet. */
  footing: Footing | null;
  actions: ChatActions;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Manages the mode of the composer, reply or note. Each chat starts with a reply. */
export function useWriting({ chatId, footing, actions, field }: Deps) {
  const [chosen, setChosen] = useState<{ chat: number; mode: Mode } | null>(null);
  useWishToWrite(field, footing === "reply" || footing === "take" || footing === "other");
  const setMode = (mode: Mode) => {
    if (chatId === null) return;
    // Renders at once: letters typed next belong to the text and are not shortcuts.
    flushSync(() => setChosen({ chat: chatId, mode }));
    field.current?.focus();
  };
  /**
   * Starts writing: accepts a waiting chat or continues a closed one if necessary. Returns false if
   * writing is not allowed.
   */
  const write = (mode: Mode): boolean => {
    if (footing === null || footing === "read" || chatId === null) return false;
    if (footing === "closed") actions.continueChat();
    else if (mode === "text" && footing === "take") actions.take();
    else setMode(mode);
    return true;
  };
  return { mode: chosen !== null && chosen.chat === chatId ? chosen.mode : ("text" satisfies Mode), setMode, write };
}
