import type { LoaderContext } from "../loader/start.ts";
import type { PageElements } from "./compatible/index.ts";
import { createCallbacks } from "./page-api/callbacks.ts";
import { createScriptApi } from "./script-api.ts";
import { startWidgetRuntime, type WidgetRuntime } from "./widget-runtime.ts";

/** Version of Parlour, inserted by the build. */
declare const PARLOUR_VERSION: string;
/**
 * Maximum time that the load callback waits for the first state from the server. The state is
 * needed for a correct `chatMode`.
 */
const loadCallbackTimeoutMs = 3_000;
/**
 * Pages may declare callbacks late. After this time, the widget checks once more whether there are
 * any.
 */
const lateCallbackCheckMs = 3_000;

/**
 * Starts the widget on the page after the loader: states, callbacks, iframe. The script API is
 * loaded immediately if the page declares a callback, calls a function or has rules. On other
 * pages, it is loaded at the first call.
 */
export async function runWidget(context: LoaderContext): Promise<void> {
  const { face, names, store } = context;
  // The file is loaded only if the widget has this setting.
  if (face.analytics_ids) context.cookies = await loadAnalyticsIds();
  const compatible = names.includes("jivo")
    ? // Without this file the widget still works.
      await import("./compatible/index.ts").catch(() => null)
    : null;
  const callbacks = createCallbacks(names);
  let runtime: WidgetRuntime | null = null;
  let isLoadScheduled = false;
  let elements: PageElements | undefined;
  const scriptApi = createScriptApi({ context, callbacks, compatible, runtime: () => runtime });
  const destroyRuntime = (): void => {
    elements?.remove();
    runtime?.destroy();
    runtime = null;
    setVersion(context, undefined);
  };
  const init = (): void => {
    if (runtime !== null) return;
    context.button.listen();
    runtime = startWidgetRuntime(context, {
      callbacks,
      onRejected: destroyRuntime,
      onErased() {
        destroyRuntime();
        init();
      },
    });
    elements = compatible?.addPageElements(context);
    const script = scriptApi.script();
    if (script !== null) runtime.onScriptLoaded(script);
    isLoadScheduled = false;
    scheduleLoadCallback();
  };
  /**
   * Schedules the load callback. It runs after the first state from the server and after all queued
   * calls.
   */
  const scheduleLoadCallback = (): void => {
    const scheduled = runtime;
    if (scheduled === null || isLoadScheduled) return;
    isLoadScheduled = true;
    // Report presence after an early press of the button and after the queued calls. If they load
    // the chat window, the page needs no request of its own.
    void (usesScriptApi(context) ? scriptApi.load() : Promise.resolve()).then(
      scheduled.reportPresence,
    );
    scheduled.whenReady(loadCallbackTimeoutMs, () => {
      if (scheduled === runtime) setVersion(context, PARLOUR_VERSION);
      if (!scriptApi.isRequested()) {
        scheduled.restore();
        setTimeout(() => usesScriptApi(context) && context.requestScript(), lateCallbackCheckMs);
      }
      void scriptApi.loaded.then(() => {
        if (scheduled !== runtime) return;
        isLoadScheduled = false;
        scheduled.runLoadCallback();
      });
    });
  };
  const destroy = (): void => {
    if (runtime === null) return;
    destroyRuntime();
    store.tab.save({ state: undefined });
    callbacks.emit("widgetDestroy", {});
  };
  context.requestScript = () => void scriptApi.load();
  context.destroy = destroy;
  context.init = init;
  context.onRepeatedLoad = (hasNewNames) => {
    elements?.attach();
    if (hasNewNames) scheduleLoadCallback();
  };
  init();
  if (context.wasPressed) context.press();
}

/** Sets or removes `<prefix>_version`. Pages use it to detect that initialization is finished. */
function setVersion({ globals, names }: LoaderContext, version: string | undefined): void {
  const page = window as unknown as Record<string, unknown>;
  globals.version = version;
  for (const name of names)
    if (version === undefined) delete page[`${name}_version`];
    else page[`${name}_version`] = version;
}

const loadAnalyticsIds = (): Promise<LoaderContext["cookies"]> =>
  import("./frame/analytics-ids.ts").then(
    ({ readAnalyticsIds }) => readAnalyticsIds(),
    () => undefined,
  );

/** Returns whether the page needs the script API: by calls, rules or callbacks. */
const usesScriptApi = ({ calls, face, names }: LoaderContext): boolean =>
  calls.length > 0 ||
  face.rules.length > 0 ||
  Object.keys(window).some((key) => names.some((one) => key.startsWith(`${one}_on`)));
