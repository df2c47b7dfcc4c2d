import type { PublicState } from "../../bridge.ts";
import {
  resolveLater,
  fail,
  ok,
  postAndReturn,
  type ApiDeps,
  type Fail,
  type ApiFunctions,
} from "./result.ts";
import * as checks from "./validate.ts";

/** How long a requested call counts as in progress although the server has not confirmed it. */
const callConfirmationTimeoutMs = 3_000;

/** Creates the functions of the script API that request calls (WG-061, WG-062). */
export function createCallFunctions(deps: ApiDeps): ApiFunctions {
  const { face, runtime } = deps;
  let calledAt = 0;
  const getFailure = (): Fail | null =>
    getCallFailure(
      face.calls,
      runtime()?.facts() ?? null,
      Date.now() - calledAt < callConfirmationTimeoutMs,
    );
  return {
    startCall(value) {
      const phone = checks.parsePhone(value);
      const prefixes = runtime()?.facts().situation?.call_prefixes;
      if (phone === null || !checks.hasAllowedPrefix(phone, prefixes))
        return fail("Invalid phone number");
      const failure = getFailure();
      if (failure !== null) return failure;
      calledAt = Date.now();
      return postAndReturn(runtime(), { type: "call", phone });
    },
    isCallbackEnabled(done) {
      if (typeof done !== "function") return;
      const createAnswer = (): (() => unknown) => {
        const result = getFailure() ?? ok;
        return () => done(result) as unknown;
      };
      runtime()?.loadWindow();
      if (face.calls) resolveLater(deps, createAnswer);
      else deps.callbacks.enqueue(createAnswer());
    },
  };
}

/**
 * Returns why a call is impossible (WG-062). Null: calls are possible. `isRequested`: a call was
 * requested in the last 3 s.
 */
function getCallFailure(
  hasCalls: boolean,
  facts: PublicState | null,
  isRequested: boolean,
): Fail | null {
  const state = facts?.situation?.call;
  if (!hasCalls || state === "disabled") return fail("Callback disabled");
  if (facts === null || !facts.connected || state === undefined)
    return fail("Callback unavaiable", "connection");
  if (facts.calling || isRequested) return fail("Callback unavaiable", "busy");
  return state === "ok" ? null : fail("Callback unavaiable", state);
}
