import type { Facts } from "../bridge.ts";
import { answerLater, fail, ok, post, type ApiDeps, type Fail, type Functions } from "./api-answer.ts";
import * as checks from "./checks.ts";

/**
 * For this time a requested call counts as in progress, although the server has not confirmed it.
 */
const callHeardWithinMs = 3_000;

/** Call requests of the script API (WG-061, WG-062). */
export function callFunctions(deps: ApiDeps): Functions {
  const { face, session } = deps;
  let calledAt = 0;
  const noCall = (): Fail | null => whyNoCall(face.calls, session()?.facts() ?? null, Date.now() - calledAt < callHeardWithinMs);
  return {
    startCall(value) {
      const phone = checks.phoneOf(value);
      const prefixes = session()?.facts().situation?.call_prefixes;
      if (phone === null || !checks.beginsAs(phone, prefixes)) return fail("Invalid phone number");
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
      session()?.connect();
      if (face.calls) answerLater(deps, answerOf);
      else deps.callbacks.call(answerOf());
    },
  };
}

/**
 * Returns why a call is impossible (WG-062). Null: calls are possible. `isRequested`: a call was
 * requested in the last 3 s.
 */
function whyNoCall(hasCalls: boolean, facts: Facts | null, isAsked: boolean): Fail | null {
  const state = facts?.situation?.call;
  if (!hasCalls || state === "disabled") return fail("Callback disabled");
  if (facts === null || !facts.connected || state === undefined) return fail("Callback unavaiable", "connection");
  if (facts.calling || isAsked) return fail("Callback unavaiable", "busy");
  return state === "ok" ? null : fail("Callback unavaiable", state);
}
