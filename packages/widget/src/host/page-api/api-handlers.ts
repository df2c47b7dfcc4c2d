import { fail, ok, type ApiFunctions } from "./result.ts";
import type { Callbacks, Handler } from "./callbacks.ts";

/** The functions `on` and `off` (WG-014). */
export function createHandlerFunctions({
  handlers,
  isLoaded,
  enqueue: call,
}: Pick<Callbacks, "handlers" | "isLoaded" | "enqueue">): ApiFunctions {
  const change = (name: unknown, handler: unknown, run: (eventHandlers: Set<Handler>, handler: Handler) => void): unknown => {
    const eventHandlers = handlers.get(name);
    if (eventHandlers === undefined) return fail("Unknown event");
    if (typeof handler !== "function") return fail("Handler must be function.");
    run(eventHandlers, handler as Handler);
    return ok;
  };
  return {
    on: (name, handler) =>
      change(name, handler, (eventHandlers, added) => {
        eventHandlers.add(added);
        if (name === "load" && isLoaded()) call(() => added({}));
      }),
    off: (name, handler) => change(name, handler, (eventHandlers, removed) => void eventHandlers.delete(removed)),
  };
}
