import { getTextColour } from "@parlour/protocol/widget/text-colour";
import {
  fail,
  type ApiDeps,
  type ApiFunctions,
  ok,
  runAndReturn,
  failDestroyed,
  failTooManyCalls,
  type Fail,
} from "./result.ts";
import { createCallFunctions } from "./api-call.ts";
import { createMessageFunctions } from "./api-message.ts";
import { createVisitorFunctions } from "./api-visitor.ts";
import type { Callbacks, Handler } from "./callbacks.ts";
import * as checks from "./validate.ts";

/**
 * Creates the functions of the script API (WG-010, WG-030 – WG-064). The functions never throw, and
 * they do not use `this`.
 */
export function createApi(deps: ApiDeps): ApiFunctions {
  const { callbacks } = deps;
  const functions: ApiFunctions = {
    ...createWindowFunctions(deps),
    ...createVisitorFunctions(deps),
    ...createMessageFunctions(deps),
    ...createCallFunctions(deps),
    ...createHandlerFunctions(callbacks),
  };
  for (const [name, run] of Object.entries(functions))
    functions[name] = (...args) => {
      try {
        return run(...args);
      } catch {
        // Reading properties of the page's arguments may throw.
        return name === "sendOfflineMessage"
          ? { result: "fail", error: "Message is required" }
          : fail(name === "setContactInfo" ? "Contact info must be object." : "Invalid argument");
      }
    };
  return functions;
}

/** Creates the functions `on` and `off` (WG-014). */
export function createHandlerFunctions({ handlers, isLoaded, enqueue }: Callbacks): ApiFunctions {
  const change = (
    name: unknown,
    handler: unknown,
    run: (eventHandlers: Set<Handler>, handler: Handler) => void,
  ): unknown => {
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
        if (name === "load" && isLoaded()) enqueue(() => added({}));
      }),
    off: (name, handler) =>
      change(name, handler, (eventHandlers, removed) => void eventHandlers.delete(removed)),
  };
}

/**
 * Creates the functions for the chat window, the reported page and the rules (WG-030, WG-031,
 * WG-050, WG-064).
 */
function createWindowFunctions({ face, callbacks, runtime }: ApiDeps): ApiFunctions {
  const move = (cause: "button" | "call" | "close"): typeof ok | Fail => {
    if (callbacks.isLooping()) return failTooManyCalls();
    runtime()?.move(cause, "api");
    return runtime() === null ? failDestroyed() : ok;
  };
  return {
    open(params) {
      if ((params as { start?: unknown } | null | undefined)?.start !== "call")
        return move("button");
      return face.calls && runtime()?.facts().situation?.call !== "disabled"
        ? move("call")
        : fail("Callback disabled");
    },
    close: () => move("close"),
    hide: () => runAndReturn(runtime(), (current) => current.hide(true)),
    show: () => runAndReturn(runtime(), (current) => current.hide(false)),
    chatMode() {
      runtime()?.loadWindow();
      return runtime()?.facts().situation?.mode ?? "offline";
    },
    setRules: (rules) => runtime()?.setRules(rules) ?? failDestroyed(),
    sendPageTitle(title, _fromApi, url) {
      const address = typeof url === "string" && url !== "" ? url : location.href;
      const pageTitle = checks.truncate(typeof title === "string" ? title : document.title, 1000);
      return runAndReturn(runtime(), (current) =>
        current.setPage(checks.truncate(address, 4096), pageTitle),
      );
    },
    setWidgetColor(value, second) {
      const colour = checks.parseColour(value);
      if (
        colour === null ||
        (second !== undefined && second !== null && checks.parseColour(second) === null)
      )
        return fail("Invalid color");
      return runAndReturn(runtime(), (current) => current.setAccent(colour, getTextColour(colour)));
    },
  };
}
