import type {
  ClientAttributes,
  ContactInfo,
  CustomDataField,
  ScriptApi,
  WidgetEventName,
  WidgetEvents,
} from "./script-api.ts";

export type * from "./script-api.ts";

/** Data about the visitor, as the functions `set…` of the script API take it. */
export interface VisitorData {
  /** Identifier of the visitor at the site. With signed identity: a signed token (WG-047). */
  readonly userToken?: string | null | undefined;
  readonly contactInfo?: ContactInfo | null | undefined;
  readonly customData?: readonly CustomDataField[] | null | undefined;
  readonly clientAttributes?: ClientAttributes | null | undefined;
}
/** Handlers of events: `onOpen`, `onMessageReceived` and so on. */
export type WidgetHandlers = {
  readonly [N in WidgetEventName as `on${Capitalize<N>}`]?:
    | ((detail: WidgetEvents[N]) => unknown)
    | undefined;
};
/** The widget of a component, what the page knows about its visitor, and handlers of its events. */
export interface WidgetOptions extends VisitorData, WidgetHandlers {
  /** Address of the widget's script, from Settings → Site widgets → the widget → Install. */
  readonly src: string;
}

/** A use of a widget by one component. */
export interface WidgetMount {
  /** Sends data that has changed, and calls these handlers from now on. Absent data is not sent. */
  update(options: VisitorData & WidgetHandlers): void;
  /** Ends this use. The widget is removed after the last one, unless the page started it itself. */
  unmount(): void;
}

/** All events, in the order of WG-014. */
export const widgetEventNames = [
  "load",
  "open",
  "close",
  "messageSent",
  "messageReceived",
  "accept",
  "introduction",
  "resize",
  "callStart",
  "callEnd",
  "changeState",
  "clientStartChat",
  "widgetDestroy",
] as const satisfies readonly WidgetEventName[];
/** Returns the name of the handler of an event: `onOpen` of `open`. */
export function getHandlerName<N extends WidgetEventName>(name: N): `on${Capitalize<N>}` {
  return `on${name.charAt(0).toUpperCase()}${name.slice(1)}` as `on${Capitalize<N>}`;
}

const setters = {
  userToken: "setUserToken",
  contactInfo: "setContactInfo",
  customData: "setCustomData",
  clientAttributes: "setClientAttributes",
} as const satisfies Record<keyof VisitorData, keyof ScriptApi>;

/** A widget that its script has started in this document (WG-227). */
interface StartedWidget {
  readonly api: ScriptApi;
  readonly isDestroyed: boolean;
  destroy(): void;
  again(): void;
}
/** A widget that components use. */
interface UsedWidget {
  readonly src: string;
  /** Called with the script API when the widget has started. One function for each use. */
  readonly users: Set<(api: ScriptApi) => void>;
  script: "absent" | "loading" | "loaded";
  /** Number of attempts to load the script that failed. */
  failures: number;
  /** False if the page started the widget itself, so it must remain. */
  isOwned: boolean;
}
const retryDelayMs = 5_000;
const maxRetryDelayMs = 300_000;
/** Used widgets by their ids. */
const usedWidgets = new Map<string, UsedWidget>();
let isScheduled = false;

/**
 * Uses the widget of a script until `unmount`. All uses of a widget share one button and window.
 * `onStarted` is called once with the script API, whose calls are queued until the widget has
 * loaded. It is never called if the widget does not start on this page, or if `src` contains no
 * widget id, which is logged. Only for browsers.
 */
