import "./composer/composer.css";
import type { Chat, Operator } from "@parlour/protocol";
import { isWords } from "@parlour/protocol/paste";
import { useId, useMemo, useRef, type ClipboardEvent, type KeyboardEvent, type SyntheticEvent } from "react";
import { draftOf, isDraftEverywhere, setDraft, useDrafts, type Mode } from "../../state/drafts.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import type { Footing } from "../../state/live-state.ts";
import { usePreferences } from "../../state/preferences.ts";
import { toast } from "../../ui/toast.tsx";
import { amountOf } from "./composer/amount.ts";
import { DropZone } from "./composer/attach/DropZone.tsx";
import { filesOf, takeFiles } from "./composer/attach/take-files.ts";
import { Tray } from "./composer/attach/Tray.tsx";
import { useUploads } from "./composer/attach/use-uploads.ts";
import { Field } from "./composer/Field.tsx";
import { Foot, useDelay } from "./composer/Foot.tsx";
import { deedOfKey } from "./composer/key-deed.ts";
import { Kinds } from "./composer/Kinds.tsx";
import { marksOf } from "./composer/pickers.tsx";
import { t as write } from "./composer/text.ts";
import { usePicker } from "./composer/use-picker.ts";
import { useSend } from "./composer/use-send.ts";
import { useWriting } from "./composer/writing.ts";
import { useColleagues } from "./notes/use-colleagues.ts";
import { t } from "./text.ts";
import { useTypingOut } from "./typing-out.ts";
import { visitorName } from "../../ui/visitor-name.ts";

interface ComposerProps {
  chat: Chat;
  me: Operator;
  footing: Extract<Footing, "reply" | "take" | "other">;
  mode: Mode;
  onMode: (mode: Mode) => void;
  field: { current: HTMLTextAreaElement | null };
  onSendAndClose: () => void;
}

/**
 * Composer for replies and notes. The draft is stored at each keystroke. Enter sends, but never
 * while an input method composes.
 */
export function Composer(props: ComposerProps) {
  const { chat, mode, footing, field } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { staged, amount, writing, picker, type, send, onKey, leave } = useComposing(props);
  const delay = useDelay(amount);
  const onPaste = usePaste(chat.id, mode);
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  const saved = !amount.hasText ? null : isDraftEverywhere(props.me.id, chat.id, mode) ? "everywhere" : "here";
  return (
    <form
      ref={form}
      className={mode === "note" ? "composer noting" : "composer"}
      aria-label={t("composer.label", { name: visitorName(chat) })}
      onSubmit={onSubmit}
    >
      <Kinds {...{ mode, footing, saved }} onMode={props.onMode} panelId={`${id}-text`} />
      <Field
        {...{ writing, picker, footing, onKey, onPaste }}
        id={`${id}-text`}
        describedBy={`${id}-count${delay.why ? ` ${id}-why` : ""}`}
        onText={type}
        onLeave={leave}
      />
      {staged.length > 0 && <Tray files={staged} onGone={() => field.current?.focus()} />}
      <DropZone chatId={chat.id} form={form} on={mode === "text"} />
      <Foot {...{ writing, amount, delay, footing, id }} />
    </form>
  );
}

/** Manages the content of the composer and its actions. */
function useComposing({ chat, me, footing, mode, field, onSendAndClose }: ComposerProps) {
  useDrafts();
  const { sendKey } = usePreferences();
  const text = draftOf(me.id, chat.id, mode);
  const staged = useStaged(chat.id, mode);
  const amount = amountOf(text, { mode, channel: chat.channel.kind, files: staged });
  const typing = useTypingOut(chat.id, mode === "text" && footing !== "other");
  const writing = useWriting({ chat, me, mode, text, field });
  const picker = usePicker(field, marksOf(mode));
  const { colleagues } = useColleagues(chat, me, mode === "note");
  const say = useSend(chat.id, me, mode);
  const leave = () => {
    typing(false);
    picker.close();
  };
  const send = () => {
    if (amount.isEmpty) field.current?.focus();
    if (amount.isEmpty || amount.isTooLong) return;
    leave();
    say({ text, parts: amount.parts, colleagues });
  };
  const type = (next: string) => {
    setDraft(me.id, chat.id, mode, next);
    typing(next.trim() !== "");
  };
  const onKey = (event: KeyboardEvent) => {
    const deed = deedOfKey(event, sendKey, mode);
    if (deed === null) return;
    event.preventDefault();
    const closes = deed === "send_and_close";
    if (closes && (amount.isEmpty || amount.isTooLong)) return;
    send();
    if (closes) onSendAndClose();
  };
  return { staged, amount, writing, picker, type, send, onKey, leave };
}

/** Returns the files attached to the reply. */
function useStaged(chatId: number, mode: Mode) {
  const all = useUploads((state) => state.attachments);
  return useMemo(() => (mode === "text" ? all.filter((file) => file.chatId === chatId) : []), [all, chatId, mode]);
}

function usePaste(chatId: number, mode: Mode): (event: ClipboardEvent) => void {
  const { uploads } = useLiveStore();
  return (event) => {
    const { files } = filesOf(event.clipboardData);
    if (files.length === 0 || isWords(event.clipboardData.getData("text/html"))) return;
    event.preventDefault();
    if (mode === "text") takeFiles(uploads, chatId, files);
    else toast(write("attach.drop.note"));
  };
}
