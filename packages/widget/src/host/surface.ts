import type { Facts } from "../bridge.ts";
import type { Early } from "../loader/start.ts";
import { isOpen } from "../states.ts";
import type { Callbacks } from "./callbacks.ts";
import { pageDark, type Dark } from "./dark.ts";
import { openFrame, type Frame, type FrameDeps } from "./frame.ts";
import { drawLauncher, type Shown } from "./launcher.ts";
import { openCover, type Cover } from "./phone.ts";
import { sizeSeen, type Size } from "./size.ts";
import { wordsOf } from "./words.ts";

/** How the widget stands on its page, beside the window's facts. */
type Stand = Omit<Shown, "unread" | "agents" | "dark">;

/** What the widget shows on its page (WG-004, WG-088): button, bar and teaser, and the window in its frame, in step with each other. */
export interface Surface extends Pick<Frame, "post" | "restart">, Pick<Cover, "isPhone"> {
  readonly stand: () => Stand;
  /** Draws what changed, the facts with it. */
  set(change: Partial<Stand>): void;
  /** Into another state; by the visitor's hand the focus goes along. */
  go(to: Pick<Stand, "state" | "half">, byVisitor: boolean): void;
  /** Something came while the window is closed: unless the visitor put such a word away today, it stands beside the button. */
  tease(): void;
  /** The visitor touched the window: a half one becomes a whole one. */
  touched(): void;
  readonly isDark: Dark["is"];
  readonly holdsFocus: () => boolean;
  readonly tellSize: Size["changed"];
  remove(): void;
}
export interface SurfaceDeps extends Pick<FrameDeps, "start" | "heard"> {
  readonly early: Early;
  readonly facts: () => Facts;
  readonly tell: Callbacks["tell"];
  /** The visitor wants it to move. */
  readonly move: (cause: "button" | "minimise" | "close") => void;
  readonly signal: AbortSignal;
}
const dayMs = 86_400_000;

export function openSurface({ early, facts, start, heard, tell, move, signal }: SurfaceDeps): Surface {
  const { face, store, button, words } = early;
  let stand: Stand = { state: "label", caption: words.caption, teaser: false, half: false, isDrawn: false, accent: face.accent };
  const set = (change: Partial<Stand>): void => {
    stand = { ...stand, ...change };
    const { unread, agents } = facts();
    launcher.show({ ...stand, unread, agents, dark: dark.is() });
  };
  const dismiss = (): void => {
    store.browser.keep({ dismissed: Date.now() });
    set({ teaser: false });
    launcher.focus();
  };
  const mayFocus = (): boolean => isOpen(stand.state) && (launcher.holdsFocus() || document.activeElement === document.body);
  const frame = openFrame({ address: face.frame, title: face.name, start, heard, mayFocus });
  const launcher = drawLauncher(early, {
    frame: frame.element,
    words: wordsOf(button.language, words.chat),
    press: (what) => (what === "dismiss" ? dismiss() : move(what)),
    onReturn: () => frame.moved(),
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
  frame.load();
  return {
    post: frame.post,
    restart: frame.restart,
    isPhone: cover.isPhone,
    isDark: dark.is,
    holdsFocus: launcher.holdsFocus,
    tellSize: size.changed,
    stand: () => stand,
    set,
    go({ state, half }, byVisitor) {
      const is = isOpen(state);
      const hadFocus = launcher.holdsFocus();
      size.begin();
      if (is) dark.look();
      set({ state, half, teaser: stand.teaser && !is });
      cover.fit(byVisitor);
      frame.post({ type: "state", state, focus: byVisitor });
      if (is && byVisitor) frame.focus();
      else if (!is && hadFocus) launcher.focus();
    },
    tease: () => set({ teaser: Date.now() - (store.browser.read().dismissed ?? 0) > dayMs }),
    touched() {
      set({ half: false });
      cover.fit(true);
    },
    remove() {
      cover.remove();
      launcher.remove();
      frame.remove();
    },
  };
}
