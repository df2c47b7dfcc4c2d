/** Names of the events of `on` (WG-014). */
const eventNames = [
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
];
/**
 * Returns the name of the window function that matches an event, without the prefix (WG-020), such
 * as "CallStart".
 */
const getFunctionName = (event: string): string =>
  event[0]?.toUpperCase() +
  event.slice(1) +
  (event === "load" || event === "resize" ? "Callback" : "");
export type Handler = (detail: object) => unknown;

export interface Callbacks {
  /**
   * Calls the page's function and handlers for an event. The calls are in order and never inside
   * the call that caused the event (WG-012, WG-013). `argument` is passed to the window function.
   */
  readonly emit: (name: string, detail: object | (() => object | null), argument?: unknown) => void;
  /** Runs a function of the page after the functions that are already queued. */
  readonly enqueue: (run: () => unknown) => void;
  /** Handlers by event, in addition to the functions of the page. */
  readonly handlers: ReadonlyMap<unknown, Set<Handler>>;
  /** Returns true if the load callback has run. */
  readonly isLoaded: () => boolean;
  /**
   * Returns true if callbacks have triggered each other more than 16 times, which means that the
   * page loops.
   */
  readonly isLooping: () => boolean;
}
const maxCallbackDepth = 16;

/**
 * Creates the access to the page's callbacks. At every event, the functions of the page are looked
 * up under each of the `prefixes`.
 */
export function createCallbacks(prefixes: readonly string[]): Callbacks {
  const handlers = new Map<unknown, Set<Handler>>(eventNames.map((name) => [name, new Set()]));
  // Each batch runs in its own task, so that a page stays responsive even if its callbacks call the
  // API. Message ports are used because browsers throttle timers.
  const { port1, port2 } = new MessageChannel();
  let queue: { readonly run: () => unknown; readonly depth: number }[] = [];
  let depth = 0;
  let isLoaded = false;
  port1.onmessage = () => {
    const batch = queue;
    queue = [];
    for (const one of batch) {
      depth = one.depth;
      runSafely(one.run);
    }
    depth = 0;
  };
  const enqueue = (run: () => unknown): void => {
    queue.push({ run, depth: depth + 1 });
    if (queue.length === 1) port2.postMessage(0);
  };
  const runSafely = (run: () => unknown): void => {
    try {
      Promise.resolve(run()).catch(() => undefined);
    } catch (error) {
      console.error(error);
    }
  };
  return {
    enqueue,
    emit(name, detailOrFactory, argument) {
      const eventHandlers = handlers.get(name);
      if (eventHandlers === undefined) return;
      enqueue(() => {
        if (name === "load") isLoaded = true;
        else if (name === "widgetDestroy") isLoaded = false;
        const detail =
          typeof detailOrFactory === "function"
            ? (detailOrFactory as () => object | null)()
            : detailOrFactory;
        if (detail === null) return;
        const pageFunctions = new Set<unknown>();
        for (const prefix of prefixes)
          runSafely(() =>
            pageFunctions.add(
              (window as unknown as Record<string, unknown>)[
                `${prefix}_on${getFunctionName(name)}`
              ],
            ),
          );
        for (const one of pageFunctions)
          if (typeof one === "function")
            runSafely(() => (argument === undefined ? one() : one(argument)) as unknown);
        for (const handler of Array.from(eventHandlers)) runSafely(() => handler(detail));
      });
    },
    handlers,
    isLoaded: () => isLoaded,
    isLooping: () => depth > maxCallbackDepth,
  };
}
