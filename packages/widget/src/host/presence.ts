import type { PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import type { StartMessage } from "../bridge.ts";
import type { PageStorage } from "../loader/page-storage.ts";
import type { WidgetLayout } from "./layout.ts";

/**
 * Reports the presence of a page whose chat window is not connected, with one small request
 * repeated while the page is open (WG-215).
 */
export interface Presence {
  /** Starts the requests, unless the chat window is loaded. */
  readonly start: () => void;
  /** Requests again soon, because the page's address or the visitor changed. */
  readonly requestSoon: () => void;
  /** The chat window is connected. */
  stop(): void;
  readonly isActive: () => boolean;
  /** The pending request, or null. Never rejects. */
  readonly pendingRequest: () => Promise<void> | null;
}
export interface PresenceDeps {
  readonly store: PageStorage;
  /** The start message that the chat window would get now. */
  readonly buildStart: () => StartMessage;
  readonly layout: Pick<WidgetLayout, "load" | "isLoaded">;
  readonly onResponse: (answer: WidgetPresence) => void;
  /** The widget must not start on this page. */
  readonly onRejected: () => void;
  readonly signal: AbortSignal;
}
type PresenceBody = Omit<PresentRequest, "cookies"> & {
  readonly cookies: PresentRequest["cookies"] | undefined;
};
/** Changes within this time are sent together. */
const batchDelayMs = 500;
const retryDelayMs = 30_000;
/** A chat window that loads meanwhile waits at most this long for its visitor. */
const requestTimeoutMs = 5_000;

export function createPresence({
  store,
  buildStart,
  layout,
  onResponse,
  onRejected,
  signal,
}: PresenceDeps): Presence {
  const view = String(Math.random()).slice(2);
  let address = "";
  let token: string | null = null;
  let isActive = false;
  let pendingRequest: Promise<void> | null = null;
  let hasResponse = false;
  /** 0: no timer runs. */
  let timer = 0;

  const reportLeft = (): void => {
    clearTimeout(timer);
    timer = 0;
    if (token !== null)
      navigator.sendBeacon(address, JSON.stringify({ type: "left", token, view }));
  };
  const stop = (): void => {
    if (isActive) reportLeft();
    isActive = false;
  };
  const scheduleRequest = (ms: number): void => {
    if (isActive && timer === 0) timer = setTimeout(sendRequest, ms);
  };
  const requestSoon = (): void => {
    clearTimeout(timer);
    timer = 0;
    scheduleRequest(batchDelayMs);
  };
  const sendRequest = (): void => {
    timer = 0;
    if (pendingRequest !== null) return requestSoon();
    pendingRequest = request().finally(() => (pendingRequest = null));
  };
  const request = async (): Promise<void> => {
    const start = buildStart();
    address = `${start.face.base}/presence`;
    // Another tab may have created the visitor first. This tab uses the same one.
    if (start.token !== token) reportLeft();
    token = start.token;
    try {
      const answer = await post(address, start, view);
      // This ends the widget on the page.
      if (answer === null) return onRejected();
      token = answer.token ?? token;
      if (isActive) {
        hasResponse = true;
        if (answer.token !== null) store.browser.save({ token: answer.token, past: false });
        scheduleRequest(answer.next_s * 1000);
        onResponse(answer);
      } else reportLeft();
    } catch {
      // Before the first response the chat window tries instead, because the page's policy may
      // forbid requests but allow the iframe.
      if (hasResponse) scheduleRequest(retryDelayMs);
      else {
        isActive = false;
        layout.load();
      }
    }
  };
  document.addEventListener("visibilitychange", requestSoon, { signal });
  window.addEventListener("pagehide", () => isActive && reportLeft(), { signal });
  return {
    start() {
      if (isActive || layout.isLoaded()) return;
      isActive = true;
      sendRequest();
    },
    requestSoon,
    stop,
    isActive: () => isActive,
    pendingRequest: () => pendingRequest,
  };
}

/** Sends the request. Null: the server rejected the widget on this page. */
async function post(
  address: string,
  { face, token, page, language, cookies }: StartMessage,
  view: string,
): Promise<WidgetPresence | null> {
  const hidden = document.visibilityState === "hidden";
  // JSON.stringify omits undefined cookies.
  const body: PresenceBody = {
    type: "present",
    widget_id: face.id,
    token,
    view,
    page,
    language,
    hidden,
    cookies,
  };
  const response = await fetch(address, {
    method: "POST",
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (response.status === 403) return null;
  if (!response.ok) throw new Error();
  return (await response.json()) as WidgetPresence;
}
