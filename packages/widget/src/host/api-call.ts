import type { Facts } from "../bridge.ts";
import { answerLater, fail, ok, post, type ApiDeps, type Fail, type Functions } from "./api-answer.ts";
import * as checks from "./checks.ts";

/** A call that was just asked for counts as one before the server's word of it is here. */
const callHeardWithinMs = 3_000;

/** Calls back (WG-061, WG-062). */
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

/** WG-062; null: calls are possible now. `isAsked`: one was asked for just now. */
function whyNoCall(hasCalls: boolean, facts: Facts | null, isAsked: boolean): Fail | null {
  const state = facts?.situation?.call;
  if (!hasCalls || state === "disabled") return fail("Callback disabled");
  if (facts === null || !facts.connected || state === undefined) return fail("Callback unavaiable", "connection");
  if (facts.calling || isAsked) return fail("Callback unavaiable", "busy");
  return state === "ok" ? null : fail("Callback unavaiable", state);
}
