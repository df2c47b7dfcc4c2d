import {
  bridgeHello,
  type StartMessage,
  type MessageToPage,
  type MessageToWindow,
} from "../../bridge.ts";

export interface WidgetIframeDeps {
  readonly address: string;
  readonly title: string;
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
  const { origin } = new URL(deps.address);
  const retry = createRetry(() => requestIframe());
  let isFocusPending = false;
  let hasWindow = false;

  const element = document.createElement("iframe");
  element.title = deps.title;
  element.allow = "autoplay; clipboard-write";

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
    queue.close();
    element.contentWindow?.postMessage(bridgeHello, origin, [port2]);
    const canFocus = deps.canFocus();
    queue.open(port1, deps.start(), canFocus);
    retry.stop();
    isFocusPending &&= canFocus;
    if (isFocusPending) element.focus();
  };
  window.addEventListener("message", onHello);

  const requestIframe = (): void => {
    hasWindow = false;
    element.src = deps.address;
    retry.schedule();
  };
  const isLoaded = (): boolean => element.src !== "";
  element.onload = () =>
    setTimeout(() => isLoaded() && !hasWindow && deps.onBlocked(true), helloTimeoutMs);
  const queue = createMessageQueue(deps.onMessage, isLoaded);
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
      isFocusPending = !queue.isOpen();
      if (!isFocusPending) element.focus();
    },
    onDrawn() {
      if (isFocusPending && deps.canFocus()) element.focus();
      isFocusPending = false;
    },
    post: (message) => queue.post(message),
    onReinserted() {
      queue.close();
      if (isLoaded()) retry.schedule();
    },
    restart() {
      queue.close();
      if (isLoaded()) requestIframe();
    },
    remove() {
      window.removeEventListener("message", onHello);
      retry.stop();
      queue.close();
    },
  };
}

/** Runs a function again, each time after a longer delay, until it is stopped. */
function createRetry(run: () => void) {
  let timer = 0;
  let delayMs = minRetryDelayMs;
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(run, delayMs);
      delayMs = Math.min(maxRetryDelayMs, delayMs * 2);
    },
    stop() {
      clearTimeout(timer);
      delayMs = minRetryDelayMs;
    },
  };
}

/**
 * Creates the queue of messages to the chat window, which are sent when its port is open.
 * `isLoaded`: whether the iframe is loaded, so that a port follows.
 */
function createMessageQueue(onMessage: (message: MessageToPage) => void, isLoaded: () => boolean) {
  let port: MessagePort | null = null;
  let queued: MessageToWindow[] = [];
  const lastByType = new Map<string, MessageToWindow>();
  const dueTypes = new Set<string>();
  let timer = 0;
  const send = (message: MessageToWindow | undefined): void =>
    port?.postMessage(message, message?.type === "unread" ? [message.port] : []);
  const flush = (): void => {
    clearTimeout(timer);
    for (const name of dueTypes) send(lastByType.get(name));
    dueTypes.clear();
  };
  return {
    isOpen: () => port !== null,
    open(opened: MessagePort, start: StartMessage, canFocus: boolean) {
      port = opened;
      port.onmessage = ({ data }: MessageEvent<MessageToPage>) => onMessage(data);
      send(start);
      dueTypes.clear();
      // The stored messages are newer than a queued `forget`, so send them after the queue.
      for (const message of [...queued, ...lastByType.values()])
        send(message.type === "state" && !canFocus ? { ...message, focus: false } : message);
      queued = [];
    },
    close() {
      port?.close();
      port = null;
    },
    post(message: MessageToWindow): boolean {
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
  };
}
