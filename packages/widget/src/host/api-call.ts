import { answerLater, fail, ok, post, type ApiDeps, type Fail, type Functions } from "./api-answer.ts";
import * as checks from "./checks.ts";

/** A call that was just asked for counts as one before the server's word of it is here. */
const callHeardWithinMs = 3_000;

/** Calls back (WG-061, WG-062). */
export function callFunctions(deps: ApiDeps): Functions {
  const { face, session } = deps;
  let calledAt = 0;
  /** WG-062; null: calls are possible now. */
  const noCall = (): Fail | null => {
    const facts = session()?.facts();
    const state = facts?.situation?.call;
    if (!face.calls || state === "disabled") return fail("Callback disabled");
    const detail =
      facts === undefined || !facts.connected || state === undefined
        ? "connection"
        : facts.calling || Date.now() - calledAt < callHeardWithinMs
          ? "busy"
          : state === "ok"
            ? null
            : state;
    return detail === null ? null : fail("Callback unavaiable", detail);
  };
  return {
    startCall(value) {
      const phone = checks.phoneOf(value);
      if (phone === null) return fail("Invalid phone number");
      const refused = noCall();
      if (refused !== null) return refused;
      calledAt = Date.now();
      return post(session(), { type: "call", phone });
    },
    isCallbackEnabled(done) {
      if (typeof done !== "function") return;
      const answerOf = (): (() => unknown) => {
        const result = noCall() ?? ok;
        return () => done(result) as unknown;
      };
      if (face.calls) answerLater(deps, answerOf);
      else deps.callbacks.call(answerOf());
    },
  };
}
