import { useEffect, useRef, useState } from "preact/hooks";
import type { FunctionComponent } from "preact";
import { lengthOf, textMost } from "../checks.ts";
import { Icon } from "./Icon.tsx";
import type { View } from "./view.ts";

type Picker = FunctionComponent<{ readonly pick: (emoji: string) => void; readonly label: string }>;

/** Where the visitor writes. Enter sends, Shift+Enter breaks; never while an input method composes. */
export function Composer({ model, acts, t, attach }: View & { readonly attach: (files: FileList | null) => void }) {
  const areaRef = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const smile = useRef<HTMLButtonElement>(null);
  const [Emoji, setEmoji] = useState<{ readonly of: Picker } | null>(null);
  const { draft, face } = model;
  const isTooLong = lengthOf(draft) > textMost;
  const isEmpty = draft.trim() === "";

  // Browsers that do not size a field by its content.
  useEffect(() => {
    const at = areaRef.current;
    if (at === null || CSS.supports("field-sizing", "content")) return;
    at.style.height = "auto";
    at.style.height = `${at.scrollHeight}px`;
  }, [draft]);

  const send = (event: Event): void => {
    event.preventDefault();
    if (isEmpty || isTooLong) return;
    acts.say(draft);
    areaRef.current?.focus();
  };
  const picked = (event: { readonly currentTarget: HTMLInputElement }): void => {
    attach(event.currentTarget.files);
    event.currentTarget.value = "";
    areaRef.current?.focus();
  };
  const insert = (emoji: string): void => {
    const at = areaRef.current;
    const from = at?.selectionStart ?? draft.length;
    const to = at?.selectionEnd ?? from;
    acts.write(draft.slice(0, from) + emoji + draft.slice(to));
    setEmoji(null);
    requestAnimationFrame(() => {
      at?.focus();
      at?.setSelectionRange(from + emoji.length, from + emoji.length);
    });
  };
  const toggleEmoji = async (): Promise<void> => {
    if (Emoji !== null) return setEmoji(null);
    setEmoji({ of: (await import("./Emoji.tsx")).Emoji });
  };
  const tools = (
    <>
      {face.files ? (
        <>
          <button type="button" class="pw-icon" aria-label={t("attach")} onClick={() => file.current?.click()}>
            <Icon name="clip" />
          </button>
          <input type="file" ref={file} multiple hidden tabIndex={-1} aria-label={t("attach")} onChange={picked} />
          {model.phone ? (
            <>
              <button type="button" class="pw-icon" aria-label={t("camera")} onClick={() => camera.current?.click()}>
                <Icon name="camera" />
              </button>
              <input
                type="file"
                ref={camera}
                accept="image/*"
                capture="environment"
                hidden
                tabIndex={-1}
                aria-label={t("camera")}
                onChange={picked}
              />
            </>
          ) : null}
        </>
      ) : null}
      <button
        type="button"
        class="pw-icon pw-emoji-button"
        ref={smile}
        aria-label={t("emoji")}
        aria-expanded={Emoji !== null}
        onClick={() => void toggleEmoji()}
      >
        <Icon name="smile" />
      </button>
    </>
  );
  return (
    <div class="pw-foot">
      {Emoji === null ? null : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the buttons in it
        <div
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setEmoji(null);
            smile.current?.focus();
          }}
        >
          <Emoji.of pick={insert} label={t("emoji")} />
        </div>
      )}
      <form class="pw-comp" onSubmit={send}>
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
            if (!face.files || (event.clipboardData?.files.length ?? 0) === 0) return;
            event.preventDefault();
            attach(event.clipboardData?.files ?? null);
          }}
        />
        {tools}
        <button type="submit" class="pw-send" aria-label={t("send")} disabled={isEmpty || isTooLong}>
          <span>
            <Icon name="send" />
          </span>
        </button>
      </form>
      {isTooLong ? (
        <p class="pw-err" id="pw-long" role="alert">
          {t("tooLong")}
        </p>
      ) : face.typing_preview ? (
        <p class="pw-hint pw-under">{t("previewNotice")}</p>
      ) : null}
    </div>
  );
}
