import type { WidgetFace } from "@parlour/protocol/widget-settings";
import type { Callbacks } from "./callbacks.ts";
import * as checks from "./checks.ts";
import type { Session } from "./session.ts";
import { utmOf } from "../loader/utm.ts";

type Ok = { readonly result: "ok" };
type Fail = { readonly result: "fail"; readonly reason: string; readonly detail?: string };
export interface ApiDeps {
  readonly face: WidgetFace;
  readonly callbacks: Callbacks;
  /** Null while the widget is destroyed (WG-093). */
  readonly session: () => Session | null;
}
const ok: Ok = { result: "ok" };
const fail = (reason: string, detail?: string): Fail =>
  detail === undefined ? { result: "fail", reason } : { result: "fail", reason, detail };
const answerWithinMs = 10_000;
/** A call that was just asked for counts as one before the server's word of it is here. */
const callHeardWithinMs = 3_000;
const inviteMax = 500;
const sayMax = 65_536;
/** CFG-030 `offline_per_minute`, as it comes; the server counts by its own. */
const offlinePerMinute = 3;

/** The functions that a page may call (WG-010, WG-030 – WG-064): none throws, each can be called without its object. */
export function makeApi({ face, callbacks, session }: ApiDeps): Record<string, (...args: unknown[]) => unknown> {
  let offlineTimes: number[] = [];
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
  const post = (message: Parameters<Session["post"]>[0]): Ok | Fail => {
    const live = session();
    return live === null ? fail("Widget is destroyed") : live.post(message) ? ok : fail("Too many calls");
  };
  const move = (cause: "button" | "call" | "close"): Ok | Fail => {
    if (callbacks.isCircling()) return fail("Too many calls");
    session()?.move(cause, "api");
    return session() === null ? fail("Widget is destroyed") : ok;
  };

  const functions: Record<string, (...args: unknown[]) => unknown> = {
    open(params) {
      if ((params as { start?: unknown } | null | undefined)?.start !== "call") return move("button");
      return face.calls && session()?.facts().situation?.call !== "disabled" ? move("call") : fail("Callback disabled");
    },
    close: () => move("close"),
    chatMode: () => session()?.facts().situation?.mode ?? "offline",
    getContactInfo() {
      const { name = null, email = null, phone = null, description = null } = session()?.contacts() ?? {};
      return { name, client_name: name, email, phone, description };
    },
    getVisitorNumber(done) {
      const live = session();
      if (typeof done !== "function") return;
      const answer = (): void => {
        const number = live?.facts().number ?? null;
        callbacks.call(() => (number === null ? done("Visitor number is not available") : done(null, number)) as unknown);
      };
      if (live === null) return answer();
      live.whenHeard(answerWithinMs, answer);
    },
    setContactInfo(...args) {
      const { contacts, reason } = checks.contactsOf(args);
      if (Object.keys(contacts).length > 0) {
        const answer = post({ type: "contacts", contacts });
        if (answer.result === "fail") return answer;
        session()?.claim(contacts);
      }
      return reason === null ? ok : fail(reason);
    },
    setCustomData(fields) {
      if (!Array.isArray(fields)) return fail("Custom data must be array.");
      return post({ type: "custom_data", fields: checks.pageFields(fields) });
    },
    setClientAttributes(value) {
      const attributes = checks.attributesOf(value);
      return attributes === null ? fail("Attributes must be object.") : post({ type: "attributes", attributes });
    },
    setUserToken(value) {
      const token = checks.userTokenOf(value);
      if (token === false || !checks.isUserToken(token)) return { result: "fail", token };
      if (face.signed === true && !checks.isSignedToken(token, Date.now())) return { result: "fail", token };
      session()?.setUserToken(token);
      return { result: "ok", token };
    },
    setRules: (rules) => session()?.setRules(rules) ?? fail("Widget is destroyed"),
    showProactiveInvitation(text, department) {
      const shown = typeof text === "string" ? text.trim() : "";
      const live = session();
      if (shown === "") return fail("Invitation text is required");
      if (live === null) return fail("Widget is destroyed");
      if (live.facts().hasMessages) return fail("Chat is already started");
      if (callbacks.isCircling()) return fail("Too many calls");
      const id = Number(department);
      live.invite(checks.cut(shown, inviteMax), Number.isSafeInteger(id) && id > 0 ? id : null);
      return ok;
    },
    startCall(value) {
      const phone = checks.phoneOf(value);
      if (phone === null) return fail("Invalid phone number");
      const refused = noCall();
      if (refused !== null) return refused;
      calledAt = Date.now();
      return post({ type: "call", phone });
    },
    isCallbackEnabled(done) {
      if (typeof done !== "function") return;
      const answer = (): void => {
        const result = noCall() ?? ok;
        callbacks.call(() => done(result) as unknown);
      };
      const live = session();
      if (live === null || !face.calls) return answer();
      live.whenHeard(answerWithinMs, answer);
    },
    sendOfflineMessage(...args) {
      const message = checks.offlineOf(args);
      const failed = (error: string) => ({ result: "fail", error });
      if (typeof message === "string") return failed(message);
      if (!face.offline.enabled) return failed("Offline messages are disabled");
      const now = Date.now();
      offlineTimes = offlineTimes.filter((at) => now - at < 60_000);
      if (offlineTimes.length >= offlinePerMinute) return failed("Too many messages");
      if (session()?.facts().connected !== true) return failed("Not connected");
      offlineTimes.push(now);
      const answer = post({ type: "offline", ...message });
      return answer.result === "ok" ? ok : failed(answer.reason);
    },
    sendMessage(...args) {
      const given = args.find((one) => typeof one === "string") ?? (args[0] as { text?: unknown } | null | undefined)?.text;
      if (typeof given !== "string" || given.trim() === "") return fail("Text is required");
      return given.length > sayMax ? fail("Text is too long") : post({ type: "say", text: given });
    },
    clearHistory() {
      session()?.forget();
      return ok;
    },
    getUnreadMessagesCount: () => session()?.facts().unread ?? 0,
    getUtm: () => utmOf(session()?.visit.first ?? ""),
    sendPageTitle(title, _fromApi, url) {
      const address = typeof url === "string" && url !== "" ? url : location.href;
      session()?.setPage(checks.cut(address, 4096), checks.cut(typeof title === "string" ? title : document.title, 1000));
      return ok;
    },
    setWidgetColor(value, second) {
      const colour = checks.colourOf(value);
      if (colour === null || (second !== undefined && second !== null && checks.colourOf(second) === null)) return fail("Invalid color");
      session()?.setAccent(colour);
      return ok;
    },
    on: (name, handler) => callbacks.on(name, handler),
    off: (name, handler) => callbacks.off(name, handler),
  };
  for (const [name, run] of Object.entries(functions))
    functions[name] = (...args) => {
      try {
        return run(...args);
      } catch {
        // What a page gives may throw when it is looked at.
        return name === "sendOfflineMessage"
          ? { result: "fail", error: "Message is required" }
          : fail(name === "setContactInfo" ? "Contact info must be object." : "Invalid argument");
      }
    };
  return functions;
}
