import { bridgeHello, type MessageToWindow, type PublicState } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import { isChatWindowOpen } from "../widget-state.ts";
import { createDeferredTeaser } from "./launcher/deferred-teaser.ts";
import type { Launcher, LauncherState } from "./launcher/launcher.ts";
import { createHostTextLoader, type HostText } from "./text.ts";

/** State of the widget's layout on the page, without the state that comes from the chat window. */
type DisplayState = Omit<LauncherState, "unread" | "agents" | "isDark" | "hasPageButton"> & {
  /**
   * Increases with each message that arrives while the chat window is closed. 0 means no teaser.
   */
  readonly teaserId: number;
};

/** Owns the state of the layout, and shows it in the launcher and the teaser. */
export interface Display {
  readonly displayState: () => DisplayState;
  readonly isOpen: () => boolean;
  /** Texts of the launcher, which are loaded when they are needed. */
  readonly text: HostText;
  /** Renders a change together with the current state from the chat window. */
  readonly update: (change: Partial<DisplayState>) => void;
  /** Renders another state. A page style that hides the widget has no effect on an open window. */
  readonly enter: (target: Pick<DisplayState, "state" | "isHalfHeight">) => void;
  /** Returns true if the page has its own button (WG-095). */
  readonly hasPageButton: () => boolean;
  /** Shows the teaser for a new message while the chat window is closed (WG-110). */
  readonly showTeaser: () => void;
  readonly remove: () => void;
}
export interface DisplayDeps {
  readonly context: LoaderContext;
  readonly facts: () => PublicState;
  readonly launcher: () => Launcher;
  readonly isDark: () => boolean;
  /** Returns true if the page uses its own button. */
  readonly hasOwnButton: () => boolean;
  readonly move: (cause: "button") => void;
  readonly post: (message: MessageToWindow) => void;
}

export function createDisplay({
  context,
  facts,
  launcher,
  isDark,
  hasOwnButton,
  move,
  post,
}: DisplayDeps): Display {
  const { face, button } = context;
  let display: DisplayState = {
    state: "label",
    caption: context.button.text.caption,
    teaserId: 0,
    isHalfHeight: false,
    isDrawn: false,
    isForced: false,
    accent: face.accent,
    onAccent: face.on_accent,
  };
  let teaserCount = 0;
  const text: HostText = { chat: context.button.text.chat, close: "", unread: "" };
  const loadText = createHostTextLoader(text, button.language, () => update({}));
  const isOpen = (): boolean => isChatWindowOpen(display.state);
  const isForced = (): boolean => display.isForced || launcher().isHidden();
  const update = (change: Partial<DisplayState>): void => {
    display = { ...display, ...change };
    const { unread, agents } = facts();
    if (unread > 0 || display.state === "chat/min") loadText();
    const hasPageButton = hasOwnButton() || display.isForced;
    launcher().show({ ...display, unread, agents, isDark: isDark(), hasPageButton });
    if (isOpen() || hasPageButton || unread === 0) display = { ...display, teaserId: 0 };
    teaser.show(display.teaserId, { isDark: isDark(), unread, title: text.unread });
  };
  const teaser = createDeferredTeaser({
    context,
    hello: bridgeHello,
    post,
    onAction(what) {
      if (what === "open") return move("button");
      update({ teaserId: 0 });
      if (what === "dismiss") launcher().focus();
    },
  });
  return {
    displayState: () => display,
    isOpen,
    text,
    update,
    enter: (target) =>
      update({ ...target, isForced: isChatWindowOpen(target.state) && isForced() }),
    hasPageButton: () => hasOwnButton() || isForced(),
    showTeaser: () => update({ teaserId: ++teaserCount }),
    remove: () => teaser.show(0),
  };
}
