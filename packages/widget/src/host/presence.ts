import type { PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import type { Start } from "../bridge.ts";
import type { PageStore } from "../loader/store.ts";
import type { Surface } from "./surface.ts";

/**
 * Reports the presence of a page whose chat window is not connected, with one small request
 * repeated while the page is open (WG-103).
 */
export interface Presence {
  /** Starts the requests, unless the chat window is loaded. */
  readonly start: () => void;
  /** Requests again soon, because the page's address or the visitor changed. */
  readonly changed: () => void;
  /** The chat window is connected. */
  stop(): void;
  readonly isActive: () => boolean;
  /** The pending request, or null. Never rejects. */
  readonly asking: () => Promise<void> | null;
}
export interface PresenceDeps {
  readonly store: PageStore;
  /** The start message that the chat window would get now. */
  readonly told: () => Start;
  readonly surface: Pick<Surface, "load" | "isLoaded">;
  readonly answered: (answer: WidgetPresence) => void;
  /** The widget must not start on this page. */
  readonly refused: () => void;
  readonly signal: AbortSignal;
}
type Body = Omit<PresentRequest, "cookies"> & { readonly cookies: PresentRequest["cookies"] | undefined };
/** Changes within this time are sent together. */
const gatherMs = 500;
const retryMs = 30_000;
/** A chat window that loads meanwhile waits at most this long for its visitor. */
const answerWithinMs = 5_000;

export function openPresence({ store, told, surface, answered, refused, signal }: PresenceDeps): Presence {
  const view = String(Math.random()).slice(2);
  let address = "";
  let token: string | null = null;
  let isActive = false;
  let asking: Promise<void> | null = null;
  let isHeard = false;
  /** 0: no timer runs. */
  let timer = 0;

  const leave = (): void => {
    clearTimeout(timer);
    timer = 0;
    if (token !== null) navigator.sendBeacon(address, JSON.stringify({ type: "left", token, view }));
  };
  const stop = (): void => {
    if (isActive) leave();
    isActive = false;
  };
  const askIn = (ms: number): void => {
    if (isActive && timer === 0) timer = setTimeout(ask, ms);
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = 0;
    askIn(gatherMs);
  };
  const ask = (): void => {
    timer = 0;
    if (asking !== null) return changed();
    asking = request().finally(() => (asking = null));
  };
  const request = async (): Promise<void> => {
    const { face, token: known, page, language, cookies } = told();
    address = `${face.base}/presence`;
    // Another tab may have created the visitor first. This tab uses the same one.
    if (known !== token) leave();
    token = known;
    try {
      const hidden = document.visibilityState === "hidden";
      // JSON.stringify omits undefined cookies.
      const body: Body = { type: "present", widget_id: face.id, token, view, page, language, hidden, cookies };
      const response = await fetch(address, { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(answerWithinMs) });
      // This ends the widget on the page.
      if (response.status === 403) return refused();
      if (!response.ok) throw new Error();
      const answer = (await response.json()) as WidgetPresence;
      token = answer.token ?? token;
      if (isActive) {
        isHeard = true;
        if (answer.token !== null) store.browser.keep({ token: answer.token, past: false });
        askIn(answer.next_s * 1000);
        answered(answer);
      } else leave();
    } catch {
      // Before the first response the chat window tries instead, because the page's policy may
      // forbid requests but allow the iframe.
      if (isHeard) askIn(retryMs);
      else {
        isActive = false;
        surface.load();
      }
    }
  };
  document.addEventListener("visibilitychange", changed, { signal });
  window.addEventListener("pagehide", () => isActive && leave(), { signal });
  return {
    start() {
      if (isActive || surface.isLoaded()) return;
      isActive = true;
      ask();
    },
    changed,
    stop,
    isActive: () => isActive,
    asking: () => asking,
  };
}
