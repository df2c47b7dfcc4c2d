import { parseUtm } from "./utm.ts";

/**
 * Functions of the script API before `host` is loaded (WG-011). They behave like those of the
 * snippet in WG-001 and add the missing ones.
 */
export type QueuedCall = readonly [name: string, args: ArrayLike<unknown>];
export type Api = Record<string, unknown> & { q?: QueuedCall[] };

const validatedFunctions = "setCustomData setUserToken";
const queuedFunctions =
  "open close getVisitorNumber setContactInfo setRules showProactiveInvitation startCall isCallbackEnabled sendOfflineMessage on off " +
  "clearHistory sendPageTitle setClientAttributes setFields setWidgetColor sendMessage";

/**
 * Adds the functions to `api`. Each call is queued unless it is rejected immediately. Queries are
 * queued, too, because they require that `host` loads.
 */
export function installStubs(api: Api, enqueue: (call: QueuedCall) => void, first: string): void {
  for (const name of `${validatedFunctions} ${queuedFunctions}`.split(" "))
    api[name] = (...args: unknown[]) => {
      let [firstArgument] = args;
      const answer: Record<string, unknown> = { result: "ok" };
      if (name === "setCustomData") {
        if (!Array.isArray(firstArgument))
          return { result: "fail", reason: "Custom data must be array." };
      } else if (name === "setUserToken") {
        if (typeof firstArgument === "number") firstArgument = String(firstArgument);
        if (
          typeof firstArgument !== "string" ||
          // oxlint-disable-next-line no-control-regex -- control characters are what is refused
          !/^[^\x00-\x1f\x7f-\x9f]{1,1024}$/.test(firstArgument)
        )
          return { result: "fail", token: typeof firstArgument === "string" && firstArgument };
        answer["token"] = firstArgument;
      } else if (/^(?:getV|isC)/.test(name)) {
        enqueue([name, args]);
        return undefined;
      } else answer["queued"] = true;
      enqueue([name, args]);
      return answer;
    };
  const addQuery = (name: string, answer: () => unknown): void => {
    api[name] = () => {
      enqueue([name, []]);
      return answer();
    };
  };
  addQuery("chatMode", () => "offline");
  addQuery("getContactInfo", () => ({
    name: null,
    client_name: null,
    email: null,
    phone: null,
    description: null,
  }));
  addQuery("getUnreadMessagesCount", () => 0);
  api["getUtm"] = () => parseUtm(first);
}
