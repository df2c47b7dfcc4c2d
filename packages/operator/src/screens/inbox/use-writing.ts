import { useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Mode } from "../../state/drafts.ts";
import type { Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import { useWishToWrite } from "./use-wish-to-write.ts";

interface Deps {
  chatId: number | null;
  /** Null: no chat, or not known yet. */
  footing: Footing | null;
  actions: ChatActions;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** What is written in the open chat, text or note: each chat begins with text. */
export function useWriting({ chatId, footing, actions, field }: Deps) {
  const [chosen, setChosen] = useState<{ chat: number; mode: Mode } | null>(null);
  useWishToWrite(field, footing === "reply" || footing === "take" || footing === "other");
  const setMode = (mode: Mode) => {
    if (chatId === null) return;
    // At once: the letters typed next are words, not keys of the page.
    flushSync(() => setChosen({ chat: chatId, mode }));
    field.current?.focus();
  };
  /** A wish to write does what leads there: takes a waiting chat, continues a closed one. False where nothing can be written. */
  const write = (mode: Mode): boolean => {
    if (footing === null || footing === "read" || chatId === null) return false;
    if (footing === "closed") actions.continueChat();
    else if (mode === "text" && footing === "take") actions.take();
    else setMode(mode);
    return true;
  };
  return { mode: chosen !== null && chosen.chat === chatId ? chosen.mode : ("text" satisfies Mode), setMode, write };
}
