import type { MessageToWindow, PublicState } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import { isChatWindowOpen } from "../widget-state.ts";
import { createDisplay, type Display } from "./display.ts";
import type { Callbacks } from "./page-api/callbacks.ts";
import { watchColorScheme, type ColorScheme } from "./launcher/color-scheme.ts";
import { openIframe, type WidgetIframe, type WidgetIframeDeps } from "./frame/iframe.ts";
import { createLauncher } from "./launcher/launcher.ts";
import { followPageButton } from "./launcher/follow-page-button.ts";
import { createFullscreenMode, type FullscreenMode } from "./launcher/fullscreen.ts";
import { createSizeReporter, type SizeReporter } from "./launcher/size-reporter.ts";
import { createDeferredNotice } from "./launcher/deferred-notice.ts";

/**
 * Shows the widget on its page (WG-004, WG-088). Keeps button, bar, teaser and chat window
 * consistent.
 */
export interface WidgetLayout
  extends
    Pick<WidgetIframe, "post" | "restart" | "load" | "isLoaded">,
    Pick<Display, "displayState" | "update" | "showTeaser" | "hasPageButton">,
    Pick<FullscreenMode, "isPhone"> {
  /** Changes the state. If the visitor caused the change, the focus moves to the new part. */
  transitionTo(target: Parameters<Display["enter"]>[0], byVisitor: boolean): void;
  /** Must be called when the chat window has rendered. */
  readonly onDrawn: () => void;
  /** Handles a touch of the chat window by the visitor. Half height becomes full height. */
  onTouch(): void;
  readonly isDark: ColorScheme["isDark"];
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
export function createWidgetLayout(deps: WidgetLayoutDeps): WidgetLayout {
  const { context, move, signal } = deps;
  const display = createDisplay({
    ...deps,
    launcher: () => launcher,
    isDark: () => colorScheme.isDark(),
    hasOwnButton: () => pageButton.isUsed(),
    post: (message) => void frame.post(message),
  });
  const { displayState, isOpen, update } = display;
  const opener = createOpener(context);
  const frame = openIframe({
    ...deps,
    face: context.face,
    canFocus: () => isOpen() && (launcher.hasFocus() || opener.isFocusFree()),
    onBlocked: createDeferredNotice(context),
  });
  const launcher = createLauncher(context, {
    ...deps,
    frame: frame.element,
    text: display.text,
    press: move,
    onReturn: () => frame.onReinserted(),
    onChange: () => pageButton.check(),
    onResize: () => size.onObserved(),
  });
  const pageButton = followPageButton(context, () => update({}), signal);
  const getBounds = (): DOMRect => launcher.getBounds(displayState().state);
  const size = createSizeReporter({ ...deps, getBounds });
  const postAndRender = (message: MessageToWindow): void => {
    frame.post(message);
    update({});
  };
  const colorScheme = watchColorScheme({
    scheme: context.face.scheme,
    onChange: () => postAndRender({ type: "look", dark: colorScheme.isDark() }),
    signal,
  });
  const fullscreen = createFullscreenMode({
    isFullHeight: () => isOpen() && !displayState().isHalfHeight,
    onBack: () => move("minimise"),
    changed: (phone) => postAndRender({ type: "place", phone }),
    signal,
  });
  colorScheme.check();
  pageButton.check();
  loadOnApproach(context, frame.load, signal);
  return {
    ...display,
    ...frame,
    isPhone: fullscreen.isPhone,
    isDark: colorScheme.isDark,
    hasFocus: launcher.hasFocus,
    reportSize: size.report,
    transitionTo(target, byVisitor) {
      const willBeOpen = isChatWindowOpen(target.state);
      const hadFocus = launcher.hasFocus();
      size.begin();
      if (willBeOpen) colorScheme.check();
      if (willBeOpen && !isOpen()) opener.save();
      display.enter(target);
      fullscreen.update(byVisitor);
      frame.post({ type: "state", state: target.state, focus: byVisitor });
      if (willBeOpen && byVisitor) frame.focus();
      else if (!willBeOpen && hadFocus && !launcher.focus()) opener.focus();
    },
    onDrawn() {
      update({ isDrawn: true });
      frame.onDrawn();
    },
    onTouch() {
      update({ isHalfHeight: false });
      fullscreen.update(true);
    },
    remove() {
      for (const part of [fullscreen, launcher, display, frame]) part.remove();
    },
  };
}

/**
 * The element that had the focus when the chat window opened. It gets the focus back if no button
 * of the widget is visible.
 */
function createOpener(context: LoaderContext) {
  let element: Element | null = null;
  return {
    save: () => void (element = document.activeElement),
    // After an early press the visitor may have gone on to a field of the page (WG-255).
    isFocusFree: () =>
      document.activeElement === document.body ||
      (!context.wasPressed && document.activeElement === element),
    focus: () => (element as HTMLElement | null)?.focus(),
  };
}

/**
 * Loads the chat window when the pointer reaches the button, so that it is ready when the visitor
 * presses the button.
 */
function loadOnApproach({ button }: LoaderContext, load: () => void, signal: AbortSignal): void {
  for (const name of ["pointerenter", "focus"])
    button.button.addEventListener(name, load, { signal });
}
