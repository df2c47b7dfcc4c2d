import {
  failDestroyed,
  fail,
  claimContacts,
  ok,
  postAndReturn,
  failTooManyCalls,
  type ApiDeps,
  type ApiFunctions,
} from "./result.ts";
import * as checks from "./validate.ts";

const maxInvitationLength = 500;
const maxMessageLength = 65_536;
/**
 * Maximum number of offline messages per minute, as the default of CFG-030 `offline_per_minute`.
 * The server applies its own limit.
 */
const maxOfflinePerMinute = 3;

const failed = (error: string) => ({ result: "fail", error });

/**
 * Creates the functions that send messages for the visitor or show messages to them (WG-060,
 * WG-063, WG-209).
 */
export function createMessageFunctions({ face, callbacks, runtime }: ApiDeps): ApiFunctions {
  const offlineCounter = createMinuteCounter(maxOfflinePerMinute);
  return {
    showProactiveInvitation(text, department) {
      const shown = typeof text === "string" ? text.trim() : "";
      const current = runtime();
      if (shown === "") return fail("Invitation text is required");
      if (current === null) return failDestroyed();
      if (current.facts().hasMessages) return fail("Chat is already started");
      if (callbacks.isLooping()) return failTooManyCalls();
      const id = Number(department);
      current.invite(
        checks.truncate(shown, maxInvitationLength),
        Number.isSafeInteger(id) && id > 0 ? id : null,
      );
      return ok;
    },
    sendOfflineMessage(...args) {
      const message = checks.parseOfflineMessage(args);
      if (typeof message === "string") return failed(message);
      if (!face.offline.enabled) return failed("Offline messages are disabled");
      if (offlineCounter.isFull()) return failed("Too many messages");
      if (runtime()?.facts().connected !== true) return failed("Not connected");
      offlineCounter.count();
      const answer = postAndReturn(runtime(), { type: "offline", ...message });
      return answer.result === "ok" ? ok : failed(answer.reason);
    },
    sendMessage(...args) {
      const [first] = args;
      const { text, message } = (first ?? {}) as {
        readonly text?: unknown;
        readonly message?: unknown;
      };
      const messageText = [...args, text, message].find((one) => typeof one === "string");
      if (typeof messageText !== "string" || messageText.trim() === "")
        return fail("Text is required");
      if (messageText.length > maxMessageLength) return fail("Text is too long");
      const { contacts, reason } = checks.parseContacts([first]);
      if (reason?.startsWith("Invalid") === true) return fail(reason);
      const answer = claimContacts(runtime(), contacts);
      return answer.result === "fail"
        ? answer
        : postAndReturn(runtime(), { type: "say", text: messageText });
    },
    getUnreadMessagesCount: () => runtime()?.facts().unread ?? 0,
  };
}

/** Creates a counter of the calls in the last 60 s. */
function createMinuteCounter(maxPerMinute: number): { isFull(): boolean; count(): void } {
  let times: number[] = [];
  return {
    isFull() {
      times = times.filter((at) => Date.now() - at < 60_000);
      return times.length >= maxPerMinute;
    },
    count: () => void times.push(Date.now()),
  };
}