export function mountWidget(src: string, onStarted: (api: ScriptApi) => void): WidgetMount {
  const id = parseWidgetId(src);
  if (id === null) console.error(`Parlour: "${src}" is not the address of a widget's script`);
  const applied = new Map<keyof VisitorData, string>();
  const subscribed = new Map<WidgetEventName, (detail: object) => unknown>();
  let api: ScriptApi | null = null;
  let latest: VisitorData & WidgetHandlers = {};

  const apply = (): void => {
    if (api === null) return;
    for (const name of widgetEventNames) if (latest[getHandlerName(name)]) subscribe(api, name);
    for (const name of Object.keys(setters) as (keyof VisitorData)[]) {
      // A copy, because data of a framework may be a proxy, or change while the call is queued.
      const text = JSON.stringify(latest[name] ?? null);
      if (text === "null" || text === applied.get(name)) continue;
      applied.set(name, text);
      api[setters[name]](JSON.parse(text) as never);
    }
  };
  // Only events with a handler, because each call makes the page load more of the widget (WG-103).
  const subscribe = (started: ScriptApi, name: WidgetEventName): void => {
    if (subscribed.has(name)) return;
    const handler = (detail: object): unknown => latest[getHandlerName(name)]?.(detail as never);
    subscribed.set(name, handler);
    started.on(name, handler);
  };
  const connect = (started: ScriptApi): void => {
    if (api !== null) return;
    api = started;
    onStarted(started);
    apply();
  };
  if (id !== null) addUser(id, src, connect);
  return {
    update(options) {
      latest = options;
      apply();
    },
    unmount() {
      for (const [name, handler] of subscribed) api?.off(name, handler);
      subscribed.clear();
      latest = {};
      if (id !== null) usedWidgets.get(id)?.users.delete(connect);
      scheduleUpdate();
    },
  };
}

/** Returns the id in the address of a script (WG-002). Null if there is none. */
function parseWidgetId(src: string): string | null {
  const [path = ""] = src.split(/[?#]/, 1);
  return /\/([A-Za-z\d]{10})[^/]*$/.exec(path)?.[1] ?? null;
}

function addUser(id: string, src: string, user: (api: ScriptApi) => void): void {
  let widget = usedWidgets.get(id);
  if (widget === undefined) {
    widget = { src, users: new Set(), script: "absent", failures: 0, isOwned: false };
    usedWidgets.set(id, widget);
  }
  widget.users.add(user);
  scheduleUpdate();
}

/**
 * Starts and removes widgets after the current task of the framework. A component that is mounted
 * again in the same task keeps its widget, as with React's StrictMode or a changed route.
 */
function scheduleUpdate(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(updateWidgets);
}
function updateWidgets(): void {
  isScheduled = false;
  // First the ends, because another widget may need the global names of a removed one (WG-097).
  for (const [id, widget] of usedWidgets) if (widget.users.size === 0) removeWidget(id, widget);
  for (const [id, widget] of usedWidgets) if (widget.users.size > 0) startWidget(id, widget);
}

function removeWidget(id: string, widget: UsedWidget): void {
  // The widget is removed when its script has run.
  if (widget.script === "loading") return;
  usedWidgets.delete(id);
  const started = findStartedWidget(id);
  if (widget.isOwned && started?.isDestroyed === false) started.destroy();
}

function startWidget(id: string, widget: UsedWidget): void {
  const started = findStartedWidget(id);
  if (started === undefined) {
    if (widget.script === "absent") loadScript(widget);
    return;
  }
  if (started.isDestroyed) {
    widget.isOwned = true;
    started.again();
  }
  for (const user of widget.users) user(started.api);
}

function loadScript(widget: UsedWidget): void {
  const script = document.createElement("script");
  script.src = widget.src;
  script.async = true;
  script.onload = () => {
    const end = (): void => {
      widget.script = "loaded";
      widget.isOwned = true;
      updateWidgets();
    };
    // The widget starts when the visitor comes to see the prerendered page (WG-052).
    if ((document as { readonly prerendering?: boolean }).prerendering === true)
      document.addEventListener("prerenderingchange", end, { once: true });
    else end();
  };
  script.onerror = () => {
    script.remove();
    const delayMs = Math.min(maxRetryDelayMs, retryDelayMs * 2 ** widget.failures++);
    setTimeout(() => {
      widget.script = "absent";
      updateWidgets();
    }, delayMs);
  };
  widget.script = "loading";
  document.head.append(script);
}

/** Returns the widget that a script has started in this document (WG-227). */
function findStartedWidget(id: string): StartedWidget | undefined {
  type Registry = ReadonlyMap<string, StartedWidget> | undefined;
  const holder = document as unknown as Readonly<Record<symbol, Registry>>;
  return holder[Symbol.for("parlour.widgets")]?.get(id);
}
