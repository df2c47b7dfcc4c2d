import type { PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import type { StartMessage } from "../bridge.ts";
import type { PageStorage } from "../loader/page-storage.ts";
import type { WidgetLayout } from "./layout.ts";

/**
 * Reports the presence of a page whose chat window is not connected. One small request is repeated
 * while the page is open (WG-215).
 */
export interface PresenceReporter {
  /** Starts the requests, unless the chat window is loaded. */
  readonly start: () => void;
  /** Sends a request soon. Called when the page's address or the visitor has changed. */
  readonly requestSoon: () => void;
  /** Stops the requests. Called when the chat window is connected. */
  stop(): void;
  readonly isActive: () => boolean;
  /** Returns the pending request, or null. Its promise never rejects. */
  readonly pendingRequest: () => Promise<void> | null;
}
export interface PresenceDeps {
  readonly store: PageStorage;
  /** Builds the start message that the chat window would get now. */
  readonly buildStart: () => StartMessage;
  readonly layout: Pick<WidgetLayout, "load" | "isLoaded">;
  readonly onResponse: (answer: WidgetPresence) => void;
  /** Called when the widget must not start on this page. */
  readonly onRejected: () => void;
  readonly signal: AbortSignal;
}
type PresenceBody = Omit<PresentRequest, "cookies"> & {
  readonly cookies: PresentRequest["cookies"] | undefined;
};
/** Changes within this time, in milliseconds, are sent in one request. */
const batchDelayMs = 500;
const retryDelayMs = 30_000;
/**
 * If the chat window loads during a request, it waits at most this long for the visitor of the
 * response.
 */
const requestTimeoutMs = 5_000;

export function createPagePresence({
  store,
  buildStart,
  layout,
  onResponse,
  onRejected,
  signal,
}: PresenceDeps): PresenceReporter {
  const view = String(Math.random()).slice(2);
  let address = "";
  let token: string | null = null;
  let isActive = false;
  let pendingRequest: Promise<void> | null = null;
  let hasResponse = false;
  /** Timer of the next request. 0 if no timer is set. */
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
    // Another tab may have created the visitor, whom this tab must use too.
    if (start.token !== token) reportLeft();
    token = start.token;
    try {
      const answer = await post(address, start, view);
      // Status 403 ends the widget on the page.
      if (answer === null) return onRejected();
      token = answer.token ?? token;
      if (!isActive) return reportLeft();
      hasResponse = true;
      if (answer.token !== null) store.browser.save({ token: answer.token, past: false });
      scheduleRequest(answer.next_s * 1000);
      onResponse(answer);
    } catch {
      // Without any response, load the chat window: the page's policy may allow only the iframe.
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
      // The page may have destroyed the widget while its script was loading.
      if (isActive || signal.aborted || layout.isLoaded()) return;
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
  // `JSON.stringify` omits the cookies if they are undefined.
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
