import { bridgeHello, type StartMessage, type MessageToPage } from "../../bridge.ts";
import { createIframeLoading } from "./iframe-loading.ts";
import { createWindowPort, type WindowPort } from "./window-port.ts";

export interface WidgetIframeDeps {
  /** `frame`: URL of the chat window. `voice`: whether it may use the microphone. */
  readonly face: {
    readonly frame: string;
    readonly name: string;
    readonly voice?: boolean | undefined;
  };
  readonly start: () => StartMessage;
  /**
   * Returns the request that must end before `start` is sent, because its response may create the
   * visitor (WG-103). Null if none is pending.
   */
  readonly ready: () => Promise<void> | null;
  readonly onMessage: (message: MessageToPage) => void;
  /** Returns true if the chat window may still take the focus when it loads late. */
  readonly canFocus: () => boolean;
  /**
   * Called with true when the iframe has loaded without the chat window, because the page's policy
   * or the network blocks it. Called with false when the chat window starts (WG-233).
   */
  readonly onBlocked: (isBlocked: boolean) => void;
}
export interface WidgetIframe {
  readonly element: HTMLIFrameElement;
  /** Loads the iframe. Further calls have no effect. */
  readonly load: () => void;
  readonly isLoaded: () => boolean;
  /** Moves the focus into the chat window as soon as it is ready. */
  focus(): void;
  /**
   * Must be called when the chat window has rendered. Firefox and WebKit ignore a focus of the
   * iframe whose document has nothing to focus yet.
   */
  onDrawn(): void;
  readonly post: WindowPort["post"];
  /**
   * Must be called after the page has inserted the element again, because that reloads the iframe.
   */
  onReinserted(): void;
  /** Reloads the chat window. Called when another tab has a different visitor. */
  readonly restart: () => void;
  remove(): void;
}
/** Opens the iframe of the chat window and its port. Messages wait until the port exists. */
export function openIframe(deps: WidgetIframeDeps): WidgetIframe {
  const { face, canFocus, onBlocked } = deps;
  const { origin } = new URL(face.frame);
  let isFocusPending = false;
  const element = document.createElement("iframe");
  element.title = face.name;
  // The window denies itself screenshots if it takes no files (WG-290).
  element.allow = `autoplay; clipboard-write; display-capture${face.voice ? "; microphone" : ""}`;
  const loading = createIframeLoading(element, face.frame, () => onBlocked(true));
  const { isLoaded } = loading;
  const port = createWindowPort({ isLoaded, onMessage: deps.onMessage });

  const onHello = (event: MessageEvent): void => {
    if (
      event.source === null ||
      event.source !== element.contentWindow ||
      event.origin !== origin ||
      event.data !== bridgeHello
    )
      return;
    loading.onHello();
    onBlocked(false);
    const ready = deps.ready();
    if (ready === null) startWindow();
    else void ready.then(startWindow);
  };
  const startWindow = (): void => {
    const end = port.connect(deps.start(), canFocus());
    element.contentWindow?.postMessage(bridgeHello, origin, [end]);
    focusIfPending();
  };
  const focusIfPending = (): void => {
    isFocusPending &&= canFocus();
    if (isFocusPending) element.focus();
  };
  window.addEventListener("message", onHello);
  return {
    element,
    load() {
      if (!isLoaded()) loading.reload();
    },
    isLoaded,
    focus() {
      // In Chromium, an iframe that gets the focus while its document loads can lose it silently
      // when another process takes over the iframe. Key presses then go to the page, although the
      // field in the chat window looks focused.
      isFocusPending = !port.isConnected();
      if (!isFocusPending) element.focus();
    },
    onDrawn() {
      focusIfPending();
      isFocusPending = false;
    },
    post: port.post,
    onReinserted() {
      port.disconnect();
      if (isLoaded()) loading.scheduleRetry();
    },
    restart() {
      port.disconnect();
      if (isLoaded()) loading.reload();
    },
    remove() {
      window.removeEventListener("message", onHello);
      loading.stop();
      port.disconnect();
    },
  };
}
