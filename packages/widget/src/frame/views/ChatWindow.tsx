// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useEffect, useRef, useState } from "preact/hooks";
import type { FunctionComponent } from "preact";
import { browserClock } from "../../clock.ts";
import { hasMessages } from "../state/reducer.ts";
import { hasChatAndCallTabs, selectPane } from "../state/pane.ts";
import { Header } from "./Header.tsx";
import { lazyView } from "./lazy-view.tsx";
import { StatusLine } from "./status/StatusLine.tsx";
import type { ShownPicture } from "./conversation/PictureViewer.tsx";
import type { ControlProps, ViewProps } from "./view-props.ts";

type ViewerComponent = FunctionComponent<
  { readonly picture: ShownPicture; readonly close: () => void } & ControlProps
>;

const CallPane = lazyView(async () => (await import("./forms/CallPane.tsx")).CallPane);
const ContactsPane = lazyView(
  async () => (await import("./forms/ContactsForm.tsx")).ContactsPane,
  ["forms"],
);
const Uploads = lazyView(async () => (await import("./composer/Uploads.tsx")).Uploads);
const OfflineForm = lazyView(
  async () => (await import("./forms/OfflineForm.tsx")).OfflineForm,
  ["forms"],
);
const PromiseLine = lazyView(async () => (await import("./status/PromiseLine.tsx")).PromiseLine);
const AvailabilityLine = lazyView(
  async () => (await import("./status/AvailabilityLine.tsx")).AvailabilityLine,
  ["more"],
);
const Tabs = lazyView(async () => (await import("./Tabs.tsx")).Tabs);
const ChatPane = lazyView(async () => (await import("./conversation/ChatPane.tsx")).ChatPane, []);
const panes = {
  call: CallPane,
  contacts: ContactsPane,
  offline: OfflineForm,
  chat: ChatPane,
  ended: ChatPane,
};

/** Loads the view of the current pane, so that the first rendering is complete. */
export const loadPane = (model: ViewProps["model"]): Promise<void> =>
  panes[selectPane(model)].load();

/**
 * Focuses the first field that matches `selector`. While its view is loading, the chat window has
 * the focus, and the field gets it later unless the visitor moves it. On touch devices the chat
 * window keeps the focus, so that the keyboard stays closed.
 */
export function focusField(root: ParentNode & Node, selector: string): void {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const dialog = root.querySelector<HTMLElement>(".pw-win");
  const findField = (): HTMLElement | null =>
    isTouch ? null : root.querySelector<HTMLElement>(selector);
  const field = findField();
  (field ?? dialog)?.focus();
  if (field !== null || isTouch) return;
  const observer = new MutationObserver(() => {
    const isWaiting = document.activeElement === dialog;
    const loadedField = findField();
    if (isWaiting && loadedField === null) return;
    observer.disconnect();
    if (isWaiting) loadedField?.focus();
  });
  observer.observe(root, { childList: true, subtree: true });
}

