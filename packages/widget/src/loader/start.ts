import type { WidgetScriptConfig } from "@parlour/protocol/widget-settings";
import type { Start } from "../bridge.ts";
import { captionOf, chatIn, drawButton, drawIcon, hostCss, textOn, type Button } from "./button.ts";
import { deviceOf, isFor, type Device } from "./shown.ts";
import { pageStore, type PageStore, type Visit } from "./store.ts";
import { putNames, type Globals } from "./names.ts";
import { isQueue, startedWidgets, type Started } from "./registry.ts";
import { putStubs, type Api, type Call } from "./stub.ts";
import { visitOf } from "./visit.ts";

/** The data that the loader passes to `host`. */
export interface Early {
  readonly face: WidgetScriptConfig;
  /** Prefixes that this widget owns on the page. The list changes when its script loads again. */
  readonly names: readonly string[];
  readonly device: Device;
  readonly store: PageStore;
  /** When the widget started on the page, in milliseconds since 1970. */
  readonly since: number;
  readonly api: Api;
  /** `<prefix>_config` (WG-096). */
  readonly config: Config;
  /** Sets or removes `<prefix>_version`, which shows pages that initialization is finished. */
  readonly setVersion: (version: string | undefined) => void;
  /** Calls so far, in order (WG-011). */
  readonly calls: Call[];
  readonly button: Button;
  /** Handles a press of the button. */
  press: () => void;
  wasPressed: boolean;
  /** A function was called that needs the script API. */
  called: () => void;
  /** `<prefix>_destroy` and `<prefix>_init` (WG-093). */
  destroy: () => void;
  init: () => void;
  /**
   * The page deleted the names and loaded the script again. The names exist again, and the load
   * callback must run again (WG-097).
   */
  renamed: () => void;
  /** The page hid the button with `hide()` (WG-095). */
  isHidden: boolean;
  /**
   * Whether the page uses its own button: by setting, by `hide()`, or because it has an element
   * `<prefix>_custom_widget` (WG-095).
   */
  readonly isBare: () => boolean;
  /** Helpers shared with `host`, so that its script need not contain them again. */
  readonly tools: { readonly hostCss: typeof hostCss; readonly textOn: typeof textOn; readonly drawIcon: typeof drawIcon };
  /** The button's text without a rule, and its accessible name. */
  readonly words: { readonly caption: string; readonly chat: string };
  readonly visit: Visit;
  /**
   * The visitor's ids at the page's own analytics services, if the widget may read them (WH-026).
   */
  cookies?: Start["cookies"];
}
/** Values that pages read without a call (WG-096). */
export interface Config {
  readonly widget_id: string;
  chat_mode: "online" | "offline";
  widget_color: string;
  readonly locale: string;
}
const idleWithinMs = 2_000;
/** `host` loads after this time, even if images of the page never finish loading. */
const loadWithinMs = 8_000;
const retryMs = 5_000;
const longestRetryMs = 300_000;

/**
 * Starts one widget on this page (WG-002): the button, the names of the script API, the page count.
 * One more file at `address` loads when the page is idle or the visitor or the page needs it. A
 * second script of the same widget starts nothing (WG-097).
 */
export function startWidget(face: WidgetScriptConfig, address: string): void {
  // The script may run before the body exists, and the element must follow the body. A prerendered
  // page is no visit yet (WG-052).
  const wait =
    (document as { prerendering?: boolean }).prerendering === true
      ? "prerenderingchange"
      : document.body === null
        ? "DOMContentLoaded"
        : null;
  if (wait === null) start(face, address);
  else document.addEventListener(wait, () => startWidget(face, address), { once: true });
}

function start(face: WidgetScriptConfig, address: string): void {
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
      // No network, or the server is down. Retries after 5 s, doubling up to 5 min.
      () => setTimeout(ask, Math.min(longestRetryMs, retryMs * 2 ** tries), tries + 1),
    );
  };
  // The page may hold the object that its snippet created, so that object becomes the API.
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
/** Maximum of calls before `host` is loaded. Later ones are lost. */
const callsMost = 1000;
