import type { WidgetAgent } from "@parlour/protocol/widget";
import { isOpen, type State } from "../states.ts";
import type { Early } from "../loader/start.ts";
import { keepInPage } from "./in-page.ts";
import { drawStrip, make } from "./strip.ts";
import { css, phoneQuery, type Look } from "./style.ts";
import type { Words } from "./words.ts";

export interface Shown {
  readonly state: State;
  readonly unread: number;
  readonly agents: readonly WidgetAgent[];
  /** A rule's caption (WG-053), else the account's own; "" none. */
  readonly caption: string;
  /** Shown beside the button: something came while the window is closed. */
  readonly teaser: boolean;
  /** Half high on small screens: an invitation that was not touched (WG-088). */
  readonly half: boolean;
  readonly look: Pick<Look, "accent" | "dark">;
}
export interface Launcher {
  show(shown: Shown): void;
  /** Width, height and place of what is seen, CSS pixels. */
  box(): DOMRect;
  /** From the frame to what opens it again. */
  focus(): void;
  /** Whether the focus is in what the widget shows. */
  holdsFocus(): boolean;
  remove(): void;
}
export interface LauncherDeps {
  readonly frame: HTMLIFrameElement;
  readonly words: Words;
  /** What stands beside the button was pressed. */
  readonly press: (what: "open" | "minimise" | "close" | "dismiss") => void;
  /** The host was taken out of the page and put back: the frame begins anew. */
  readonly onReturn: () => void;
  readonly onResize: () => void;
}
const icons = {
  down: "M5 7.5l5 5 5-5",
  up: "M5 12.5l5-5 5 5",
  close: "M5 5l10 10M15 5L5 15",
};
/** What stands on the page (WG-004): the button that is there already, bar of `chat/min`, teaser and the window's frame. */
export function drawLauncher(early: Early, { frame, words, press, onReturn, onResize }: LauncherDeps): Launcher {
  const { face, tools } = early;
  const { host, root, sheet, place, button, icon: chat, caption, lift } = early.button;
  const { drawIcon } = tools;
  const over = new AbortController();
  const { signal } = over;
  const status = make("div");
  status.setAttribute("role", "status");
  const teaser = drawStrip("t", words, drawIcon(icons.close), () => press("dismiss"));
  const bar = drawStrip("b", words, drawIcon(icons.close), () => press("close"));
  bar.open.append(drawIcon(icons.up));
  const [down, badge] = [drawIcon(icons.down), make("i")];
  button.append(down, badge);
  for (const one of [bar.open, teaser.open]) one.addEventListener("click", () => press("open"));
  status.append(teaser.whole);
  // The button stays where it is: it may have the focus.
  place.prepend(status, bar.whole);
  place.append(frame);
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.isComposing) press("minimise");
  };
  place.addEventListener("keydown", escape, { signal });

  let last: Shown | null = null;
  let styled = "";
  const phone = matchMedia(phoneQuery);
  const restyle = (): void => {
    if (last === null) return;
    const seen = phone.matches && isOpen(last.state) ? visualViewport : null;
    const view = seen === null ? null : { top: Math.max(0, Math.round(seen.offsetTop)), height: Math.round(seen.height) };
    const { side, offset, offset_bottom, radius } = face;
    const text = css(tools, { ...last.look, side, offset, offset_bottom, radius, lift, view });
    if (text !== styled) sheet.replaceSync((styled = text));
  };
  for (const name of ["resize", "scroll"]) visualViewport?.addEventListener(name, restyle, { signal });
  const resizes = new ResizeObserver(onResize);
  for (const one of [place, frame]) resizes.observe(one);

  const watch = keepInPage(host, onReturn);

  return {
    show(shown) {
      last = shown;
      const { state, unread, agents, half } = shown;
      const isShown = isOpen(state);
      const count = unread > 0 ? `${words.unread}: ${unread}` : "";
      restyle();
      place.dataset["state"] = state;
      place.className = `p${isShown ? " o" : ""}${half ? " h" : ""}`;
      button.hidden = state === "chat/min";
      button.setAttribute("aria-expanded", String(isShown));
      button.setAttribute("aria-label", [shown.caption || words.chat, count].filter(Boolean).join(", "));
      button.className = shown.caption === "" || isShown ? "l" : "l c";
      caption.textContent = shown.caption;
      caption.hidden = shown.caption === "" || isShown;
      badge.textContent = String(Math.min(unread, 99));
      badge.hidden = unread === 0 || isShown;
      chat.toggleAttribute("hidden", isShown);
      down.toggleAttribute("hidden", !isShown);
      const names = agents.map(({ name }) => name).join(", ") || face.name;
      bar.show(state === "chat/min", names, count);
      teaser.show(shown.teaser && state === "label" && unread > 0, names, count);
    },
    box: () => (last !== null && isOpen(last.state) ? frame : last?.state === "chat/min" ? bar.whole : button).getBoundingClientRect(),
    focus: () => (button.hidden ? bar.open : button).focus({ preventScroll: true }),
    holdsFocus: () => root.activeElement !== null,
    remove() {
      watch.disconnect();
      resizes.disconnect();
      over.abort();
      host.remove();
      for (const one of [status, bar.whole, frame, down, badge]) one.remove();
    },
  };
}