/** The whole chat window. It is a dialog next to the page and is never modal. */
export function ChatWindow(view: ViewProps) {
  const { model, actions, t } = view;
  const rootRef = useRef<HTMLDivElement>(null);
  const [chosen] = useState<File[]>([]);
  /** How many times files have been added. A new value makes the upload view take the files. */
  const [choices, setChoices] = useState(0);
  const attach = (files: FileList | readonly File[] | null): void => {
    if (!files?.length) return;
    chosen.push(...files);
    setChoices((before) => before + 1);
  };
  const [viewer, setViewer] = useState<{
    readonly picture: ShownPicture;
    readonly Part: ViewerComponent;
  } | null>(null);
  const pane = selectPane(model);
  const isDraggedOver = useFileDrop(model.face.files && pane === "chat", attach);
  const focusEvents = useFocusReturn(rootRef);
  const open = async (picture: ShownPicture): Promise<void> =>
    setViewer({ picture, Part: (await import("./conversation/PictureViewer.tsx")).PictureViewer });

  return (
    <main>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of whatever stands in the dialog */}
      <div
        class={model.phone ? "pw-win pw-win--phone" : "pw-win"}
        role="dialog"
        aria-labelledby="pw-title"
        tabIndex={-1}
        ref={rootRef}
        {...focusEvents}
        onPointerDown={actions.onTouch}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.isComposing) actions.move("minimise");
        }}
      >
        <Header {...view} />
        <StatusBar {...view} />
        {model.chat?.promise ? <PromiseLine {...view} /> : null}
        {hasChatAndCallTabs(model) ? <Tabs {...view} /> : null}
        {pane === "call" ? (
          <CallPane {...view} />
        ) : pane === "offline" ? (
          <OfflineForm {...view} />
        ) : pane === "contacts" ? (
          <ContactsPane {...view} />
        ) : (
          <ChatPane
            {...view}
            hasEnded={pane === "ended"}
            open={(picture) => void open(picture)}
            attach={attach}
          />
        )}
        {choices === 0 ? null : (
          <Uploads
            chosen={chosen}
            choices={choices}
            isHidden={pane !== "chat"}
            actions={actions}
            t={t}
          />
        )}
        {isDraggedOver ? <p class="pw-drop">{t("dropHere")}</p> : null}
        {model.kept === "page" && pane !== "call" ? (
          <p class="pw-hint pw-forgotten">{t("forgotten")}</p>
        ) : null}
        {viewer === null ? null : (
          <viewer.Part
            picture={viewer.picture}
            close={() => setViewer(null)}
            actions={actions}
            t={t}
          />
        )}
      </div>
    </main>
  );
}

/**
 * True if the message field was focused last. If the focused element disappears or is disabled, the
 * chat window gets the focus back, but only if it had the focus before (WG-088).
 */
function useFocusReturn(rootRef: { readonly current: HTMLElement | null }) {
  const isWritingRef = useRef(false);
  const restoreFocus = (): void => {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    // A form that replaces the chat takes the focus from the message field.
    if (isWritingRef.current) focusField(document, ".pw-form .pw-in");
    else rootRef.current?.focus();
  };
  const [focusObserver] = useState(() => new MutationObserver(restoreFocus));
  return {
    onFocusIn({ target }: FocusEvent) {
      isWritingRef.current = target instanceof HTMLTextAreaElement;
      focusObserver.observe(document, { childList: true, subtree: true });
    },
    onFocusOut: () => void browserClock.after(0, restoreFocus),
  };
}

/** Attaches files that are dropped on the chat window. Returns whether files are above it. */
function useFileDrop(canAttach: boolean, attach: (files: FileList | null) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      // Prevent the default even where files are not accepted. Otherwise the browser would leave
      // the page and open the file.
      event.preventDefault();
      setDraggedOver(canAttach && event.type === "dragover");
      if (canAttach && event.type === "drop") attach(event.dataTransfer.files);
    };
    for (const type of ["dragover", "dragleave", "drop"] as const)
      window.addEventListener(type, onDrag);
    return () => {
      for (const type of ["dragover", "dragleave", "drop"] as const)
        window.removeEventListener(type, onDrag);
    };
    // Everything that `attach` uses is stable.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [canAttach]);
  return isDraggedOver;
}

/** Status of the connection and the outbox. Renders nothing if there is no problem. */
function StatusBar(view: ViewProps) {
  const { model, actions, t } = view;
  const { connection, outage, chat, situation } = model;
  if (connection !== "live") {
    if (outage === "none") return null;
    const text =
      connection === "refused"
        ? "notHere"
        : outage === "long"
          ? "failed"
          : connection === "connecting"
            ? "connecting"
            : "reconnecting";
    return (
      <StatusLine text={t(text)}>
        <button type="button" class="pw-link" onClick={actions.reconnect}>
          {t("tryAgain")}
        </button>
      </StatusLine>
    );
  }
  const isQueued = chat?.state === "waiting" && chat.queue !== null && !model.isFresh;
  const isAbsent = situation?.mode === "offline" && !situation.bot && hasMessages(model);
  return isQueued || isAbsent ? <AvailabilityLine {...view} /> : null;
}
