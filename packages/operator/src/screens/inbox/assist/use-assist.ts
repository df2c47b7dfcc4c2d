import { useEffect } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import type { ComposerApi } from "../picker/composer-api.ts";
import {
  addTranslatedReply,
  dismissAssistDraft,
  isForField,
  updateAssistDraft,
  useAssistDraft,
  type AssistChat,
  type AssistDraft,
} from "./assist-state.ts";
import { requestSuggestion } from "./request-draft.ts";

/** Maximum length of a text that can be rewritten (ASSIST-020). */
export const maxRewriteLength = 20_000;

/** What the model drafts for the chat of a composer. */
export interface Assist {
  readonly chat: AssistChat;
  /** The draft that is shown, or null. */
  readonly draft: AssistDraft | null;
  /** Whether the customer has written since the suggestion was requested. */
  readonly isStale: boolean;
  readonly suggest: () => void;
  /** Puts a suggestion below the text, or replaces the text that was rewritten. */
  readonly insert: () => void;
  readonly dismiss: () => void;
}

/** Returns the draft of the model for a composer, and what can be done with it. */
export function useAssist({ chat: { id }, me, mode, text, field, replace }: ComposerApi): Assist {
  const chat: AssistChat = { chatId: id, operatorId: me.id };
  const stored = useAssistDraft(chat);
  const customerSeq = useLiveState(
    ({ snapshot }) =>
      snapshot.logs.get(id)?.messages.findLast(({ author }) => author.kind === "visitor")?.seq ?? 0,
  );
  const isUndone =
    stored?.kind === "suggestion" && stored.textBefore !== null && stored.textBefore === text;
  useEffect(() => {
    if (isUndone) updateAssistDraft({ chatId: id, operatorId: me.id }, { textBefore: null });
  }, [isUndone, id, me.id]);
  const draft = stored !== null && isShown(stored, mode, text) ? stored : null;
  const dismiss = () => {
    dismissAssistDraft(chat);
    field.current?.focus();
  };
  return {
    chat,
    draft,
    isStale: draft?.kind === "suggestion" && draft.customerSeq < customerSeq,
    suggest() {
      requestSuggestion(chat, customerSeq);
      field.current?.focus();
    },
    insert() {
      if (draft?.kind === "suggestion") {
        const written = text.trimEnd();
        replace(written.length, text.length, written === "" ? draft.text : `\n${draft.text}`);
        updateAssistDraft(chat, { textBefore: text });
      }
      if (draft?.kind === "rewrite") {
        const from = text.indexOf(draft.original);
        replace(from, from + draft.original.length, draft.text);
        if (draft.mode === "customer_language") addTranslatedReply(chat, draft);
        dismissAssistDraft(chat);
      }
    },
    dismiss,
  };
}

/** An inserted suggestion is an ordinary text. A rewritten text must still be in the field. */
function isShown(draft: AssistDraft, mode: ComposerApi["mode"], text: string): boolean {
  if (!isForField(draft)) return true;
  if (mode === "note") return false;
  return draft.kind === "suggestion"
    ? draft.textBefore === null || draft.textBefore === text
    : text.includes(draft.original);
}

/** Handles keys of the field before its other handlers. A picker that is open comes first. */
export function useFieldKeys(
  field: ComposerApi["field"],
  handleKey: (event: KeyboardEvent) => boolean,
): void {
  useEffect(() => {
    const area = field.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === 229) return;
      if (area?.hasAttribute("aria-controls") === true || !handleKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    area?.addEventListener("keydown", onKeyDown);
    return () => area?.removeEventListener("keydown", onKeyDown);
  });
}
