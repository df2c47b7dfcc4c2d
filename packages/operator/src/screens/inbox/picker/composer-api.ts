import type { Chat, Operator } from "@parlour/protocol";
import { useCallback, useMemo } from "react";
import type { DraftMode } from "../../../state/drafts/drafts.ts";

/** Interface of a text field for its tools: quick replies, emoji, mentions. */
export interface ComposerApi {
  readonly chat: Chat;
  readonly me: Operator;
  readonly mode: DraftMode;
  readonly text: string;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  /** Replaces a range of the text (UTF-16 offsets), with the caret after it. Undo reverts it. */
  readonly replace: (from: number, to: number, inserted: string) => void;
  /** Replaces the selection, or inserts text at the caret. */
  readonly insert: (inserted: string) => void;
}

export function useComposerApi({
  chat,
  me,
  mode,
  text,
  field,
  onText,
}: Omit<ComposerApi, "replace" | "insert"> & {
  /** Receives the text if the browser cannot insert with Undo. The same in each render. */
  readonly onText: (text: string) => void;
}): ComposerApi {
  const replace = useCallback(
    (from: number, to: number, inserted: string) => {
      const area = field.current;
      if (!area) return;
      area.focus();
      area.setSelectionRange(from, to);
      if (insertWithUndo(inserted)) return;
      area.setRangeText(inserted, from, to, "end");
      onText(area.value);
    },
    [field, onText],
  );
  const insert = useCallback(
    (inserted: string) => {
      const area = field.current;
      if (area) replace(area.selectionStart, area.selectionEnd, inserted);
    },
    [field, replace],
  );
  return useMemo(
    () => ({ chat, me, mode, text, field, replace, insert }),
    [chat, me, mode, text, field, replace, insert],
  );
}

/** Only `insertText` keeps the field's Undo history. Returns false if the browser lacks it. */
const insertWithUndo = (inserted: string): boolean =>
  document.execCommand("insertText", false, inserted);
