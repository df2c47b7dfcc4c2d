import type { Chat, Operator } from "@parlour/protocol";
import { useCallback, useMemo } from "react";
import { setDraft, type Mode } from "../../../state/drafts.ts";

/** What helpers of the composer (quick replies, emoji, mentions) see of it, and how they put words into it. */
export interface Writing {
  readonly chat: Chat;
  readonly me: Operator;
  readonly mode: Mode;
  readonly text: string;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  /** Puts words in place of a range of the text (UTF-16 offsets); the caret stands behind them. The browser's Undo takes it back. */
  readonly replace: (from: number, to: number, words: string) => void;
  /** The same at the caret, in place of what is selected. */
  readonly insert: (words: string) => void;
}

export function useWriting({ chat, me, mode, text, field }: Pick<Writing, "chat" | "me" | "mode" | "text" | "field">): Writing {
  const replace = useCallback(
    (from: number, to: number, words: string) => {
      const area = field.current;
      if (!area) return;
      area.focus();
      area.setSelectionRange(from, to);
      // The only way that leaves the history of the field whole; it fires `input`, so the draft follows.
      if (document.execCommand("insertText", false, words)) return;
      area.setRangeText(words, from, to, "end");
      setDraft(me.id, chat.id, mode, area.value);
    },
    [field, me.id, chat.id, mode],
  );
  const insert = useCallback(
    (words: string) => {
      const area = field.current;
      if (area) replace(area.selectionStart, area.selectionEnd, words);
    },
    [field, replace],
  );
  return useMemo(() => ({ chat, me, mode, text, field, replace, insert }), [chat, me, mode, text, field, replace, insert]);
}
