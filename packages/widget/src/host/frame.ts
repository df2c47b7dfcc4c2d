import { hello, type Start, type ToPage, type ToWindow } from "../bridge.ts";

export interface FrameDeps {
  readonly address: string;
  readonly title: string;
  readonly start: () => Start;
  /** What `start` waits for: the page is asking the server, which may give it a visitor (WG-103); null: nothing. */
  readonly ready: () => Promise<void> | null;
  readonly heard: (message: ToPage) => void;
  /** Whether the window may still take the focus when it comes later than it was to have it. */
  readonly mayFocus: () => boolean;
}
export interface Frame {
  readonly element: HTMLIFrameElement;
  /** At the first need. */
  readonly load: () => void;
  readonly isLoaded: () => boolean;
  /** The focus goes into the window, as soon as it is there. */
  focus(): void;
  /** False when too much waits for a window that does not come. Without one that is asked for only what lasts is kept: `start` says the rest. */
  readonly post: (message: ToWindow) => boolean;
  /** Its element was put into the page again, which loads it anew. */
  moved(): void;
  /** The window begins anew: another tab has another visitor. */
  readonly restart: () => void;
  remove(): void;
}
const waitingMost = 100;
/** Said in bursts; only the last one counts, and a window that begins anew hears it again (WG-041). */
const lasting = new Set<string>(["custom_data", "attributes", "look", "replaced"]);
const burstMs = 50;
/** A frame that did not come up (no network, server down) is asked for again, less and less often. */
const firstRetryMs = 10_000;
const longestRetryMs = 300_000;

/** The window's frame and the one port to it. What is posted before the port is there waits. */
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
    // What lasts was said behind whatever forgot it.
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
      // A frame that is given the focus while its document comes loses it again without a word (Chromium, when another process takes the frame over):
      // what is typed then goes to the page, although the field in the window looks as if it had the focus.
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
      // What was said of the visitor who is forgotten is not the next one's (WG-064).
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
