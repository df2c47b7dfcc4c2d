import { utmOf } from "./utm.ts";

/**
 * Functions of the API before `host` is loaded (WG-011). They behave like the snippet of WG-001 and
 * add what it lacks.
 */
export type Call = readonly [name: string, args: ArrayLike<unknown>];
export type Api = Record<string, unknown> & { q?: Call[] };

const checked = "setCustomData setUserToken";
const queued =
  "open close getVisitorNumber setContactInfo setRules showProactiveInvitation startCall isCallbackEnabled sendOfflineMessage on off " +
  "clearHistory sendPageTitle setClientAttributes setWidgetColor sendMessage";

/**
 * Puts the functions on `api`. Each call is queued unless it is rejected at once. Queries are
 * queued, too, because they make `host` load.
 */
export function putStubs(api: Api, keep: (call: Call) => void, first: string): void {
  for (const name of `${checked} ${queued}`.split(" "))
    api[name] = (...args: unknown[]) => {
      let [given] = args;
      const answer: Record<string, unknown> = { result: "ok" };
      if (name === "setCustomData") {
        if (!Array.isArray(given)) return { result: "fail", reason: "Custom data must be array." };
      } else if (name === "setUserToken") {
        if (typeof given === "number") given = String(given);
        // oxlint-disable-next-line no-control-regex -- control characters are what is refused
        if (typeof given !== "string" || !/^[^\x00-\x1f\x7f-\x9f]{1,1024}$/.test(given))
          return { result: "fail", token: typeof given === "string" && given };
        answer["token"] = given;
      } else if (/^(?:getV|isC)/.test(name)) {
        keep([name, args]);
        return undefined;
      } else answer["queued"] = true;
      keep([name, args]);
      return answer;
    };
  const asked = (name: string, answer: () => unknown): void => {
    api[name] = () => {
      keep([name, []]);
      return answer();
    };
  };
  asked("chatMode", () => "offline");
  asked("getContactInfo", () => ({ name: null, client_name: null, email: null, phone: null, description: null }));
  asked("getUnreadMessagesCount", () => 0);
  api["getUtm"] = () => utmOf(first);
}
