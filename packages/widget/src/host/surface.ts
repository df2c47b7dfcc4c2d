import { hello, type Facts } from "../bridge.ts";
import type { Early } from "../loader/start.ts";
import { isOpen } from "../states.ts";
import type { Callbacks } from "./callbacks.ts";
import { pageDark, type Dark } from "./dark.ts";
import { openFrame, type Frame, type FrameDeps } from "./frame.ts";
import { drawLauncher, type Shown } from "./launcher.ts";
import { openCover, type Cover } from "./phone.ts";
import { sizeSeen, type Size } from "./size.ts";
import { openTeaserLate } from "./late-teaser.ts";
import { loadWords, type Words } from "./words.ts";

/** The layout state of the widget on its page, without the state from the chat window. */
type Stand = Omit<Shown, "unread" | "agents" | "dark" | "isBare"> & {
  /** Increased by each message that arrives while the chat window is closed. 0: no teaser. */
  readonly teaser: number;
};

/**
 * Shows the widget on its page (WG-004, WG-088): button, bar, teaser and the chat window in its
 * iframe, always consistent.
 */
export interface Surface extends Pick<Frame, "post" | "restart" | "load" | "isLoaded">, Pick<Cover, "isPhone"> {
  readonly stand: () => Stand;
  /** Renders a change together with the current state from the chat window. */
  set(change: Partial<Stand>): void;
  /** Changes the state. If the visitor did it, the focus moves along. */
  go(to: Pick<Stand, "state" | "half">, byVisitor: boolean): void;
  /** Shows the teaser for a new message while the chat window is closed (WG-110). */
  tease(): void;
  /** The visitor touched the chat window. Half height becomes full height. */
  touched(): void;
  readonly isDark: Dark["is"];
  /** The page has its own button (WG-095). */
  readonly isBare: () => boolean;
  readonly holdsFocus: () => boolean;
  readonly tellSize: Size["changed"];
  remove(): void;
}
export interface SurfaceDeps extends Pick<FrameDeps, "start" | "heard" | "ready"> {
  readonly early: Early;
  readonly facts: () => Facts;
  readonly tell: Callbacks["tell"];
  readonly onErased: () => void;
  /** The visitor requests another state. */
  readonly move: (cause: "button" | "minimise" | "close") => void;
  readonly signal: AbortSignal;
}
export function openSurface({ early, facts, start, ready, heard, tell, move, onErased, signal }: SurfaceDeps): Surface {
  const { face, button, words } = early;
  let stand: Stand = {
    state: "label",
    caption: words.caption,
    teaser: 0,
    half: false,
    isDrawn: false,
    isForced: false,
    accent: face.accent,
  };
  /**
   * The element with the focus when the chat window opened. Gets it back if no button of the widget
   * is visible.
   */
  let opener: Element | null = null;
  let wasBare = early.isBare();
  let teases = 0;
  const said: Words = { chat: words.chat, close: "", unread: "" };
  let saying: Promise<void> | null = null;
  const set = (change: Partial<Stand>): void => {
    stand = { ...stand, ...change };
    const { unread, agents } = facts();
    if (unread > 0 || stand.state === "chat/min")
      saying ??= loadWords(said, button.language).then(
        () => set({}),
        // The next change tries again.
        () => void (saying = null),
      );
    wasBare = early.isBare();
    const isBare = wasBare || stand.isForced;
    launcher.show({ ...stand, unread, agents, dark: dark.is(), isBare });
    if (isOpen(stand.state) || isBare || unread === 0) stand = { ...stand, teaser: 0 };
    teaser.show(stand.teaser, { dark: dark.is(), unread, title: said.unread });
  };
  const teaser = openTeaserLate({
    early,
    hello,
    post: (message) => void frame.post(message),
    heard(what) {
      if (what === "open") return move("button");
      set({ teaser: 0 });
      if (what === "dismiss") launcher.focus();
    },
  });
  const mayFocus = (): boolean =>
    isOpen(stand.state) && (launcher.holdsFocus() || document.activeElement === document.body || document.activeElement === opener);
  const frame = openFrame({ address: face.frame, title: face.name, start, ready, heard, mayFocus });
  const launcher = drawLauncher(early, {
    frame: frame.element,
    words: said,
    press: move,
    onReturn: () => frame.moved(),
    onErased,
    onChange: () => wasBare !== early.isBare() && set({}),
    onResize: () => size.observed(),
    signal,
  });
  const size = sizeSeen({ box: () => launcher.box(stand.state), tell, signal });
  const look = (): void => {
    frame.post({ type: "look", dark: dark.is() });
    set({});
  };
  const dark = pageDark({ scheme: face.scheme, changed: look, signal });
  const cover = openCover({
    isWhole: () => isOpen(stand.state) && !stand.half,
    back: () => move("minimise"),
    changed(phone) {
      frame.post({ type: "place", phone });
      set({});
    },
    signal,
  });
  dark.look();
  set({});
  // The pointer reaches the button, so the chat window loads before the press.
  for (const name of ["pointerenter", "focus"]) button.button.addEventListener(name, frame.load, { signal });
  return {
    load: frame.load,
    isLoaded: frame.isLoaded,
    post: frame.post,
    restart: frame.restart,
    isPhone: cover.isPhone,
    isDark: dark.is,
    isBare: () => wasBare || stand.isForced || launcher.isHidden(),
    holdsFocus: launcher.holdsFocus,
    tellSize: size.changed,
    stand: () => stand,
    set,
    go({ state, half }, byVisitor) {
      const is = isOpen(state);
      const hadFocus = launcher.holdsFocus();
      size.begin();
      if (is) dark.look();
      if (is && !isOpen(stand.state)) opener = document.activeElement;
      set({ state, half, isForced: is && (stand.isForced || launcher.isHidden()) });
      cover.fit(byVisitor);
      frame.post({ type: "state", state, focus: byVisitor });
      if (is && byVisitor) frame.focus();
      else if (!is && hadFocus && !launcher.focus()) (opener as HTMLElement | null)?.focus();
    },
    tease: () => set({ teaser: ++teases }),
    touched() {
      set({ half: false });
      cover.fit(true);
    },
    remove() {
      cover.remove();
      launcher.remove();
      teaser.show(0);
      frame.remove();
    },
  };
}
