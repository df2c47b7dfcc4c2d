import type { ContactClaims } from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/widget-settings";
import type { ToWindow } from "../bridge.ts";
import type { Callbacks } from "./callbacks.ts";
import type { Session } from "./session.ts";

export type Functions = Record<string, (...args: unknown[]) => unknown>;
type Ok = { readonly result: "ok" };
export type Fail = { readonly result: "fail"; readonly reason: string; readonly detail?: string };
export interface ApiDeps {
  readonly face: WidgetScriptConfig;
  readonly callbacks: Callbacks;
  /** Null while the widget is destroyed (WG-093). */
  readonly session: () => Session | null;
}

export const ok: Ok = { result: "ok" };
export const fail = (reason: string, detail?: string): Fail =>
  detail === undefined ? { result: "fail", reason } : { result: "fail", reason, detail };
export const destroyed = (): Fail => fail("Widget is destroyed");
export const tooMany = (): Fail => fail("Too many calls");

/** Posts a message to the chat window and returns the result for the page. */
export function post(session: Session | null, message: ToWindow): Ok | Fail {
  return session === null ? destroyed() : session.post(message) ? ok : tooMany();
}

/**
 * Sends contacts from the page to the chat window. The page can read them back at once (WG-032).
 */
export function introduce(session: Session | null, contacts: ContactClaims): Ok | Fail {
  if (Object.keys(contacts).length === 0) return ok;
  const answer = post(session, { type: "contacts", contacts });
  if (answer.result === "ok") session?.claim(contacts);
  return answer;
}

/** Runs an action on the widget and returns the result for the page. */
export function act(session: Session | null, run: (live: Session) => void): Ok | Fail {
  if (session === null) return destroyed();
  run(session);
  return ok;
}

const answerWithinMs = 10_000;
/**
 * Answers a function of the page after the first state from the server, or after 10 s.
 * `createAnswer` reads the result then and returns the callback to run.
 */
export function answerLater({ callbacks, session }: ApiDeps, answerOf: (live: Session | null) => () => unknown): void {
  const live = session();
  const run = (): void => callbacks.call(answerOf(live));
  if (live === null) run();
  else live.whenHeard(answerWithinMs, run);
}
