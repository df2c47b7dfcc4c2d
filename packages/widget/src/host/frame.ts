import { hello, type Start, type ToPage, type ToWindow } from "../bridge.ts";

export interface FrameDeps {
  readonly address: string;
  readonly title: string;
  readonly start: () => Start;
  /**
   * The request that `start` must wait for, because its response may create the visitor (WG-103).
   * Null: none is pending.
   */
  readonly ready: () => Promise<void> | null;
  readonly heard: (message: ToPage) => void;
  /** Whether the chat window may still take the focus if it loads late. */
  readonly mayFocus: () => boolean;
}
export interface Frame {
  readonly element: HTMLIFrameElement;
  /** Loads the iframe, once. */
  readonly load: () => void;
  readonly isLoaded: () => boolean;
  /** Moves the focus into the chat window as soon as it is ready. */
  focus(): void;
  /**
   * Sends or queues a message. False if the queue is full. If the iframe was never loaded, only the
   * messages of `repeatedTypes` are stored: `start` contains the rest.
   */
  readonly post: (message: ToWindow) => boolean;
  /** Call after the element was inserted into the page again, which reloads the iframe. */
  moved(): void;
  /** Reloads the chat window, because another tab has a different visitor. */
  readonly restart: () => void;
  remove(): void;
}
const waitingMost = 100;
/**
 * Messages that are sent in bursts. Only the last of each type counts, and a restarted chat window
 * receives it again (WG-041).
 */
const lasting = new Set<string>(["custom_data", "attributes", "look", "replaced"]);
const burstMs = 50;
/**
 * If the iframe does not load (no network, server down), it is requested again after 10 s, doubling
 * up to 5 min.
 */
const firstRetryMs = 10_000;
const longestRetryMs = 300_000;

/** Opens the iframe of the chat window and its port. Messages wait until the port exists. */
export function openFrame(deps: FrameDeps): Frame {
  const { origin } = new URL(deps.address);
  let port: MessagePort | null = null;
  let waiting: ToWindow[] = [];
  const kept = new Map<string, ToWindow>();
  const due = new Set<string>();
  let timer = 0;
  let retry = 0;
  let retryMs = firstRetryMs;
  let isToFocus = false;

  const element = document.createElement("iframe");
  element.title = deps.title;
  element.allow = "autoplay; clipboard-write";

  const heard = (event: MessageEvent): void => {
    if (event.source === null || event.source !== element.contentWindow || event.origin !== origin || event.data !== hello) return;
    const ready = deps.ready();
    if (ready === null) begin();
    else void ready.then(begin);
  };
  const begin = (): void => {
    const { port1, port2 } = new MessageChannel();
    port?.close();
    port = port1;
    port1.onmessage = ({ data }: MessageEvent<ToPage>) => deps.heard(data);
    element.contentWindow?.postMessage(hello, origin, [port2]);
    send(deps.start());
    due.clear();
    const mayFocus = deps.mayFocus();
    // The stored messages are newer than a queued `forget`.
    for (const message of [...waiting, ...kept.values()])
      send(message.type === "state" && !mayFocus ? { ...message, focus: false } : message);
    waiting = [];
    clearTimeout(retry);
    retryMs = firstRetryMs;
    if (isToFocus && mayFocus) element.focus();
    isToFocus = false;
  };
  window.addEventListener("message", heard);

  const send = (message: ToWindow | undefined): void => port?.postMessage(message, message?.type === "unread" ? [message.port] : []);
  const flush = (): void => {
    clearTimeout(timer);
    for (const name of due) send(kept.get(name));
    due.clear();
  };
  const ask = (): void => {
    element.src = deps.address;
    watch();
  };
  const isLoaded = (): boolean => element.src !== "";
  const watch = (): void => {
    clearTimeout(retry);
    retry = setTimeout(ask, retryMs);
    retryMs = Math.min(longestRetryMs, retryMs * 2);
  };
  const hangUp = (): void => {
    port?.close();
    port = null;
  };
  return {
    element,
    load() {
      if (!isLoaded()) ask();
    },
    isLoaded,
    focus() {
      // Chromium: an iframe that gets the focus while its document loads loses it silently when
      // another process takes it over. Keystrokes then go to the page, although the field in the
      // chat window looks focused.
      isToFocus = port === null;
      if (!isToFocus) element.focus();
    },
    post(message) {
      if (lasting.has(message.type)) {
        kept.set(message.type, message.type === "look" ? { ...kept.get("look"), ...message } : message);
        if (port === null) return true;
        if (due.size === 0) timer = setTimeout(flush, burstMs);
        due.add(message.type);
        return true;
      }
      flush();
      // Data of the removed visitor must not reach the next visitor (WG-064).
      if (message.type === "forget") for (const name of ["custom_data", "attributes"]) kept.delete(name);
      if (port !== null) send(message);
      else if (isLoaded() && waiting.push(message) > waitingMost) {
        waiting.pop();
        return false;
      }
      return true;
    },
    moved() {
      hangUp();
      if (isLoaded()) watch();
    },
    restart() {
      hangUp();
      if (isLoaded()) ask();
    },
    remove() {
      window.removeEventListener("message", heard);
      clearTimeout(timer);
      clearTimeout(retry);
      port?.close();
    },
  };
}
