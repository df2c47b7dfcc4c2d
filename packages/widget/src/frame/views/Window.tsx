// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useEffect, useRef, useState } from "preact/hooks";
import type { FunctionComponent } from "preact";
import { hasMessages } from "../model.ts";
import { hasTabs, paneOf } from "../pane.ts";
import { Head } from "./Head.tsx";
import { Icon } from "./Icon.tsx";
import { later } from "./later.tsx";
import type { Picture } from "./Viewer.tsx";
import type { View } from "./view.ts";

type ViewerPart = FunctionComponent<{ readonly picture: Picture; readonly close: () => void } & Pick<View, "acts" | "t">>;

const CallPane = later(async () => (await import("./CallPane.tsx")).CallPane);
const ContactsPane = later(async () => (await import("./ContactsForm.tsx")).ContactsPane, ["forms"]);
const Uploads = later(async () => (await import("./Uploads.tsx")).Uploads);
const OfflineForm = later(async () => (await import("./OfflineForm.tsx")).OfflineForm, ["forms"]);
const Tabs = later(async () => (await import("./Tabs.tsx")).Tabs);
const Talk = later(async () => (await import("./Talk.tsx")).Talk, []);
const panes = { call: CallPane, contacts: ContactsPane, offline: OfflineForm, chat: Talk, ended: Talk };

/** Loads the view of the current pane, so that the first rendering is complete. */
export const loadPane = (model: View["model"]): Promise<void> => panes[paneOf(model)].load();

/**
 * Focuses the first field that matches `selector`. If its view is not loaded yet, the chat window
 * has the focus until then, unless the visitor moves it. On touch devices the chat window takes the
 * focus, so that the keyboard stays closed.
 */
export function focusField(root: ParentNode & Node, selector: string): void {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const dialog = root.querySelector<HTMLElement>(".pw-win");
  const fieldOf = (): HTMLElement | null => (isTouch ? null : root.querySelector<HTMLElement>(selector));
  const field = fieldOf();
  (field ?? dialog)?.focus();
  if (field !== null || isTouch) return;
  const parts = new MutationObserver(() => {
    const isWaiting = document.activeElement === dialog;
    const late = fieldOf();
    if (isWaiting && late === null) return;
    parts.disconnect();
    if (isWaiting) late?.focus();
  });
  parts.observe(root, { childList: true, subtree: true });
}

/** The whole chat window: a dialog beside the page, never modal. */
export function Window(view: View) {
  const { model, acts, t } = view;
  const rootRef = useRef<HTMLDivElement>(null);
  const [chosen] = useState<File[]>([]);
  /** Number of times that files were chosen. */
  const [choices, setChoices] = useState(0);
  const attach = (files: FileList | null): void => {
    if (!files?.length) return;
    chosen.push(...files);
    setChoices((before) => before + 1);
  };
  const [viewer, setViewer] = useState<{ readonly picture: Picture; readonly Part: ViewerPart } | null>(null);
  const [isOver, setOver] = useState(false);
  const pane = paneOf(model);
  const canAttach = model.face.files && pane === "chat";
  const open = async (picture: Picture): Promise<void> => setViewer({ picture, Part: (await import("./Viewer.tsx")).Viewer });

  // If the focused element disappears or is disabled, the focus returns to the chat window, but
  // only if it was inside (WG-088).
  const isWritingRef = useRef(false);
  const keep = (): void => {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    // A form that replaces the chat takes the focus from the message field.
    if (isWritingRef.current) focusField(document, ".pw-form .pw-in");
    else rootRef.current?.focus();
  };
  const [keeper] = useState(() => new MutationObserver(keep));
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      // Prevented even where files are not accepted, because the browser would open the file
      // instead of the page.
      event.preventDefault();
      setOver(canAttach && event.type === "dragover");
      if (canAttach && event.type === "drop") attach(event.dataTransfer.files);
    };
    for (const type of ["dragover", "dragleave", "drop"] as const) window.addEventListener(type, over);
    return () => {
      for (const type of ["dragover", "dragleave", "drop"] as const) window.removeEventListener(type, over);
    };
    // Everything that `attach` uses is stable.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [canAttach]);

  return (
    <main>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of whatever stands in the dialog */}
      <div
        class={model.phone ? "pw-win pw-win--phone" : "pw-win"}
        role="dialog"
        aria-labelledby="pw-title"
        tabIndex={-1}
        ref={rootRef}
        onFocusIn={({ target }) => {
          isWritingRef.current = target instanceof HTMLTextAreaElement;
          keeper.observe(document, { childList: true, subtree: true });
        }}
        onFocusOut={() => setTimeout(keep)}
        onPointerDown={acts.touched}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.isComposing) acts.move("minimise");
        }}
      >
        <Head {...view} />
        <Bar {...view} />
        {hasTabs(model) ? <Tabs {...view} /> : null}
        {pane === "call" ? (
          <CallPane {...view} />
        ) : pane === "offline" ? (
          <OfflineForm {...view} />
        ) : pane === "contacts" ? (
          <ContactsPane {...view} />
        ) : (
          <Talk {...view} hasEnded={pane === "ended"} open={(picture) => void open(picture)} attach={attach} />
        )}
        {choices === 0 ? null : <Uploads chosen={chosen} choices={choices} isHidden={pane !== "chat"} acts={acts} t={t} />}
        {isOver ? <p class="pw-drop">{t("dropHere")}</p> : null}
        {model.kept === "page" && pane !== "call" ? <p class="pw-hint pw-forgotten">{t("forgotten")}</p> : null}
        {viewer === null ? null : <viewer.Part picture={viewer.picture} close={() => setViewer(null)} acts={acts} t={t} />}
      </div>
    </main>
  );
}

/** Status of the connection and the queue. Nothing while all is well. */
function Bar({ model, acts, t }: View) {
  const { connection, outage, chat, situation } = model;
  if (connection !== "live") {
    if (outage === "none") return null;
    const text =
      connection === "refused" ? "notHere" : outage === "long" ? "failed" : connection === "connecting" ? "connecting" : "reconnecting";
    return <BarLine icon="retry" text={t(text)} retry={{ text: t("retry"), act: acts.retry }} />;
  }
  if (chat?.state === "waiting" && chat.queue !== null && !model.isFresh) {
    const { place, expected_s: seconds } = chat.queue;
    const queue = t("queue", { place: new Intl.NumberFormat(t.language).format(place) });
    const wait = seconds === null ? "" : `, ${t.count("wait", Math.max(1, Math.round(seconds / 60)))}`;
    return <BarLine icon="clock" text={queue + wait} />;
  }
  if (situation?.mode === "offline" && !situation.bot && hasMessages(model)) return <BarLine icon="clock" text={t("nobodyHere")} />;
  return null;
}

interface BarLineProps {
  readonly icon: "retry" | "clock";
  readonly text: string;
  readonly retry?: { readonly text: string; readonly act: () => void };
}
function BarLine({ icon, text, retry }: BarLineProps) {
  return (
    <p class={retry === undefined ? "pw-bar" : "pw-bar pw-bar--warn"} role="status">
      <Icon name={icon} />
      <span>{text}</span>
      {retry === undefined ? null : (
        <button type="button" class="pw-link" onClick={retry.act}>
          {retry.text}
        </button>
      )}
    </p>
  );
}
