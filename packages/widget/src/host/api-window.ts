import { act, destroyed, fail, ok, tooMany, type ApiDeps, type Fail, type Functions } from "./api-answer.ts";
import * as checks from "./checks.ts";

/**
 * Functions for the chat window, the reported page and the rules (WG-030, WG-031, WG-050, WG-064).
 */
export function windowFunctions({ face, callbacks, session }: ApiDeps): Functions {
  const move = (cause: "button" | "call" | "close"): typeof ok | Fail => {
    if (callbacks.isCircling()) return tooMany();
    session()?.move(cause, "api");
    return session() === null ? destroyed() : ok;
  };
  return {
    open(params) {
      if ((params as { start?: unknown } | null | undefined)?.start !== "call") return move("button");
      return face.calls && session()?.facts().situation?.call !== "disabled" ? move("call") : fail("Callback disabled");
    },
    close: () => move("close"),
    hide: () => act(session(), (live) => live.hide(true)),
    show: () => act(session(), (live) => live.hide(false)),
    chatMode() {
      session()?.connect();
      return session()?.facts().situation?.mode ?? "offline";
    },
    setRules: (rules) => session()?.setRules(rules) ?? destroyed(),
    sendPageTitle(title, _fromApi, url) {
      const address = typeof url === "string" && url !== "" ? url : location.href;
      const said = checks.cut(typeof title === "string" ? title : document.title, 1000);
      return act(session(), (live) => live.setPage(checks.cut(address, 4096), said));
    },
    setWidgetColor(value, second) {
      const colour = checks.colourOf(value);
      if (colour === null || (second !== undefined && second !== null && checks.colourOf(second) === null)) return fail("Invalid color");
      return act(session(), (live) => live.setAccent(colour));
    },
  };
}
