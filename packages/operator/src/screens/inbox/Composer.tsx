import "./composer/composer.css";
import type { Chat, Operator } from "@parlour/protocol";
import { IconClock, IconInfoCircle, IconLock, IconSend2 } from "@tabler/icons-react";
import { Suspense, useId, useMemo, useRef, type ClipboardEvent, type KeyboardEvent, type SyntheticEvent } from "react";
import { draftOf, isDraftEverywhere, setDraft, useDrafts, type Mode } from "../../state/drafts.ts";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import type { Footing } from "../../state/live-state.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { DropZone } from "./composer/attach/DropZone.tsx";
import { filesOf, takeFiles } from "./composer/attach/take-files.ts";
import { Tray } from "./composer/attach/Tray.tsx";
import { useUploads } from "./composer/attach/use-uploads.ts";
import { Kinds } from "./composer/Kinds.tsx";
import { marksOf, pickers } from "./composer/pickers.tsx";
import { t as write } from "./composer/text.ts";
import { Tools } from "./composer/Tools.tsx";
import { useGrow } from "./composer/use-grow.ts";
import { usePicker } from "./composer/use-picker.ts";
import { useWriting } from "./composer/writing.ts";
import { mentionsIn } from "./notes/mentions.ts";
import { useColleagues } from "./notes/use-colleagues.ts";
import { lengthOf, splitText } from "./split.ts";
import { t } from "./text.ts";
import { useTypingOut } from "./typing-out.ts";
import { visitorName } from "./words.ts";

/** CH-074 and CORE-046. */
const channelLimit = 1000;
const ownLimit = 4000;

