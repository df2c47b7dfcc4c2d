import type { PresentRequest, WidgetPresence } from "@parlour/protocol/widget";
import type { Start } from "../bridge.ts";
import type { PageStore } from "../loader/store.ts";
import type { Surface } from "./surface.ts";

/** The presence of a page whose window has no connection yet: one small request, repeated while the page is open (WG-103). */
export interface Presence {
  /** Begins, unless the window is loaded. */
  readonly start: () => void;
  /** Asks again soon: the page shows another address, or another tab has another visitor. */
  readonly changed: () => void;
  /** The window has a connection. */
  stop(): void;
  readonly isActive: () => boolean;
  /** The request under way; null: none. Never rejects. */
  readonly asking: () => Promise<void> | null;
}
export interface PresenceDeps {
  readonly store: PageStore;
  /** What the window would be told now. */
  readonly told: () => Start;
  readonly surface: Pick<Surface, "load" | "isLoaded">;
  readonly answered: (answer: WidgetPresence) => void;
  /** The widget does not start on this page. */
  readonly refused: () => void;
  readonly signal: AbortSignal;
}
type Body = Omit<PresentRequest, "cookies"> & { readonly cookies: PresentRequest["cookies"] | undefined };
/** Changes within this time are sent as one. */
const gatherMs = 500;
const retryMs = 30_000;
/** A window that is loaded meanwhile waits no longer for its visitor. */
const answerWithinMs = 5_000;

export function openPresence({ store, told, surface, answered, refused, signal }: PresenceDeps): Presence {
  const view = String(Math.random()).slice(2);
  let address = "";
  let token: string | null = null;
  let isActive = false;
  let asking: Promise<void> | null = null;
  let isHeard = false;
  /** 0: none runs. */
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
    // Another tab may have met the server first: its visitor is this tab's, too.
    if (known !== token) leave();
    token = known;
    try {
      const hidden = document.visibilityState === "hidden";
      // Absent cookies are left out of the text.
      const body: Body = { type: "present", widget_id: face.id, token, view, page, language, hidden, cookies };
      const response = await fetch(address, { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(answerWithinMs) });
      // The session ends with it.
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
      // At first the window tries in its own way: the page's policy may forbid requests and allow the frame.
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
