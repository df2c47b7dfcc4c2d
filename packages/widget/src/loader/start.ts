import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import type { StartMessage } from "../bridge.ts";
import { createLoaderButton, createIcon, buildHostCss, type LoaderButton } from "./button.ts";
import { detectDevice, isTargeted, type Device } from "./targeting.ts";
import { openPageStorage, type PageStorage, type Visit } from "./page-storage.ts";
import { installGlobals, type Globals } from "./globals.ts";
import {
  isNameTaken,
  isSnippetQueue,
  getStartedWidgets,
  readGlobals,
  type StartedWidget,
} from "./registry.ts";
import { installStubs, type Api, type QueuedCall } from "./stub.ts";
import { countPageInVisit } from "./visit.ts";

/** The data that the loader passes to `host`. */
export interface LoaderContext {
  readonly face: WidgetScriptConfig;
  /** Prefixes of this widget on the page, which another load of the script can change. */
  readonly names: readonly string[];
  readonly device: Device;
  readonly store: PageStorage;
  /** Time when the widget started on the page, Unix milliseconds. */
  readonly since: number;
  readonly api: Api;
  /** Value of `<prefix>_config` (WG-096). */
  readonly config: PageConfig;
  /** The globals under each name. Their values are set again when the script is loaded again. */
  readonly globals: Globals;
  /** Queued calls of the script API, in order (WG-011). */
  readonly calls: QueuedCall[];
  readonly button: LoaderButton;
  /** Handles a press of the button. */
  press: () => void;
  wasPressed: boolean;
  /** Called when a function is called that needs the script API. */
  requestScript: () => void;
  /** Called by `<prefix>_destroy` and `<prefix>_init` (WG-093). */
  destroy: () => void;
  init: () => void;
  /**
   * Called after the page has loaded the script again. With `hasNewNames`, the page had deleted the
   * names. They exist again, and the load callback must run again (WG-097).
   */
  onRepeatedLoad: (hasNewNames: boolean) => void;
  /** Whether the page has hidden the button with `hide()` (WG-095). */
  isHidden: boolean;
  /** Whether a rule hides the widget (WG-270), or may do so and was not checked yet. */
  isHiddenByRule?: boolean | undefined;
  /** Returns the element `<prefix>_custom_widget` of the page. */
  readonly findPageButton: () => Element | null | undefined;
  /**
   * Returns true if the page uses its own button: by setting, by `hide()`, or by an element
   * `<prefix>_custom_widget`, unless it is not visible (WG-095).
   */
  readonly hasPageButton: (isVisible?: boolean) => boolean;
  /** Helper functions for `host`. Sharing them keeps its script smaller. */
  readonly builders: {
    readonly buildHostCss: typeof buildHostCss;
    readonly createIcon: typeof createIcon;
  };
  readonly visit: Visit;
  /**
   * The ids that the page's own analytics services have given to the visitor, if the widget may
   * read them (WH-026).
   */
  cookies?: StartMessage["cookies"];
}
/** Values that pages can read without a function call (WG-096). */
interface PageConfig {
  readonly widget_id: string;
  chat_mode: "online" | "offline";
  widget_color: string;
  readonly locale: string;
}
const idleTimeoutMs = 2_000;
/** Maximum delay before `host` is loaded, even if images never finish loading. */
const maxLoadDelayMs = 8_000;
const retryDelayMs = 5_000;
const maxRetryDelayMs = 300_000;

/**
 * Starts one widget on this page (WG-002): creates the button and the names of the script API, and
 * counts the page. One more file is loaded from `address` when the page is idle, or when the
 * visitor or the page needs it. Loading the script of the same widget again starts nothing
 * (WG-097).
 */
export function startWidget(face: WidgetScriptConfig, address: string): void {
  // The script may run before the body exists, but the element must follow the body. A prerendered
  // page does not count as a visit yet (WG-052).
  const wait =
    (document as { prerendering?: boolean }).prerendering === true
      ? "prerenderingchange"
      : (document.body as HTMLElement | null)
        ? null
        : "DOMContentLoaded";
  if (wait) document.addEventListener(wait, () => startWidget(face, address), { once: true });
  else start({ ...face, ...readPageLanguage(face) }, address);
}

