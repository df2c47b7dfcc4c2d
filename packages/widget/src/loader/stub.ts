import { parseUtm } from "./utm.ts";

/**
 * Functions of the script API before `host` is loaded (WG-011). They behave like those of the
 * snippet in WG-001 and add the missing ones.
 */
export type QueuedCall = readonly [name: string, args: ArrayLike<unknown>];
export type Api = Record<string, unknown> & { q?: QueuedCall[] };

/**
 * Adds the functions to `api`. Each call is queued unless it is rejected immediately. Queries are
 * queued, too, because they require that `host` loads.
 */
export function installStubs(api: Api, enqueue: (call: QueuedCall) => void, first: string): void {
  const add = (names: string, answer: (firstArgument: unknown) => unknown): void => {
    for (const name of names.split(" "))
      api[name] = (...args: unknown[]) => {
        const result = answer(args[0]);
        if ((result as { result?: unknown } | undefined)?.result !== "fail") enqueue([name, args]);
        return result;
      };
  };
  add(
    "open close setContactInfo setRules showProactiveInvitation startCall sendOfflineMessage on off " +
      "clearHistory sendPageTitle setClientAttributes setFields setWidgetColor sendMessage",
    () => ({ result: "ok", queued: true }),
  );
  add("setCustomData", (data) =>
    Array.isArray(data)
      ? { result: "ok" }
      : { result: "fail", reason: "Custom data must be array." },
  );
  add("setUserToken", (value) => {
    const token = typeof value === "number" ? String(value) : value;
    const isText = typeof token === "string";
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused
    const isValid = isText && /^[^\x00-\x1f\x7f-\x9f]{1,1024}$/.test(token);
    return { result: isValid ? "ok" : "fail", token: isText && token };
  });
  add("getVisitorNumber isCallbackEnabled", () => undefined);
  add("chatMode", () => "offline");
  add("getContactInfo", () => ({
    name: null,
    client_name: null,
    email: null,
    phone: null,
    description: null,
  }));
  add("getUnreadMessagesCount", () => 0);
  api["getUtm"] = () => parseUtm(first);
}
