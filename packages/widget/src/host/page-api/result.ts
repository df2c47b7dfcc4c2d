import type { ContactClaims } from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import type { MessageToWindow } from "../../bridge.ts";
import type { Callbacks } from "./callbacks.ts";
import type { WidgetRuntime } from "../widget-runtime.ts";

export type ApiFunctions = Record<string, (...args: unknown[]) => unknown>;
type Ok = { readonly result: "ok" };
export type Fail = { readonly result: "fail"; readonly reason: string; readonly detail?: string };
export interface ApiDeps {
  readonly face: WidgetScriptConfig;
  readonly callbacks: Callbacks;
  /** Returns the runtime, or null while the widget is destroyed (WG-093). */
  readonly runtime: () => WidgetRuntime | null;
}

export const ok: Ok = { result: "ok" };
export const fail = (reason: string, detail?: string): Fail =>
  detail === undefined ? { result: "fail", reason } : { result: "fail", reason, detail };
export const failDestroyed = (): Fail => fail("Widget is destroyed");
export const failTooManyCalls = (): Fail => fail("Too many calls");

/** Posts a message to the chat window and returns the result for the page. */
export function postAndReturn(runtime: WidgetRuntime | null, message: MessageToWindow): Ok | Fail {
  return runtime === null ? failDestroyed() : runtime.post(message) ? ok : failTooManyCalls();
}

/**
 * Sends contacts from the page to the chat window. The page can read these contacts immediately
 * (WG-032).
 */
export function claimContacts(runtime: WidgetRuntime | null, contacts: ContactClaims): Ok | Fail {
  if (Object.keys(contacts).length === 0) return ok;
  const answer = postAndReturn(runtime, { type: "contacts", contacts });
  if (answer.result === "ok") runtime?.claimContacts(contacts);
  return answer;
}

/** Runs an action on the widget and returns the result for the page. */
export function runAndReturn(
  runtime: WidgetRuntime | null,
  run: (live: WidgetRuntime) => void,
): Ok | Fail {
  if (runtime === null) return failDestroyed();
  run(runtime);
  return ok;
}

const serverTimeoutMs = 10_000;
/**
 * Queues a callback of the page after the first state from the server, or after 10 s. At that time,
 * `createAnswer` reads the result and returns the callback to run.
 */
export function resolveLater(
  { callbacks, runtime }: ApiDeps,
  createAnswer: (current: WidgetRuntime | null) => () => unknown,
): void {
  const current = runtime();
  const run = (): void => callbacks.enqueue(createAnswer(current));
  if (current === null) run();
  else current.whenReady(serverTimeoutMs, run);
}
