import { bridgeHello, type PublicState } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import { isChatWindowOpen } from "../widget-state.ts";
import type { Callbacks } from "./page-api/callbacks.ts";
import { watchColorScheme, type ColorScheme } from "./launcher/color-scheme.ts";
import { openIframe, type WidgetIframe, type WidgetIframeDeps } from "./frame/iframe.ts";
import { createLauncher, type LauncherState } from "./launcher/launcher.ts";
import { followPageButton } from "./launcher/follow-page-button.ts";
import { createFullscreenMode, type FullscreenMode } from "./launcher/fullscreen.ts";
import { createSizeReporter, type SizeReporter } from "./launcher/size-reporter.ts";
import { createDeferredNotice } from "./launcher/deferred-notice.ts";
import { createDeferredTeaser } from "./launcher/deferred-teaser.ts";
import { createHostTextLoader, type HostText } from "./text.ts";

/** State of the widget's layout on the page, without the state that comes from the chat window. */
type DisplayState = Omit<LauncherState, "unread" | "agents" | "isDark" | "hasPageButton"> & {
  /**
   * Increases with each message that arrives while the chat window is closed. 0 means no teaser.
   */
  readonly teaserId: number;
};

/**
 * Shows the widget on its page (WG-004, WG-088). Keeps button, bar, teaser and chat window
 * consistent.
 */