/** Writes replies and notes. The draft is stored at every key; Enter sends, never while an input method composes. */
export function Composer({
  chat,
  me,
  footing,
  mode,
  onMode,
  field,
  onSendAndClose,
}: {
  chat: Chat;
  me: Operator;
  footing: Extract<Footing, "reply" | "take" | "other">;
  mode: Mode;
  onMode: (mode: Mode) => void;
  field: { current: HTMLTextAreaElement | null };
  onSendAndClose: () => void;
}) {
  const live = useLiveStore();
  const id = useId();
  useDrafts();
  const { sendKey } = usePreferences();
  const connection = useLive((state) => state.connection).kind;
  const text = draftOf(me.id, chat.id, mode);
  const typing = useTypingOut(chat.id, mode === "text" && footing !== "other");
  const limit = mode === "text" && chat.channel.kind === "api" ? channelLimit : ownLimit;
  const length = lengthOf(text.trim());
  const parts = mode === "text" && length > limit ? splitText(text, limit) : [text.trim()];
  const tooLong = mode === "note" && length > limit;
  const allStaged = useUploads((state) => state.staged);
  const staged = useMemo(() => (mode === "text" ? allStaged.filter((file) => file.chatId === chat.id) : []), [allStaged, chat.id, mode]);
  const going = staged.filter((file) => file.state !== "refused" && file.state !== "lost");
  const noText = text.trim() === "";
  const isEmpty = noText && going.length === 0;
  /** A text belongs to the last file. */
  const count = noText ? going.length : parts.length + Math.max(0, going.length - 1);
  const form = useRef<HTMLFormElement>(null);
  useGrow(field, text);
  const writing = useWriting({ chat, me, mode, text, field });
  const picker = usePicker(field, marksOf(mode));
  const composing = useRef(false);
  const { colleagues } = useColleagues(chat, me, mode === "note");

  const change = (next: string) => {
    setDraft(me.id, chat.id, mode, next);
    typing(next.trim() !== "");
    if (!composing.current) picker.look();
  };
  const send = () => {
    if (isEmpty) field.current?.focus();
    if (isEmpty || tooLong) return;
    typing(false);
    picker.close();
    // The outbox has a copy on this device before `say` returns its promise: the draft may go.
    const full = () => {
      setDraft(me.id, chat.id, mode, text);
      toast(t("composer.full"), { tone: "bad" });
    };
    const files = mode === "text" ? live.uploads.take(chat.id) : [];
    const [comment = "", ...rest] = parts;
    for (const [index, file] of files.entries())
      live.sayFile(chat.id, file, index === files.length - 1 ? comment : "").catch(() => {
        live.uploads.putBack(chat.id, file);
        full();
      });
    for (const part of files.length > 0 ? rest : parts)
      live.say(chat.id, mode, part, mode === "note" ? { mentions: mentionsIn(part, colleagues) } : {}).catch(full);
    setDraft(me.id, chat.id, mode, "");
  };
  const onPaste = (event: ClipboardEvent) => {
    // Text that was copied as a picture too (tables) is text.
    const { files } = filesOf(event.clipboardData);
    if (files.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
    event.preventDefault();
    if (mode === "text") takeFiles(live.uploads, chat.id, files);
    else toast(write("attach.drop.note"));
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (picker.takesKey(event)) {
      event.preventDefault();
      // Esc has closed the picker, not what lies behind it.
      event.stopPropagation();
      return;
    }
    if (event.key !== "Enter" || event.altKey) return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.shiftKey && mode === "text") {
      event.preventDefault();
      if (!isEmpty && !tooLong) {
        send();
        onSendAndClose();
      }
      return;
    }
    const sends = sendKey === "enter" ? !event.shiftKey : mod;
    if (sends) {
      event.preventDefault();
      send();
    }
  };

  const late = connection === "offline" || connection === "connecting";
  const why = connection === "catching_up" ? t("composer.catching") : late && !isEmpty ? t("composer.queued") : null;
  const verb = mode === "note" ? t("composer.addnote") : count > 1 ? t("composer.split", { n: count }) : t("composer.send");
  const Picker = picker.trigger && pickers[picker.trigger.mark]?.Picker;
  return (
    <form
      ref={form}
      className={mode === "note" ? "composer noting" : "composer"}
      aria-label={t("composer.label", { name: visitorName(chat) })}
      onSubmit={onSubmit}
    >
      <Kinds
        {...{ mode, onMode, footing }}
        panelId={`${id}-text`}
        saved={noText ? null : isDraftEverywhere(me.id, chat.id, mode) ? "everywhere" : "here"}
      />
      <div id={`${id}-text`} role="tabpanel" aria-label={mode === "note" ? t("composer.note") : t("composer.reply")}>
        {picker.trigger && Picker && (
          <Suspense fallback={null}>
            <Picker
              key={picker.trigger.mark}
              writing={writing}
              trigger={picker.trigger}
              listenKeys={picker.listenKeys}
              listId={`${id}-list`}
              onActive={picker.setActive}
              onClose={picker.close}
            />
          </Suspense>
        )}
        <textarea
          ref={field}
          dir="auto"
          rows={2}
          value={text}
          aria-label={mode === "note" ? t("composer.note.message") : t("composer.message")}
          aria-describedby={`${id}-count${why ? ` ${id}-why` : ""}`}
          aria-autocomplete="list"
          aria-controls={picker.active === null ? undefined : `${id}-list`}
          aria-activedescendant={picker.active ?? undefined}
          spellCheck
          enterKeyHint="send"
          placeholder={
            mode === "note" ? t("composer.note.placeholder") : footing === "take" ? t("composer.take") : t("composer.placeholder")
          }
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onSelect={picker.look}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={() => {
            composing.current = false;
          }}
          onPaste={onPaste}
          onBlur={() => {
            typing(false);
            picker.close();
          }}
          data-pane-focus
        />
      </div>
      {staged.length > 0 && <Tray files={staged} onGone={() => field.current?.focus()} />}
      <DropZone chatId={chat.id} form={form} on={mode === "text"} />
      <div className="tools">
        <Tools writing={writing} />
        {mode === "note" && (
          <span className="line4 t12 notehint">
            <Icon of={IconLock} small />
            {t("composer.note.placeholder")}
          </span>
        )}
        <span className={length > limit ? "count num warning" : "count num"} id={`${id}-count`}>
          {tooLong
            ? t("composer.over", { n: length - limit, limit })
            : length > 0 && (limit === channelLimit || length > limit * 0.8)
              ? `${length}/${limit}`
              : ""}
        </span>
        <Button
          type="submit"
          variant={mode === "note" || (footing === "take" && isEmpty) ? undefined : "primary"}
          icon={late || connection === "catching_up" ? IconClock : IconSend2}
          iconEnd
          flipIcon
          unavailable={tooLong}
          aria-describedby={why ? `${id}-why` : undefined}
        >
          {verb}
        </Button>
      </div>
      {why && (
        <p id={`${id}-why`} className="t12 soft line4 whynot">
          <Icon of={IconInfoCircle} small /> {why}
        </p>
      )}
    </form>
  );
}
