import { hasPastedText } from "@parlour/protocol/widget/paste";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { countCharacters, maxMessageLength } from "../../text/message-length.ts";
import { Icon } from "../Icon.tsx";
import { lazyView } from "../lazy-view.tsx";
import type { TextProps, ViewProps } from "../view-props.ts";

const AttachMenu = lazyView(async () => (await import("./AttachMenu.tsx")).AttachMenu);
const EmojiPicker = lazyView(async () => (await import("./EmojiPicker.tsx")).EmojiPicker, []);
const QuoteBar = lazyView(async () => (await import("../quote/QuoteBar.tsx")).QuoteBar, ["more"]);
const VoiceNote = lazyView(async () => (await import("./VoiceNote.tsx")).VoiceNote);
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
      {model.quotes && <QuoteBar {...props} areaRef={areaRef} />}
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

/** Whether the browser can take screenshots. Those of phones and pages without HTTPS cannot. */
const canCapture = (): boolean =>
  (navigator as Partial<Navigator>).mediaDevices?.getDisplayMedia !== undefined;

/** Buttons that attach files and, on a phone, photos from the camera. `then` restores the focus. */
function AttachButtons({ model, t, attach, then }: ComposerProps & { readonly then: () => void }) {
  const { accept } = model.face;
  const takesPictures = accept?.includes("image/") !== false;
  return (
    <>
      <FileButton
        name="clip"
        t={t}
        multiple
        accept={accept}
        attach={attach}
        then={then}
        hasMenu={takesPictures && canCapture()}
      />
      {model.phone && takesPictures ? (
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
  /** Whether the button offers a screenshot besides the file. */
  readonly hasMenu?: boolean;
}
/** A button that opens the system's file dialog, the camera, or a menu with the dialog. */
function FileButton({ name, t, attach, then, hasMenu, ...inputProps }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { isOpen, ref, toggle, close } = useMenu();
  const label = t(name === "clip" ? "attach" : "camera");
  const chooseFile = (): void => input.current?.click();
  return (
    <>
      <button
        type="button"
        class="pw-icon"
        ref={ref}
        aria-label={label}
        aria-expanded={hasMenu ? isOpen : undefined}
        onClick={hasMenu ? toggle : chooseFile}
      >
        <Icon name={name} />
      </button>
      {isOpen ? (
        <AttachMenu t={t} chooseFile={chooseFile} attach={attach} close={close} then={then} />
      ) : null}
      <input
        type="file"
        ref={input}
        {...inputProps}
        hidden
        onChange={({ currentTarget }) => {
          attach(currentTarget.files);
          currentTarget.value = "";
          then();
        }}
      />
    </>
  );
}

/** State of a button that opens a menu. `close` gives the focus back to the button. */
function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const toggle = (): void => setOpen(!isOpen);
  const close = (): void => {
    setOpen(false);
    ref.current?.focus();
  };
  return { isOpen, ref, toggle, close };
}

/** Returns the emoji picker and its button. */
function useEmoji(view: ViewProps, areaRef: TextAreaRef) {
  const { isOpen, ref, toggle, close } = useMenu();
  const label = view.t("emoji");
  const button = (
    <button
      type="button"
      class="pw-icon pw-emoji-button"
      ref={ref}
      aria-label={label}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Icon name="smile" />
    </button>
  );
  const picker = isOpen ? (
    <EmojiPicker {...view} label={label} areaRef={areaRef} close={close} />
  ) : null;
  return { button, picker };
}
