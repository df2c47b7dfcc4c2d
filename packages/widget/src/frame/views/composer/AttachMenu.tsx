// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useEffect, useRef, useState } from "preact/hooks";
import { takeScreenshot, type ScreenshotProblem } from "../../media/screenshot.ts";
import "../button-styles.ts";
import viewerCss from "../conversation/picture-viewer.css?inline";
import { addStyles } from "../styles.ts";
import type { TextProps } from "../view-props.ts";
import css from "./attach-menu.css?inline";

addStyles(viewerCss);
addStyles(css);

interface AttachMenuProps extends TextProps {
  /** Opens the system's file dialog. */
  readonly chooseFile: () => void;
  readonly attach: (files: readonly File[]) => void;
  /** Closes the menu. Its button gets the focus. */
  readonly close: () => void;
  /** Moves the focus to the message field. */
  readonly then: () => void;
}

/** The choice between a file and a screenshot, which is shown before it is sent (WG-290). */
export function AttachMenu({ t, chooseFile, attach, close, then }: AttachMenuProps) {
  const [state, setState] = useState<"choices" | "asking" | ScreenshotProblem | File>("choices");
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector("button")?.focus(), [state]);
  const capture = async (): Promise<void> => {
    // The menu must not be in the picture.
    setState("asking");
    const result = await takeScreenshot();
    if (result === "refused") close();
    else setState(result);
  };
  if (state === "asking" || state === "refused") return null;
  if (state instanceof File) {
    const end = (isSent: boolean): void => {
      close();
      if (!isSent) return;
      attach([state]);
      then();
    };
    return <Preview t={t} file={state} end={end} />;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of its buttons
    <div
      class="pw-attach"
      role="group"
      aria-label={t("attach")}
      ref={ref}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      {state === "choices" ? (
        <>
          <button
            type="button"
            onClick={() => {
              close();
              chooseFile();
            }}
          >
            {t("attach")}
          </button>
          <button type="button" onClick={() => void capture()}>
            {t("screenshot")}
          </button>
        </>
      ) : (
        <>
          <p role="alert">{t(state === "blocked" ? "screenshotBlocked" : "screenshotFailed")}</p>
          <button type="button" onClick={close}>
            {t("dismiss")}
          </button>
        </>
      )}
    </div>
  );
}

interface PreviewProps extends TextProps {
  readonly file: File;
  readonly end: (isSent: boolean) => void;
}
/** Covers the whole chat window. Escape discards the screenshot. */
function Preview({ t, file, end }: PreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => {
    dialog.current?.showModal();
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return (
    <dialog
      class="pw-viewer"
      ref={dialog}
      aria-label={t("screenshot")}
      onClose={({ currentTarget }) => end(currentTarget.returnValue === "send")}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <img src={url} alt={file.name} />
      <div class="pw-viewer__bar pw-attach__bar">
        <button type="button" class="pw-btn" onClick={() => dialog.current?.close()}>
          {t("screenshotDiscard")}
        </button>
        <button
          type="button"
          class="pw-btn pw-btn--main"
          onClick={() => dialog.current?.close("send")}
        >
          {t("send")}
        </button>
      </div>
    </dialog>
  );
}
