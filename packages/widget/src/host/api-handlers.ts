import { fail, ok, type Functions } from "./api-answer.ts";
import type { Callbacks, Handler } from "./callbacks.ts";

/** The functions `on` and `off` (WG-014). */
export function handlerFunctions({ handlers, isLoaded, call }: Pick<Callbacks, "handlers" | "isLoaded" | "call">): Functions {
  const change = (name: unknown, handler: unknown, run: (of: Set<Handler>, handler: Handler) => void): unknown => {
    const of = handlers.get(name);
    if (of === undefined) return fail("Unknown event");
    if (typeof handler !== "function") return fail("Handler must be function.");
    run(of, handler as Handler);
    return ok;
  };
  return {
    on: (name, handler) =>
      change(name, handler, (of, added) => {
        of.add(added);
        if (name === "load" && isLoaded()) call(() => added({}));
      }),
    off: (name, handler) => change(name, handler, (of, removed) => void of.delete(removed)),
  };
}
