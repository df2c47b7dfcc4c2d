import { runAndReturn, failDestroyed, fail, ok, failTooManyCalls, type ApiDeps, type Fail, type ApiFunctions } from "./result.ts";
import * as checks from "./validate.ts";

/**
 * Functions for the chat window, the reported page and the rules (WG-030, WG-031, WG-050, WG-064).
 */
export function createWindowFunctions({ face, callbacks, runtime }: ApiDeps): ApiFunctions {
  const move = (cause: "button" | "call" | "close"): typeof ok | Fail => {
    if (callbacks.isLooping()) return failTooManyCalls();
    runtime()?.move(cause, "api");
    return runtime() === null ? failDestroyed() : ok;
  };
  return {
    open(params) {
      if ((params as { start?: unknown } | null | undefined)?.start !== "call") return move("button");
      return face.calls && runtime()?.facts().situation?.call !== "disabled" ? move("call") : fail("Callback disabled");
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
      return runAndReturn(runtime(), (current) => current.setPage(checks.truncate(address, 4096), pageTitle));
    },
    setWidgetColor(value, second) {
      const colour = checks.parseColour(value);
      if (colour === null || (second !== undefined && second !== null && checks.parseColour(second) === null)) return fail("Invalid color");
      return runAndReturn(runtime(), (current) => current.setAccent(colour));
    },
  };
}
