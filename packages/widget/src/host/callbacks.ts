/** Names of `on` (WG-014) and what the window function of the same event is called after its prefix (WG-020). */
const functions = {
  load: "LoadCallback",
  open: "Open",
  close: "Close",
  messageSent: "MessageSent",
  messageReceived: "MessageReceived",
  accept: "Accept",
  introduction: "Introduction",
  resize: "ResizeCallback",
  callStart: "CallStart",
  callEnd: "CallEnd",
  changeState: "ChangeState",
  clientStartChat: "ClientStartChat",
  widgetDestroy: "WidgetDestroy",
} as const;
export type EventName = keyof typeof functions;
type Handler = (detail: object) => unknown;
type Answer = { readonly result: "ok" } | { readonly result: "fail"; readonly reason: string };

export interface Callbacks {
  /** Calls what the page has for an event, in order and never inside the call that caused it (WG-012, WG-013). `argument`: of the window's function. */
  readonly tell: (name: string, detail: object | (() => object | null), argument?: unknown) => void;
  /** Runs a function of the page later, in its turn. */
  readonly call: (run: () => unknown) => void;
  readonly on: (name: unknown, handler: unknown) => Answer;
  readonly off: (name: unknown, handler: unknown) => Answer;
  /** A callback of a callback of a callback…: the page goes round in circles. */
  readonly isCircling: () => boolean;
}
const deepest = 16;

/** `prefixes`: under which the page's functions are looked up, each time anew. */
export function callbacks(prefixes: readonly string[]): Callbacks {
  const handlers = new Map<string, Set<Handler>>();
  // A task of its own each time, so that a page that answers callbacks with calls stays responsive; ports are not slowed down as timers are.
  const { port1, port2 } = new MessageChannel();
  let queue: { readonly run: () => unknown; readonly depth: number }[] = [];
  let depth = 0;
  let isLoaded = false;
  port1.onmessage = () => {
    const due = queue;
    queue = [];
    for (const one of due) {
      depth = one.depth;
      safely(one.run);
    }
    depth = 0;
  };
  const call = (run: () => unknown): void => {
    queue.push({ run, depth: depth + 1 });
    if (queue.length === 1) port2.postMessage(0);
  };
  const safely = (run: () => unknown): void => {
    try {
      Promise.resolve(run()).catch(() => undefined);
    } catch (error) {
      console.error(error);
    }
  };
  const change = (name: unknown, handler: unknown, run: (name: string, handler: Handler) => void): Answer => {
    if (typeof name !== "string" || !isName(name)) return { result: "fail", reason: "Unknown event" };
    if (typeof handler !== "function") return { result: "fail", reason: "Handler must be function." };
    run(name, handler as Handler);
    return { result: "ok" };
  };
  return {
    call,
    tell(name, given, argument) {
      if (!isName(name)) return;
      call(() => {
        if (name === "load") isLoaded = true;
        else if (name === "widgetDestroy") isLoaded = false;
        const detail = typeof given === "function" ? (given as () => object | null)() : given;
        if (detail === null) return;
        const found = new Set<unknown>();
        for (const prefix of prefixes)
          safely(() => found.add((window as unknown as Record<string, unknown>)[`${prefix}_on${functions[name]}`]));
        for (const one of found) if (typeof one === "function") safely(() => (argument === undefined ? one() : one(argument)) as unknown);
        for (const handler of Array.from(handlers.get(name) ?? [])) safely(() => handler(detail));
      });
    },
    on: (name, handler) =>
      change(name, handler, (event, run) => {
        handlers.set(event, (handlers.get(event) ?? new Set<Handler>()).add(run));
        if (event === "load" && isLoaded) call(() => run({}));
      }),
    off: (name, handler) => change(name, handler, (event, run) => void handlers.get(event)?.delete(run)),
    isCircling: () => depth > deepest,
  };
}

function isName(name: string): name is EventName {
  return Object.hasOwn(functions, name);
}
