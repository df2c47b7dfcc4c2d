import { hasText } from "@parlour/protocol/paste";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FunctionComponent, RefObject } from "preact";
import { lengthOf, textMost } from "../checks.ts";
import type { EmojiProps } from "./Emoji.tsx";
import { Icon } from "./Icon.tsx";
import type { View } from "./view.ts";

type Picker = FunctionComponent<EmojiProps>;
type Area = RefObject<HTMLTextAreaElement | null>;
interface ComposerProps extends View {
  readonly attach: (files: FileList | null) => void;
}

/** The message field with its buttons. */
export function Composer(props: ComposerProps) {
  const { model, acts, t } = props;
  const areaRef = useRef<HTMLTextAreaElement>(null);
  const emoji = useEmoji(props, areaRef);
  const { draft, face } = model;
  const isTooLong = lengthOf(draft) > textMost;
  const cannotGo = isTooLong || draft.trim() === "";
  const toText = (): void => areaRef.current?.focus();
  const send = (event: Event): void => {
    event.preventDefault();
    if (cannotGo) return;
    acts.say(draft);
    toText();
  };
  return (
    <div class="pw-foot">
      {emoji.picker}
      <form class="pw-comp" onSubmit={send}>
        <Text {...props} areaRef={areaRef} isTooLong={isTooLong} send={send} />
        {face.files ? <Attach {...props} then={toText} /> : null}
        {emoji.button}
        <button type="submit" class="pw-send" aria-label={t("send")} disabled={cannotGo}>
          <span>
            <Icon name="send" />
          </span>
        </button>
      </form>
      {isTooLong ? <TooLong t={t} /> : face.typing_preview ? <p class="pw-hint pw-under">{t("previewNotice")}</p> : null}
    </div>
  );
}

function TooLong({ t }: Pick<View, "t">) {
  return (
    <p class="pw-err" id="pw-long" role="alert">
      {t("tooLong")}
    </p>
  );
}

interface TextProps extends ComposerProps {
  readonly areaRef: Area;
  readonly isTooLong: boolean;
  readonly send: (event: Event) => void;
}
/**
 * Enter sends, Shift+Enter inserts a line break. Neither applies while an input method composes.
 */
function Text({ model: { draft, face }, acts, t, attach, areaRef, isTooLong, send }: TextProps) {
  // For browsers without `field-sizing`.
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
      {...(isTooLong ? { "aria-describedby": "pw-long" } : {})}
      onInput={(event) => acts.write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) send(event);
      }}
      onPaste={(event) => {
        const data = event.clipboardData;
        if (!face.files || !data?.files.length || hasText(data.getData("text/html"))) return;
        event.preventDefault();
        attach(data.files);
      }}
    />
  );
}

/** Buttons for files and, on a phone, the camera. `then`: restores the focus. */
function Attach({ model, t, attach, then }: ComposerProps & { readonly then: () => void }) {
  const { accept } = model.face;
  return (
    <>
      <Picked name="clip" t={t} multiple accept={accept} attach={attach} then={then} />
      {model.phone && accept?.includes("image/") !== false ? (
        <Picked name="camera" t={t} accept="image/*" capture="environment" attach={attach} then={then} />
      ) : null}
    </>
  );
}

interface PickedProps extends Pick<ComposerProps, "t" | "attach"> {
  readonly name: "clip" | "camera";
  readonly multiple?: boolean;
  readonly accept?: string | undefined;
  readonly capture?: "environment";
  readonly then: () => void;
}
/** Opens the system's file dialog or camera. */
function Picked({ name, t, attach, then, ...how }: PickedProps) {
  const input = useRef<HTMLInputElement>(null);
  const label = t(name === "clip" ? "attach" : "camera");
  return (
    <>
      <button type="button" class="pw-icon" aria-label={label} onClick={() => input.current?.click()}>
        <Icon name={name} />
      </button>
      <input
        type="file"
        ref={input}
        {...how}
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

/** The emoji picker and its button. A chosen emoji is inserted at the cursor. */
function useEmoji({ model: { draft }, acts, t }: View, areaRef: Area) {
  const [Emoji, setEmoji] = useState<{ readonly of: Picker } | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const pick = (emoji: string): void => {
    acts.write(withAtCursor(draft, emoji, areaRef.current));
    setEmoji(null);
  };
  const close = (): void => {
    setEmoji(null);
    buttonRef.current?.focus();
  };
  const toggle = async (): Promise<void> => setEmoji(Emoji === null ? { of: (await import("./Emoji.tsx")).Emoji } : null);
  const button = (
    <button
      type="button"
      class="pw-icon pw-emoji-button"
      ref={buttonRef}
      aria-label={t("emoji")}
      aria-expanded={Emoji !== null}
      onClick={() => void toggle()}
    >
      <Icon name="smile" />
    </button>
  );
  const picker = Emoji === null ? null : <Emoji.of label={t("emoji")} pick={pick} close={close} />;
  return { button, picker };
}

/** Returns the text with a piece inserted at the cursor, and moves the cursor behind it. */
function withAtCursor(text: string, piece: string, at: HTMLTextAreaElement | null): string {
  const from = at?.selectionStart ?? text.length;
  const to = at?.selectionEnd ?? from;
  requestAnimationFrame(() => {
    at?.focus();
    at?.setSelectionRange(from + piece.length, from + piece.length);
  });
  return text.slice(0, from) + piece + text.slice(to);
}
