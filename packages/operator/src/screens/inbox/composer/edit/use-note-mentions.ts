import { useCallback, type ChangeEvent, type KeyboardEvent } from "react";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { findMentions } from "../../../../ui/conversation/rich-text/mentions.ts";
import { useMentionableOperators } from "../../notes/use-mentionable-operators.ts";
import { useComposerApi, type ComposerApi } from "../../picker/composer-api.ts";
import { usePicker } from "../../picker/use-picker.ts";
import { setMessageEdit, type MessageEdit } from "./message-edit.ts";

interface NoteEdit extends Pick<ComposerApi, "chat" | "field"> {
  readonly edit: MessageEdit;
}

/** Suggests operators to mention in an edited note, and finds mentions in its text (API-046). */
export function useNoteMentions({ edit: { message, text }, chat, field }: NoteEdit) {
  const me = useCurrentOperator();
  const isNote = message.kind === "note";
  const { operators, isLoaded } = useMentionableOperators(chat, me, isNote);
  const onText = useCallback((next: string) => setMessageEdit({ message, text: next }), [message]);
  const composer = useComposerApi({ chat, me, mode: "note", text, field, onText });
  const picker = usePicker(field, isNote ? ["@"] : []);
  return {
    composer,
    picker,
    /** Ids for the request. Until the operators are loaded, the note keeps its mentions. */
    mentions: isNote && isLoaded ? findMentions(text, operators) : undefined,
    /** Returns whether the list handled the key. */
    handleKey: (event: KeyboardEvent): boolean => {
      if (!picker.handleKey(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    handleChange: ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void => {
      onText(target.value);
      if (!(nativeEvent as InputEvent).isComposing) picker.update();
    },
  };
}
