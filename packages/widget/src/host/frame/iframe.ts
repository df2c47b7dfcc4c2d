import {
  bridgeHello,
  type StartMessage,
  type MessageToPage,
  type MessageToWindow,
} from "../../bridge.ts";

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
  /**
   * Sends or queues a message. Returns false if the queue is full. If the iframe was never loaded,
   * stores only messages of `repeatedTypes`, because `start` contains all other data.
   */
  readonly post: (message: MessageToWindow) => boolean;
  /**
   * Must be called after the page has inserted the element again, because that reloads the iframe.
   */
  onReinserted(): void;
  /** Reloads the chat window. Called when another tab has a different visitor. */
  readonly restart: () => void;
  remove(): void;
}
const maxQueuedMessages = 100;
/**
 * Types of messages that are sent in bursts. Only the last message of each type matters, and a
 * restarted chat window receives it again (WG-041).
 */
const repeatedTypes = new Set<string>(["custom_data", "attributes", "look", "replaced"]);
const batchDelayMs = 50;
/**
 * If the iframe does not load (no network, server down), it is loaded again after 10 s. The delay
 * doubles up to 5 min.
 */
const minRetryDelayMs = 10_000;
const maxRetryDelayMs = 300_000;

/** Maximum time between the load event of the iframe and the hello of the chat window. */
const helloTimeoutMs = 2_000;

/** Opens the iframe of the chat window and its port. Messages wait until the port exists. */
export function openIframe(deps: WidgetIframeDeps): WidgetIframe {
  const { origin } = new URL(deps.face.frame);
  let port: MessagePort | null = null;
  let queued: MessageToWindow[] = [];
  const lastByType = new Map<string, MessageToWindow>();
  const dueTypes = new Set<string>();
  let timer = 0;
  let retry = 0;
  let retryMs = minRetryDelayMs;
  let isFocusPending = false;
  let hasWindow = false;

  const element = document.createElement("iframe");
  element.title = deps.face.name;
  // The window denies itself screenshots if it takes no files (WG-290).
  element.allow = `autoplay; clipboard-write; display-capture${deps.face.voice ? "; microphone" : ""}`;

  const onHello = (event: MessageEvent): void => {
    if (
      event.source === null ||
      event.source !== element.contentWindow ||
      event.origin !== origin ||
      event.data !== bridgeHello
    )
      return;
    hasWindow = true;
    deps.onBlocked(false);
    const ready = deps.ready();
    if (ready === null) startWindow();
    else void ready.then(startWindow);
  };
  const startWindow = (): void => {
    const { port1, port2 } = new MessageChannel();
    port?.close();
    port = port1;
    port1.onmessage = ({ data }: MessageEvent<MessageToPage>) => deps.onMessage(data);
    element.contentWindow?.postMessage(bridgeHello, origin, [port2]);
    send(deps.start());
    dueTypes.clear();
    const canFocus = deps.canFocus();
    // The stored messages are newer than a queued `forget`, so send them after the queue.
    for (const message of [...queued, ...lastByType.values()])
      send(message.type === "state" && !canFocus ? { ...message, focus: false } : message);
    queued = [];
    clearTimeout(retry);
    retryMs = minRetryDelayMs;
    isFocusPending &&= canFocus;
    if (isFocusPending) element.focus();
  };
  window.addEventListener("message", onHello);

  const send = (message: MessageToWindow | undefined): void =>
    port?.postMessage(message, message?.type === "unread" ? [message.port] : []);
  const flush = (): void => {
    clearTimeout(timer);
    for (const name of dueTypes) send(lastByType.get(name));
    dueTypes.clear();
  };
  const requestIframe = (): void => {
    hasWindow = false;
    element.src = deps.face.frame;
    scheduleRetry();
  };
  const isLoaded = (): boolean => element.src !== "";
  element.onload = () =>
    setTimeout(() => isLoaded() && !hasWindow && deps.onBlocked(true), helloTimeoutMs);
  const scheduleRetry = (): void => {
    clearTimeout(retry);
    retry = setTimeout(requestIframe, retryMs);
    retryMs = Math.min(maxRetryDelayMs, retryMs * 2);
  };
  const closePort = (): void => {
    port?.close();
    port = null;
  };
  return {
    element,
    load() {
      if (!isLoaded()) requestIframe();
    },
    isLoaded,
    focus() {
      // In Chromium, an iframe that gets the focus while its document loads can lose it silently
      // when another process takes over the iframe. Key presses then go to the page, although the
      // field in the chat window looks focused.
      isFocusPending = port === null;
      if (!isFocusPending) element.focus();
    },
    onDrawn() {
      if (isFocusPending && deps.canFocus()) element.focus();
      isFocusPending = false;
    },
    post(message) {
      if (repeatedTypes.has(message.type)) {
        lastByType.set(
          message.type,
          message.type === "look" ? { ...lastByType.get("look"), ...message } : message,
        );
        if (port === null) return true;
        if (dueTypes.size === 0) timer = setTimeout(flush, batchDelayMs);
        dueTypes.add(message.type);
        return true;
      }
      flush();
      // Data of the removed visitor must not be sent for the next visitor (WG-064).
      if (message.type === "forget")
        for (const name of ["custom_data", "attributes"]) lastByType.delete(name);
      if (port !== null) send(message);
      else if (isLoaded() && queued.push(message) > maxQueuedMessages) {
        queued.pop();
        return false;
      }
      return true;
    },
    onReinserted() {
      closePort();
      if (isLoaded()) scheduleRetry();
    },
    restart() {
      closePort();
      if (isLoaded()) requestIframe();
    },
    remove() {
      window.removeEventListener("message", onHello);
      clearTimeout(timer);
      clearTimeout(retry);
      port?.close();
    },
  };
}
