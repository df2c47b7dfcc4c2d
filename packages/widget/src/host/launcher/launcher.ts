import type { WidgetAgent } from "@parlour/protocol/widget";
import { isChatWindowOpen, type WidgetState } from "../../widget-state.ts";
import type { LoaderContext } from "../../loader/start.ts";
import { reattachWhenRemoved } from "./reattach.ts";
import { createMinimisedBar, createElement } from "./minimised-bar.ts";
import { buildCss, phoneQuery } from "./style.ts";
import type { HostText } from "../text.ts";

export interface LauncherState {
  readonly state: WidgetState;
  readonly unread: number;
  readonly agents: readonly WidgetAgent[];
  /** Caption of the button, from a rule (WG-053) or the account. "" if there is none. */
  readonly caption: string;
  /**
   * Whether the chat window has half height on a small screen, because it shows an invitation that
   * the visitor has not touched (WG-088).
   */
  readonly isHalfHeight: boolean;
  /**
   * Whether the chat window has rendered its content. Until then the button stays visible on small
   * screens, because nothing else could close the window.
   */
  readonly isDrawn: boolean;
  readonly accent: string;
  /** Colour of the text on `accent`. */
  readonly onAccent: string;
  readonly isDark: boolean;
  /**
   * Whether the page has its own button (WG-095). The widget then shows no button, bar or teaser.
   */
  readonly hasPageButton: boolean;
  /** Whether to override a page style that hides the widget. True while the chat window is open. */
  readonly isForced: boolean;
}
export interface Launcher {
  show(shown: LauncherState): void;
  /** Returns the position and size in CSS pixels of the part that is visible in a state. */
  getBounds(state: WidgetState): DOMRect;
  /**
   * Moves the focus from the iframe to the button that opens the iframe. Returns false if no button
   * is visible.
   */
  focus(): boolean;
  /** Returns true if a style of the page hides the widget. */
  readonly isHidden: () => boolean;
  /** Returns true if the focus is inside the widget. */
  readonly hasFocus: () => boolean;
  remove(): void;
}
export interface LauncherDeps {
  readonly frame: HTMLIFrameElement;
  readonly text: HostText;
  /** Called when the visitor presses the bar or Escape. */
  readonly press: (what: "button" | "minimise" | "close") => void;
  /** Called when the widget's element was removed and inserted again. The iframe then reloads. */
  readonly onReturn: () => void;
  /** Like `onReturn`. In addition, the page has lost all its listeners. */
  readonly onErased: () => void;
  /** Called when elements of the page were added or removed. */
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
export function createLauncher(context: LoaderContext, deps: LauncherDeps): Launcher {
  const { host, root, container, button } = context.button;
  const { frame } = deps;
  const parts = createParts(context, deps);
  const { bar } = parts;
  const restyle = createStyleUpdater(context, deps.signal);
  const resizes = new ResizeObserver(deps.onResize);
  for (const one of [container, frame]) resizes.observe(one);
  const attachment = reattachWhenRemoved(host, deps);
  return {
    show(state) {
      restyle(state);
      updateParts(context, deps.text, parts, state);
    },
    getBounds: (state) =>
      (isChatWindowOpen(state)
        ? frame
        : state === "chat/min"
          ? bar.element
          : button
      ).getBoundingClientRect(),
    focus() {
      const to = button.hidden ? bar.open : button;
      to.focus({ preventScroll: true });
      return root.activeElement === to;
    },
    isHidden: () => getComputedStyle(host).display === "none",
    hasFocus: () => root.activeElement !== null,
    remove() {
      attachment.disconnect();
      resizes.disconnect();
      host.remove();
      for (const one of [bar.element, frame, parts.down, parts.badge]) one.remove();
    },
  };
}

type Parts = ReturnType<typeof createParts>;

/**
 * Creates the parts next to the button. They are removed when the widget is destroyed, but the
 * button may remain.
 */
function createParts(
  { button: { container, button }, builders: { createIcon } }: LoaderContext,
  { frame, text, press, signal }: LauncherDeps,
) {
  const bar = createMinimisedBar("b", {
    text,
    cross: createIcon(icons.close),
    press: () => press("button"),
    end: () => press("close"),
  });
  bar.open.append(createIcon(icons.up));
  const [down, badge] = [createIcon(icons.down), createElement("i")];
  button.append(down, badge);
  // Insert the bar before the button. The button itself must not be moved, because it may have the
  // focus.
  container.prepend(bar.element);
  container.append(frame);
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.isComposing) press("minimise");
  };
  container.addEventListener("keydown", escape, { signal });
  return { bar, down, badge };
}

function updateParts(
  { face, button: { container, button, icon, caption } }: LoaderContext,
  text: HostText,
  { bar, down, badge }: Parts,
  launcherState: LauncherState,
): void {
  const { state, unread, agents, isHalfHeight, isDrawn, hasPageButton } = launcherState;
  const isShown = isChatWindowOpen(state);
  const count = unread > 0 && text.unread !== "" ? `${text.unread}: ${unread}` : "";
  container.dataset["state"] = state;
  container.className = `p${isShown ? " o" : ""}${isHalfHeight ? " h" : ""}${isDrawn ? " d" : ""}${hasPageButton ? " n" : ""}`;
  button.hidden = state === "chat/min";
  button.setAttribute("aria-expanded", String(isShown));
  button.setAttribute(
    "aria-label",
    [launcherState.caption || text.chat, count].filter(Boolean).join(", "),
  );
  button.className = launcherState.caption === "" || isShown ? "l" : "l c";
  caption.textContent = launcherState.caption;
  caption.hidden = launcherState.caption === "" || isShown;
  badge.textContent = String(Math.min(unread, 99));
  badge.hidden = unread === 0 || isShown;
  icon.toggleAttribute("hidden", isShown);
  down.toggleAttribute("hidden", !isShown);
  const names = agents.map(({ name }) => name).join(", ") || face.name;
  bar.show(state === "chat/min", names, count);
}

/**
 * Returns a function that updates the style sheet. The update is also necessary when the keyboard
 * covers part of a small screen.
 */
function createStyleUpdater(
  { face, builders, button: { sheet, lift } }: LoaderContext,
  signal: AbortSignal,
): (shown: LauncherState) => void {
  const phone = matchMedia(phoneQuery);
  let last: LauncherState | null = null;
  let styled = "";
  const restyle = (): void => {
    if (last === null) return;
    const viewport = phone.matches && isChatWindowOpen(last.state) ? visualViewport : null;
    const view =
      viewport === null
        ? null
        : { top: Math.max(0, Math.round(viewport.offsetTop)), height: Math.round(viewport.height) };
    const { accent, onAccent, isDark, isForced } = last;
    const { side, offset, offset_bottom, radius } = face;
    const text = buildCss(builders, {
      accent,
      onAccent,
      isDark,
      isForced,
      side,
      offset,
      offset_bottom,
      radius,
      lift,
      view,
    });
    if (text !== styled) sheet.replaceSync((styled = text));
  };
  for (const name of ["resize", "scroll"])
    visualViewport?.addEventListener(name, restyle, { signal });
  return (shown) => {
    last = shown;
    restyle();
  };
}
