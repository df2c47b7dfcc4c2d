import type { WidgetFace } from "@parlour/protocol/widget-settings";
import type { Start } from "../bridge.ts";
import { captionOf, chatIn, drawButton, drawIcon, hostCss, textOn, type Button } from "./button.ts";
import { deviceOf, isFor, type Device } from "./shown.ts";
import { pageStore, type PageStore, type Visit } from "./store.ts";
import { putNames, type Globals } from "./names.ts";
import { isQueue, startedWidgets, type Started } from "./registry.ts";
import { putStubs, type Api, type Call } from "./stub.ts";
import { visitOf } from "./visit.ts";

/** What the loader hands to the rest of the page's part (`host`). */
export interface Early {
  readonly face: WidgetFace;
  /** Prefixes that are this widget's on this page; the list changes when its script is loaded again. */
  readonly names: readonly string[];
  readonly device: Device;
  readonly store: PageStore;
  /** When the page began for the widget, milliseconds since 1970. */
  readonly since: number;
  readonly api: Api;
  /** `<prefix>_config` (WG-096). */
  readonly config: Config;
  /** Sets or removes `<prefix>_version`, by which pages see that initialization is finished. */
  readonly setVersion: (version: string | undefined) => void;
  /** What was called so far, in order (WG-011). */
  readonly calls: Call[];
  readonly button: Button;
  /** What a press of the button does. */
  press: () => void;
  wasPressed: boolean;
  /** A function was called that waits for the rest. */
  called: () => void;
  /** `<prefix>_destroy` and `<prefix>_init` (WG-093). */
  destroy: () => void;
  init: () => void;
  /** The page deleted the names and loaded the script again: they are back, the load callback is due again (WG-097). */
  renamed: () => void;
  /** The page hid the button by `hide()` (WG-095). */
  isHidden: boolean;
  /** Whether the page uses its own button: by setting, by `hide()`, or because it has an element `<prefix>_custom_widget` (WG-095). */
  readonly isBare: () => boolean;
  /** Used on by the rest, so that it need not bring them again. */
  readonly tools: { readonly hostCss: typeof hostCss; readonly textOn: typeof textOn; readonly drawIcon: typeof drawIcon };
  /** What the button says without a rule; its name. */
  readonly words: { readonly caption: string; readonly chat: string };
  readonly visit: Visit;
  /** The visitor's names at the page's own counters, where the widget may read them (WH-026). */
  cookies?: Start["cookies"];
}
/** What pages read of the widget without a call (WG-096). */
export interface Config {
  readonly widget_id: string;
  chat_mode: "online" | "offline";
  widget_color: string;
  readonly locale: string;
}
const idleWithinMs = 2_000;
/** A page whose pictures never come is idle, too. */
const loadWithinMs = 8_000;
const retryMs = 5_000;
const longestRetryMs = 300_000;

/**
 * Starts one widget on this page (WG-002): the button, the names of the script API, the count of pages. All else comes in one more file when the page is idle, or
 * when the visitor or the page asks for something; `address`: of that file. A second script of the same widget starts no second one (WG-097).
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
  const widgets = startedWidgets();
  const known = widgets.get(face.id);
  if (known !== undefined) return known.again();
  const device = deviceOf(navigator);
  if (!isFor(face, { origin: location.origin, href: location.href, device })) return;
  const page = window as unknown as Record<string, unknown>;
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
      ({ run }: { run: (early: Early) => unknown }) => void run(early),
      // No network, or the server is down: less and less often.
      () => setTimeout(ask, Math.min(longestRetryMs, retryMs * 2 ** tries), tries + 1),
    );
  };
  // A page may have kept the object that its snippet made: it becomes the real one.
  const api: Api = face.prefixes.map((one) => page[`${one}_api`]).find((one) => isQueue(one)) ?? {};
  const button = drawButton(face, () => early.press());
  const call = (call: Call): void => {
    if (early.calls.length < callsMost) early.calls.push(call);
    early.called();
  };
  const config: Config = { widget_id: face.id, chat_mode: "offline", widget_color: face.accent, locale: button.language };
  const started: Started = {
    api,
    isDestroyed: false,
    again() {
      if (started.isDestroyed) globals.init();
      else if (put()) early.renamed();
    },
  };
  const globals: Globals = {
    api,
    config,
    destroy() {
      started.isDestroyed = true;
      early.destroy();
    },
    init() {
      started.isDestroyed = false;
      put();
      early.init();
    },
  };
  const names: string[] = [];
  const put = (): boolean => putNames(face.prefixes, names, globals, early.calls);
  const early: Early = {
    face,
    names,
    device,
    store,
    since,
    api,
    config,
    setVersion(version) {
      globals.version = version;
      for (const name of names)
        if (version === undefined) delete page[`${name}_version`];
        else page[`${name}_version`] = version;
    },
    calls: [...(api.q ?? [])],
    button,
    press() {
      early.wasPressed = true;
      ask();
    },
    wasPressed: false,
    called: () => ask(),
    destroy: () => call(["destroy", []]),
    init: () => call(["init", []]),
    renamed: () => ask(),
    isHidden: false,
    isBare: () => face.launcher === "none" || early.isHidden || names.some((one) => document.getElementById(`${one}_custom_widget`)),
    tools: { hostCss, textOn, drawIcon },
    words: { caption: captionOf(face, button.language), chat: chatIn(button.language) },
    visit,
  };
  delete api.q;
  putStubs(api, call, visit.first);
  for (const [name, isHidden] of [
    ["hide", true],
    ["show", false],
  ] as const)
    api[name] = () => {
      early.isHidden = isHidden;
      dress();
      return { result: "ok" };
    };
  const dress = (): void => void button.place.classList.toggle("n", early.isBare());
  widgets.set(face.id, started);
  put();
  dress();
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
