import { destroyed, fail, introduce, ok, post, tooMany, type ApiDeps, type Functions } from "./api-answer.ts";
import * as checks from "./checks.ts";

const inviteMax = 500;
const sayMax = 65_536;
/** Default of CFG-030 `offline_per_minute`. The server applies its own limit. */
const offlinePerMinute = 3;

const failed = (error: string) => ({ result: "fail", error });

/** Messages that the page sends for the visitor or shows to them (WG-060, WG-063, WG-064). */
export function messageFunctions({ face, callbacks, session }: ApiDeps): Functions {
  const offline = perMinute(offlinePerMinute);
  return {
    showProactiveInvitation(text, department) {
      const shown = typeof text === "string" ? text.trim() : "";
      const live = session();
      if (shown === "") return fail("Invitation text is required");
      if (live === null) return destroyed();
      if (live.facts().hasMessages) return fail("Chat is already started");
      if (callbacks.isCircling()) return tooMany();
      const id = Number(department);
      live.invite(checks.cut(shown, inviteMax), Number.isSafeInteger(id) && id > 0 ? id : null);
      return ok;
    },
    sendOfflineMessage(...args) {
      const message = checks.offlineOf(args);
      if (typeof message === "string") return failed(message);
      if (!face.offline.enabled) return failed("Offline messages are disabled");
      if (offline.isFull()) return failed("Too many messages");
      if (session()?.facts().connected !== true) return failed("Not connected");
      offline.count();
      const answer = post(session(), { type: "offline", ...message });
      return answer.result === "ok" ? ok : failed(answer.reason);
    },
    sendMessage(...args) {
      const [first] = args;
      const { text, message } = (first ?? {}) as { readonly text?: unknown; readonly message?: unknown };
      const given = [...args, text, message].find((one) => typeof one === "string");
      if (typeof given !== "string" || given.trim() === "") return fail("Text is required");
      if (given.length > sayMax) return fail("Text is too long");
      const { contacts, reason } = checks.contactsOf([first]);
      if (reason?.startsWith("Invalid") === true) return fail(reason);
      const answer = introduce(session(), contacts);
      return answer.result === "fail" ? answer : post(session(), { type: "say", text: given });
    },
    getUnreadMessagesCount: () => session()?.facts().unread ?? 0,
  };
}

/** Counts calls within the last 60 s. */
function perMinute(most: number): { isFull(): boolean; count(): void } {
  let times: number[] = [];
  return {
    isFull() {
      times = times.filter((at) => Date.now() - at < 60_000);
      return times.length >= most;
    },
    count: () => void times.push(Date.now()),
  };
}
