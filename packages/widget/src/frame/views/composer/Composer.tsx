import { hasPastedText } from "@parlour/protocol/widget/paste";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FunctionComponent, RefObject } from "preact";
import { countCharacters, maxMessageLength } from "../../text/message-length.ts";
import type { EmojiPickerProps } from "./EmojiPicker.tsx";
import { Icon } from "../Icon.tsx";
import { lazyView } from "../lazy-view.tsx";
import type { TextProps, ViewProps } from "../view-props.ts";

const VoiceNote = lazyView(async () => (await import("./VoiceNote.tsx")).VoiceNote);
type PickerComponent = FunctionComponent<EmojiPickerProps>;
type TextAreaRef = RefObject<HTMLTextAreaElement | null>;
interface ComposerProps extends ViewProps {
  readonly attach: (files: FileList | readonly File[] | null) => void;
}

/** The message field with its buttons. */
export function Composer(props: ComposerProps) {
  const { model, actions, t } = props;
  const areaRef = useRef<HTMLTextAreaElement>(null);
  const emoji = useEmoji(props, areaRef);
  const { draft, face } = model;
  const isTooLong = countCharacters(draft) > maxMessageLength;
  const cannotSend = isTooLong || draft.trim() === "";
  const focusField = (): void => areaRef.current?.focus();
  const send = (event: Event): void => {
    event.preventDefault();
    if (cannotSend) return;
    actions.sendMessage(draft);
    focusField();
  };
  return (
    <div class="pw-foot">
      {emoji.picker}
      <form class="pw-comp" onSubmit={send}>
        <MessageField {...props} areaRef={areaRef} isTooLong={isTooLong} send={send} />
        {face.files ? <AttachButtons {...props} then={focusField} /> : null}
        {emoji.button}
        {face.voice ? <VoiceNote {...props} then={focusField} /> : null}
        <button type="submit" class="pw-send" aria-label={t("send")} disabled={cannotSend}>
          <span>
            <Icon name="send" />
          </span>
        </button>
      </form>
      {isTooLong ? (
        <TooLong t={t} />
      ) : face.typing_preview ? (
        <p class="pw-hint pw-under">{t("previewNotice")}</p>
      ) : null}
    </div>
  );
}

function TooLong({ t }: TextProps) {
  return (
    <p class="pw-err" id="pw-long" role="alert">
      {t("tooLong")}
    </p>
  );
}

interface MessageFieldProps extends ComposerProps {
  readonly areaRef: TextAreaRef;
  readonly isTooLong: boolean;
  readonly send: (event: Event) => void;
}
/**
 * The message field. Enter sends, Shift+Enter inserts a line break, but not while an input method
 * composes text.
 */
function MessageField({
  model: { draft, face },
  actions,
  t,
  attach,
  areaRef,
  isTooLong,
  send,
}: MessageFieldProps) {
  // Sets the height in browsers that do not support `field-sizing`.
  useEffect(() => {
    const at = areaRef.current;
    if (at === null || CSS.supports("field-sizing", "content")) return;
    at.style.height = "auto";
    at.style.height = `${at.scrollHeight}px`;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft]);
  return (
    <textarea
      ref={areaRef}
      rows={1}
      aria-label={t("message")}
      placeholder={t("writeMessage")}
      value={draft}
      aria-invalid={isTooLong}
      aria-describedby={isTooLong ? "pw-long" : undefined}
      onInput={(event) => actions.setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229)
          send(event);
      }}
      onPaste={(event) => {
        const data = event.clipboardData;
        if (!face.files || !data?.files.length || hasPastedText(data.getData("text/html"))) return;
        event.preventDefault();
        attach(data.files);
      }}
    />
  );
}

/** Buttons that attach files and, on a phone, photos from the camera. `then` restores the focus. */
function AttachButtons({ model, t, attach, then }: ComposerProps & { readonly then: () => void }) {
  const { accept } = model.face;
  return (
    <>
      <FileButton name="clip" t={t} multiple accept={accept} attach={attach} then={then} />
      {model.phone && accept?.includes("image/") !== false ? (
        <FileButton
          name="camera"
          t={t}
          accept="image/*"
          capture="environment"
          attach={attach}
          then={then}
        />
      ) : null}
    </>
  );
}

interface FileButtonProps extends Pick<ComposerProps, "t" | "attach"> {
  readonly name: "clip" | "camera";
  readonly multiple?: boolean;
  readonly accept?: string | undefined;
  readonly capture?: "environment";
  readonly then: () => void;
}
/** A button that opens the system's file dialog or the camera. */
function FileButton({ name, t, attach, then, ...inputProps }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const label = t(name === "clip" ? "attach" : "camera");
  return (
    <>
      <button
        type="button"
        class="pw-icon"
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        <Icon name={name} />
      </button>
      <input
        type="file"
        ref={input}
        {...inputProps}
        hidden
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          attach(currentTarget.files);
          currentTarget.value = "";
          then();
        }}
      />
    </>
  );
}

/** Returns the emoji picker and its button. A chosen emoji is inserted at the cursor. */
function useEmoji({ model: { draft }, actions, t }: ViewProps, areaRef: TextAreaRef) {
  const [Picker, setEmoji] = useState<{ readonly of: PickerComponent } | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const pick = (emoji: string): void => {
    actions.setDraft(insertAtCursor(draft, emoji, areaRef.current));
    setEmoji(null);
  };
  const close = (): void => {
    setEmoji(null);
    buttonRef.current?.focus();
  };
  const toggle = async (): Promise<void> =>
    setEmoji(Picker === null ? { of: (await import("./EmojiPicker.tsx")).EmojiPicker } : null);
  const button = (
    <button
      type="button"
      class="pw-icon pw-emoji-button"
      ref={buttonRef}
      aria-label={t("emoji")}
      aria-expanded={Picker !== null}
      onClick={() => void toggle()}
    >
      <Icon name="smile" />
    </button>
  );
  const picker =
    Picker === null ? null : <Picker.of label={t("emoji")} pick={pick} close={close} />;
  return { button, picker };
}

/** Returns the text with `piece` inserted at the cursor, and moves the cursor after it. */
function insertAtCursor(text: string, piece: string, at: HTMLTextAreaElement | null): string {
  const from = at?.selectionStart ?? text.length;
  const to = at?.selectionEnd ?? from;
  requestAnimationFrame(() => {
    at?.focus();
    at?.setSelectionRange(from + piece.length, from + piece.length);
  });
  return text.slice(0, from) + piece + text.slice(to);
}
