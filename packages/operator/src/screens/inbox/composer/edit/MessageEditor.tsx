import "./edit.css";
import type { Chat, Message } from "@parlour/protocol";
import { IconPencil, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, type KeyboardEvent, type SyntheticEvent } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../../state/api/api.ts";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { usePreferences } from "../../../../state/browser/preferences.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { t as ui } from "../../../../ui/text.ts";
import { formatClock } from "../../../../ui/time.ts";
import { OpenPicker } from "../ComposerField.tsx";
import { getKeyAction } from "../key-action.ts";
import { getChangeHint } from "./change-hint.ts";
import { endMessageEdit, type MessageEdit } from "./message-edit.ts";
import { t } from "./text.ts";
import { useNoteMentions } from "./use-note-mentions.ts";

interface MessageEditorProps {
  edit: MessageEdit;
  chat: Chat;
  /** The text field of the conversation, which is the one of the composer after the edit. */
  field: { current: HTMLTextAreaElement | null };
}

/**
 * Takes the place of the composer while a message is edited (CORE-413). The draft is kept. The key
 * that sends a message saves, Esc leaves the message as it was. An edit of an operator who has
 * signed out ends.
 */
export function MessageEditor(props: MessageEditorProps) {
  const { message } = props.edit;
  const isOwn = message.author.id === useCurrentOperator().id;
  useEffect(() => {
    if (!isOwn) endMessageEdit(message);
  }, [isOwn, message]);
  return isOwn ? <EditorForm {...props} /> : null;
}

function EditorForm(props: MessageEditorProps) {
  const { edit, chat, field } = props;
  const { message, text } = edit;
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const note = useNoteMentions(props);
  const { busy, failure, save, leave, onKeyDown } = useMessageEditor(props, form, note);
  const { picker, composer } = note;
  const listId = `${titleId}-list`;
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form
      ref={form}
      className={message.kind === "note" ? "composer noting" : "composer"}
      aria-labelledby={titleId}
      onSubmit={onSubmit}
    >
      <div className="editing">
        <Icon of={IconPencil} small />
        <EditorTitle id={titleId} message={message} chat={chat} />
        <Button variant="quiet" small icon={IconX} aria-label={ui("ui.cancel")} onClick={leave} />
      </div>
      <OpenPicker {...{ picker, composer, listId }} />
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        value={text}
        aria-label={t("messageedit.text")}
        aria-autocomplete={message.kind === "note" ? "list" : undefined}
        aria-controls={picker.active === null ? undefined : listId}
        aria-activedescendant={picker.active ?? undefined}
        spellCheck
        onKeyDown={onKeyDown}
        onChange={note.handleChange}
        onSelect={picker.update}
        data-pane-focus
      />
      {failure !== null && <ErrorMessage error={failure}>{t("messageedit.failed")}</ErrorMessage>}
      <div className="tools">
        <span className="count" />
        <Button type="submit" variant="primary" unavailable={busy || text.trim() === ""}>
          {t("messageedit.save")}
        </Button>
      </div>
    </form>
  );
}

/** Focuses the field of a new edit. Returns the actions of the editor and their state. */
function useMessageEditor(
  { edit: { message, text }, chat, field }: MessageEditorProps,
  form: { readonly current: HTMLFormElement | null },
  { mentions, handleKey }: ReturnType<typeof useNoteMentions>,
) {
  const { sendKey } = usePreferences();
  const { busy, failure, run } = useApiMutation();
  useEffect(() => {
    // An edit that has begun before does not take the focus when its chat opens again.
    if (text !== message.text) return;
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the editor opens.
  }, []);
  const leave = () => {
    const hasFocus = form.current?.contains(document.activeElement) === true;
    flushSync(() => endMessageEdit(message));
    if (hasFocus) field.current?.focus();
  };
  const save = () => {
    if (text.trim() === "") return;
    void run(async () => {
      await api.patch<Message>(`/chats/${chat.id}/messages/${message.seq}`, { text, mentions });
      leave();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || handleKey(event)) return;
    const isEscape = event.key === "Escape";
    if (!isEscape && getKeyAction(event, sendKey, "note") === null) return;
    event.preventDefault();
    // Esc in the composer would move the focus to the list.
    event.stopPropagation();
    if (isEscape) leave();
    else save();
  };
  return { busy, failure, save, leave, onKeyDown };
}

/** Says which message is edited, and who sees what. */
function EditorTitle({ id, message, chat }: { id: string; message: Message; chat: Chat }) {
  const time = formatClock(message.created_at);
  const isNote = message.kind === "note";
  return (
    <p className="grow">
      <span id={id}>{t(isNote ? "messageedit.title.note" : "messageedit.title", { time })}</span>
      <small>
        {isNote ? t("messageedit.hint.note") : getChangeHint("messageedit.hint", message, chat)}
      </small>
    </p>
  );
}
