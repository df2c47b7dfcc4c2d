import type { WidgetFace } from "@parlour/protocol/widget-settings";
import { captionOf, chatIn, drawButton, drawIcon, hostCss, textOn, type Button } from "./button.ts";
import { deviceOf, isFor, type Device } from "./shown.ts";
import { pageStore, type PageStore, type Visit } from "./store.ts";
import { putStubs, type Api, type Call } from "./stub.ts";
import { visitOf } from "./visit.ts";

/** What the loader hands to the rest of the page's part (`host`). */
export interface Early {
  readonly face: WidgetFace;
  /** Prefixes that are this widget's on this page. */
  readonly names: readonly string[];
  readonly device: Device;
  readonly store: PageStore;
  /** When the page began for the widget, milliseconds since 1970. */
  readonly since: number;
  readonly api: Api;
  /** What was called so far, in order (WG-011). */
  readonly calls: Call[];
  readonly button: Button;
  /** What a press of the button does. */
  press: () => void;
  wasPressed: boolean;
  /** A function was called that waits for the rest. */
  called: () => void;
  /** Used on by the rest, so that it need not bring them again. */
  readonly tools: { readonly hostCss: typeof hostCss; readonly textOn: typeof textOn; readonly drawIcon: typeof drawIcon };
  /** What the button says without a rule; its name. */
  readonly words: { readonly caption: string; readonly chat: string };
  readonly visit: Visit;
}
const idleWithinMs = 2_000;
/** A page whose pictures never come is idle, too. */
const loadWithinMs = 8_000;
const retryMs = 5_000;
const longestRetryMs = 300_000;

/**
 * Starts one widget on this page (WG-002): the button, the names of the script API, the count of pages. All else comes in one more file when the page is idle, or
 * when the visitor or the page asks for something; `address`: of that file. A second script of the same widget does nothing.
 */
export function startWidget(face: WidgetFace, address: string): void {
  // The script may come before the body does; what stands beside the body must come after it.
  // What is only rendered ahead is no visit yet (WG-052).
  const wait =
    (document as { prerendering?: boolean }).prerendering === true
      ? "prerenderingchange"
      : document.body === null
        ? "DOMContentLoaded"
        : null;
  if (wait === null) start(face, address);
  else document.addEventListener(wait, () => startWidget(face, address), { once: true });
}

function start(face: WidgetFace, address: string): void {
  const page = window as unknown as Record<string, unknown>;
  if (face.prefixes.some((one) => (page[`${one}_config`] as { widget_id?: unknown } | undefined)?.widget_id === face.id)) return;
  const device = deviceOf(navigator);
  if (!isFor(face, { origin: location.origin, href: location.href, device })) return;
  // A name that another widget of this page answers to stays his.
  const names = face.prefixes.filter((one) => !isTaken(page[`${one}_api`]));
  const since = Date.now();
  const store = pageStore(face.id, face.preview !== undefined);
  const visit = visitOf(
    store.browser.read().visit,
    { url: location.href.slice(0, 4096), referrer: document.referrer.slice(0, 4096) },
    since,
  );
  store.browser.keep({ visit });

  let isAsked = false;
  const ask = (tries = 0): void => {
    if (isAsked && tries === 0) return;
    isAsked = true;
    import(/* @vite-ignore */ tries === 0 ? address : `${address}?${tries}`).then(
      ({ run }: { run: (early: Early) => void }) => run(early),
      // No network, or the server is down: less and less often.
      () => setTimeout(ask, Math.min(longestRetryMs, retryMs * 2 ** tries), tries + 1),
    );
  };
  // A page may have kept the object that its snippet made: it becomes the real one.
  const queues = names.map((one) => page[`${one}_api`]).filter((one) => isQueue(one));
  const api: Api = queues[0] ?? {};
  const button = drawButton(face, () => early.press());
  const early: Early = {
    face,
    names,
    device,
    store,
    since,
    api,
    calls: queues.flatMap(({ q }) => q),
    button,
    press() {
      early.wasPressed = true;
      ask();
    },
    wasPressed: false,
    called: () => ask(),
    tools: { hostCss, textOn, drawIcon },
    words: { caption: captionOf(face, button.language), chat: chatIn(button.language) },
    visit,
  };
  const keep = (call: Call): void => {
    if (early.calls.length < callsMost) early.calls.push(call);
    early.called();
  };
  for (const one of [api, ...queues]) {
    delete one.q;
    putStubs(one, keep, visit.first);
  }
  for (const one of names) {
    page[`${one}_api`] = api;
    page[`${one}_config`] = { widget_id: face.id };
    for (const name of ["destroy", "init"]) page[`${one}_${name}`] = () => keep([name, []]);
  }
  const idle = (): void => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => ask(), { timeout: idleWithinMs });
    else setTimeout(ask, 200);
  };
  if (document.readyState === "complete") idle();
  else {
    window.addEventListener("load", idle, { once: true });
    setTimeout(ask, loadWithinMs);
  }
}
/** Before the rest is there; a page that calls more often loses the later ones. */
const callsMost = 1000;

function isQueue(value: unknown): value is Api & { q: Call[] } {
  return typeof value === "object" && value !== null && Array.isArray((value as Api).q);
}
function isTaken(value: unknown): boolean {
  return typeof value === "object" && value !== null && !isQueue(value) && typeof (value as { open?: unknown }).open === "function";
}