function start(face: WidgetScriptConfig, address: string): void {
  const widgets = getStartedWidgets();
  const existing = widgets.get(face.id);
  if (existing !== undefined) return existing.again();
  if (isNameTaken(face.prefixes))
    return console.warn(`Parlour: ${face.id} is not the first widget of this page`);
  const device = detectDevice(navigator);
  if (!isTargeted(face, location, device)) return;
  const since = Date.now();
  const store = openPageStorage(face.id, face.preview !== undefined);
  const visit = saveNextVisit(store, since);
  const loadHost = createHostLoader(address, () => context);
  const api: Api = readGlobals(face.prefixes, "api").find(isSnippetQueue) ?? {};
  const button = createLoaderButton(face, () => context.press());
  const enqueueCall = (call: QueuedCall): void => {
    if (context.calls.length < maxQueuedCalls) context.calls.push(call);
    context.requestScript();
  };
  const config = createConfig(face, button);
  const globals: Globals = {
    api,
    config,
    destroy() {
      started.isDestroyed = true;
      context.destroy();
    },
    init() {
      started.isDestroyed = false;
      installNames();
      context.init();
    },
  };
  const started: StartedWidget = {
    api,
    isDestroyed: false,
    destroy: globals.destroy,
    again() {
      if (started.isDestroyed) globals.init();
      else context.onRepeatedLoad(installNames());
    },
  };
  const names: string[] = [];
  const installNames = (): boolean => installGlobals(face.prefixes, names, globals, context.calls);
  const context: LoaderContext = {
    face,
    names,
    device,
    store,
    since,
    api,
    config,
    globals,
    calls: [],
    button,
    press() {
      context.wasPressed = true;
      loadHost();
    },
    wasPressed: false,
    requestScript: loadHost,
    destroy: () => enqueueCall(["destroy", []]),
    init: () => enqueueCall(["init", []]),
    onRepeatedLoad: () => loadHost(),
    isHidden: false,
    isHiddenByRule: face.hides,
    findPageButton: () =>
      names.map((one) => document.getElementById(`${one}_custom_widget`)).find(Boolean),
    hasPageButton: (isVisible = !!context.findPageButton()) =>
      face.launcher === "none" || context.isHidden || context.isHiddenByRule || isVisible,
    builders: { buildHostCss, createIcon },
    visit,
  };
  installStubs(api, enqueueCall, visit.first);
  const updateButton = followVisibility(context);
  widgets.set(face.id, started);
  installNames();
  updateButton();
  loadWhenIdle(loadHost);
}

function saveNextVisit(store: PageStorage, since: number): Visit {
  const visit = countPageInVisit(store.browser.read().visit, document, since);
  store.browser.save({ visit });
  return visit;
}

/** Returns the language that the page has set in `<prefix>_config` before the script (WG-237). */
function readPageLanguage({ prefixes }: WidgetScriptConfig): { readonly language?: never } {
  const given = readGlobals(prefixes, "config").find(Boolean) as
    | { locale?: never; widget_id?: unknown }
    | undefined;
  // The configuration of an earlier widget of this page has an id.
  return given?.locale && !given.widget_id ? { language: given.locale } : {};
}

const createConfig = (face: WidgetScriptConfig, button: LoaderButton): PageConfig => ({
  widget_id: face.id,
  chat_mode: "offline",
  widget_color: face.accent,
  locale: button.language,
});

/**
 * Adds `hide()` and `show()` of the script API (WG-095), until `host` replaces them. Returns the
 * function that hides the button while the page has its own.
 */
function followVisibility(context: LoaderContext): () => void {
  const updateButton = (): void =>
    void context.button.container.classList.toggle("n", context.hasPageButton());
  const createSetter = (isHidden: boolean) => () => {
    context.isHidden = isHidden;
    updateButton();
    return { result: "ok" };
  };
  context.api["hide"] = createSetter(true);
  context.api["show"] = createSetter(false);
  return updateButton;
}

/**
 * Returns a function that loads `host` once. Its argument is the number of failed attempts so far.
 */
function createHostLoader(
  address: string,
  getContext: () => LoaderContext,
): (attempts?: number) => void {
  let isRequested = false;
  const loadHost = (attempts = 0): void => {
    if (isRequested && attempts === 0) return;
    isRequested = true;
    import(/* @vite-ignore */ address + (attempts === 0 ? "" : `?${attempts}`)).then(
      ({ runWidget }: { runWidget: (context: LoaderContext) => unknown }) =>
        void runWidget(getContext()),
      // Loading failed, because there is no network or the server is down. Try again after 5 s. The
      // delay doubles up to 5 min.
      () =>
        setTimeout(loadHost, Math.min(maxRetryDelayMs, retryDelayMs * 2 ** attempts), attempts + 1),
    );
  };
  return loadHost;
}

function loadWhenIdle(loadHost: () => void): void {
  const load = (): void => {
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => loadHost(), { timeout: idleTimeoutMs });
    else setTimeout(loadHost, 200);
  };
  if (document.readyState === "complete") load();
  else {
    addEventListener("load", load, { once: true });
    setTimeout(loadHost, maxLoadDelayMs);
  }
}
/** Maximum number of calls that are queued before `host` is loaded. Further calls are lost. */
const maxQueuedCalls = 1000;