export interface WidgetLayout
  extends
    Pick<WidgetIframe, "post" | "restart" | "load" | "isLoaded">,
    Pick<FullscreenMode, "isPhone"> {
  readonly displayState: () => DisplayState;
  /** Renders a change together with the current state from the chat window. */
  update(change: Partial<DisplayState>): void;
  /** Changes the state. If the visitor caused the change, the focus moves to the new part. */
  transitionTo(to: Pick<DisplayState, "state" | "isHalfHeight">, byVisitor: boolean): void;
  /** Shows the teaser for a new message while the chat window is closed (WG-110). */
  showTeaser(): void;
  /** Must be called when the chat window has rendered. */
  readonly onDrawn: () => void;
  /** Handles a touch of the chat window by the visitor. Half height becomes full height. */
  onTouch(): void;
  readonly isDark: ColorScheme["isDark"];
  /** Returns true if the page has its own button (WG-095). */
  readonly hasPageButton: () => boolean;
  readonly hasFocus: () => boolean;
  readonly reportSize: SizeReporter["report"];
  remove(): void;
}
export interface WidgetLayoutDeps extends Pick<WidgetIframeDeps, "start" | "onMessage" | "ready"> {
  readonly context: LoaderContext;
  readonly facts: () => PublicState;
  readonly emit: Callbacks["emit"];
  readonly onErased: () => void;
  /** Called when the visitor requests another state. */
  readonly move: (cause: "button" | "minimise" | "close") => void;
  readonly signal: AbortSignal;
}
export function createWidgetLayout({
  context,
  facts,
  start,
  ready,
  onMessage,
  emit,
  move,
  onErased,
  signal,
}: WidgetLayoutDeps): WidgetLayout {
  const { face, button, text: loaderText } = context;
  let display: DisplayState = {
    state: "label",
    caption: loaderText.caption,
    teaserId: 0,
    isHalfHeight: false,
    isDrawn: false,
    isForced: false,
    accent: face.accent,
  };
  /**
   * The element that had the focus when the chat window opened. It gets the focus back if no button
   * of the widget is visible.
   */
  let opener: Element | null = null;
  let teaserCount = 0;
  const text: HostText = { chat: loaderText.chat, close: "", unread: "" };
  const loadText = createHostTextLoader(text, button.language, () => update({}));
  const update = (change: Partial<DisplayState>): void => {
    display = { ...display, ...change };
    const { unread, agents } = facts();
    if (unread > 0 || display.state === "chat/min") loadText();
    const hasPageButton = hasOwnButton() || display.isForced;
    launcher.show({ ...display, unread, agents, isDark: colorScheme.isDark(), hasPageButton });
    if (isChatWindowOpen(display.state) || hasPageButton || unread === 0)
      display = { ...display, teaserId: 0 };
    teaser.show(display.teaserId, { isDark: colorScheme.isDark(), unread, title: text.unread });
  };
  const teaser = createDeferredTeaser({
    context,
    hello: bridgeHello,
    post: (message) => void frame.post(message),
    onAction(what) {
      if (what === "open") return move("button");
      update({ teaserId: 0 });
      if (what === "dismiss") launcher.focus();
    },
  });
  const canFocus = (): boolean =>
    isChatWindowOpen(display.state) &&
    (launcher.hasFocus() ||
      document.activeElement === document.body ||
      // After an early press the visitor may have gone on to a field of the page (WG-255).
      (!context.wasPressed && document.activeElement === opener));
  const frame = openIframe({
    face,
    start,
    ready,
    onMessage,
    canFocus,
    onBlocked: createDeferredNotice(context),
  });
  const launcher = createLauncher(context, {
    frame: frame.element,
    text: text,
    press: move,
    onReturn: () => frame.onReinserted(),
    onErased,
    onChange: () => pageButton.check(),
    onResize: () => size.onObserved(),
    signal,
  });
  const pageButton = followPageButton(context, () => update({}), signal);
  const hasOwnButton = (): boolean => context.hasPageButton(pageButton.isVisible());
  const size = createSizeReporter({
    getBounds: () => launcher.getBounds(display.state),
    emit,
    signal,
  });
  const onSchemeChange = (): void => {
    frame.post({ type: "look", dark: colorScheme.isDark() });
    update({});
  };
  const colorScheme = watchColorScheme({ scheme: face.scheme, onChange: onSchemeChange, signal });
  const fullscreen = createFullscreenMode({
    isFullHeight: () => isChatWindowOpen(display.state) && !display.isHalfHeight,
    onBack: () => move("minimise"),
    changed(phone) {
      frame.post({ type: "place", phone });
      update({});
    },
    signal,
  });
  colorScheme.check();
  pageButton.check();
  // Load the chat window when the pointer reaches the button, so that it is ready when the visitor
  // presses the button.
  for (const name of ["pointerenter", "focus"])
    button.button.addEventListener(name, frame.load, { signal });
  return {
    load: frame.load,
    isLoaded: frame.isLoaded,
    post: frame.post,
    restart: frame.restart,
    isPhone: fullscreen.isPhone,
    isDark: colorScheme.isDark,
    hasPageButton: () => hasOwnButton() || display.isForced || launcher.isHidden(),
    hasFocus: launcher.hasFocus,
    reportSize: size.report,
    displayState: () => display,
    update,
    transitionTo({ state, isHalfHeight }, byVisitor) {
      const willBeOpen = isChatWindowOpen(state);
      const hadFocus = launcher.hasFocus();
      size.begin();
      if (willBeOpen) colorScheme.check();
      if (willBeOpen && !isChatWindowOpen(display.state)) opener = document.activeElement;
      update({
        state,
        isHalfHeight,
        isForced: willBeOpen && (display.isForced || launcher.isHidden()),
      });
      fullscreen.update(byVisitor);
      frame.post({ type: "state", state, focus: byVisitor });
      if (willBeOpen && byVisitor) frame.focus();
      else if (!willBeOpen && hadFocus && !launcher.focus())
        (opener as HTMLElement | null)?.focus();
    },
    showTeaser: () => update({ teaserId: ++teaserCount }),
    onDrawn() {
      update({ isDrawn: true });
      frame.onDrawn();
    },
    onTouch() {
      update({ isHalfHeight: false });
      fullscreen.update(true);
    },
    remove() {
      fullscreen.remove();
      launcher.remove();
      teaser.show(0);
      frame.remove();
    },
  };
}
