import type { WidgetAgent } from "@parlour/protocol/widget";
import { isOpen, type State } from "../states.ts";
import type { Early } from "../loader/start.ts";
import { keepInPage } from "./in-page.ts";
import { drawStrip, make } from "./strip.ts";
import { css, phoneQuery } from "./style.ts";
import type { Words } from "./words.ts";

export interface Shown {
  readonly state: State;
  readonly unread: number;
  readonly agents: readonly WidgetAgent[];
  /** A rule's caption (WG-053), else that of the account. "": none. */
  readonly caption: string;
  /** Half height on small screens: an invitation that the visitor has not touched (WG-088). */
  readonly half: boolean;
  /**
   * The chat window has content. Until then the button stays visible on small screens, because
   * nothing else could close the window.
   */
  readonly isDrawn: boolean;
  readonly accent: string;
  readonly dark: boolean;
  /** No button, bar or teaser: the page has its own button (WG-095). */
  readonly isBare: boolean;
  /** Overrides a page style that hides the widget, because the chat window is open. */
  readonly isForced: boolean;
}
export interface Launcher {
  show(shown: Shown): void;
  /** Position and size in CSS pixels of the visible part in a state. */
  box(state: State): DOMRect;
  /** Moves the focus from the iframe to the button that opens it. False if no button is visible. */
  focus(): boolean;
  /** Whether a style of the page hides the widget. */
  readonly isHidden: () => boolean;
  /** Whether the focus is inside the widget. */
  readonly holdsFocus: () => boolean;
  remove(): void;
}
export interface LauncherDeps {
  readonly frame: HTMLIFrameElement;
  readonly words: Words;
  /** The bar or Escape was pressed. */
  readonly press: (what: "button" | "minimise" | "close") => void;
  /** The widget's element was removed and put back, so the iframe reloads. */
  readonly onReturn: () => void;
  /** Also, the page lost all its listeners. */
  readonly onErased: () => void;
  /** Elements of the page were added or removed. */
  readonly onChange: () => void;
  readonly onResize: () => void;
  readonly signal: AbortSignal;
}
const icons = {
  down: "M5 7.5l5 5 5-5",
  up: "M5 12.5l5-5 5 5",
  close: "M5 5l10 10M15 5L5 15",
};

/**
 * Renders the widget on the page (WG-004): the loader's button, the bar of `chat/min` and the
 * iframe of the chat window.
 */
export function drawLauncher(early: Early, deps: LauncherDeps): Launcher {
  const { host, root, place, button } = early.button;
  const { frame } = deps;
  const parts = drawParts(early, deps);
  const { bar } = parts;
  const restyle = keepStyled(early, deps.signal);
  const resizes = new ResizeObserver(deps.onResize);
  for (const one of [place, frame]) resizes.observe(one);
  const watch = keepInPage(host, deps);
  return {
    show(shown) {
      restyle(shown);
      fill(early, deps.words, parts, shown);
    },
    box: (state) => (isOpen(state) ? frame : state === "chat/min" ? bar.whole : button).getBoundingClientRect(),
    focus() {
      const to = button.hidden ? bar.open : button;
      to.focus({ preventScroll: true });
      return root.activeElement === to;
    },
    isHidden: () => getComputedStyle(host).display === "none",
    holdsFocus: () => root.activeElement !== null,
    remove() {
      watch.disconnect();
      resizes.disconnect();
      host.remove();
      for (const one of [bar.whole, frame, parts.down, parts.badge]) one.remove();
    },
  };
}

type Parts = ReturnType<typeof drawParts>;

/**
 * Creates the parts beside the button. They are removed when the widget is destroyed; the button
 * may remain.
 */
function drawParts({ button: { place, button }, tools: { drawIcon } }: Early, { frame, words, press, signal }: LauncherDeps) {
  const bar = drawStrip("b", { words, cross: drawIcon(icons.close), press: () => press("button"), end: () => press("close") });
  bar.open.append(drawIcon(icons.up));
  const [down, badge] = [drawIcon(icons.down), make("i")];
  button.append(down, badge);
  // The button keeps its place in the document, because it may have the focus.
  place.prepend(bar.whole);
  place.append(frame);
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.isComposing) press("minimise");
  };
  place.addEventListener("keydown", escape, { signal });
  return { bar, down, badge };
}

/** Updates every part. */
function fill({ face, button: { place, button, icon, caption } }: Early, words: Words, { bar, down, badge }: Parts, shown: Shown): void {
  const { state, unread, agents, half, isDrawn, isBare } = shown;
  const isShown = isOpen(state);
  const count = unread > 0 && words.unread !== "" ? `${words.unread}: ${unread}` : "";
  place.dataset["state"] = state;
  place.className = `p${isShown ? " o" : ""}${half ? " h" : ""}${isDrawn ? " d" : ""}${isBare ? " n" : ""}`;
  button.hidden = state === "chat/min";
  button.setAttribute("aria-expanded", String(isShown));
  button.setAttribute("aria-label", [shown.caption || words.chat, count].filter(Boolean).join(", "));
  button.className = shown.caption === "" || isShown ? "l" : "l c";
  caption.textContent = shown.caption;
  caption.hidden = shown.caption === "" || isShown;
  badge.textContent = String(Math.min(unread, 99));
  badge.hidden = unread === 0 || isShown;
  icon.toggleAttribute("hidden", isShown);
  down.toggleAttribute("hidden", !isShown);
  const names = agents.map(({ name }) => name).join(", ") || face.name;
  bar.show(state === "chat/min", names, count);
}

/**
 * Returns a function that updates the style sheet, also when the keyboard covers part of a small
 * screen.
 */
function keepStyled({ face, tools, button: { sheet, lift } }: Early, signal: AbortSignal): (shown: Shown) => void {
  const phone = matchMedia(phoneQuery);
  let last: Shown | null = null;
  let styled = "";
  const restyle = (): void => {
    if (last === null) return;
    const seen = phone.matches && isOpen(last.state) ? visualViewport : null;
    const view = seen === null ? null : { top: Math.max(0, Math.round(seen.offsetTop)), height: Math.round(seen.height) };
    const { accent, dark, isForced } = last;
    const { side, offset, offset_bottom, radius } = face;
    const text = css(tools, { accent, dark, isForced, side, offset, offset_bottom, radius, lift, view });
    if (text !== styled) sheet.replaceSync((styled = text));
  };
  for (const name of ["resize", "scroll"]) visualViewport?.addEventListener(name, restyle, { signal });
  return (shown) => {
    last = shown;
    restyle();
  };
}
