import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { parseContent, type MessageContent } from "./parse-message.ts";
import { toAddress, toDigits, toLabel, toText, toTime } from "./values.ts";

/** A person as a callback describes them. `photo`: address of their avatar. */
interface ViberUser {
  readonly customer: string;
  readonly name: string | undefined;
  readonly photo: string | undefined;
  /** Language of their phone, such as `uk`. */
  readonly language: string | undefined;
}
/** A message of a customer. `trackingData`: that of the last message that their device received. */
export interface IncomingMessage extends MessageContent {
  readonly token: string;
  readonly user: ViberUser;
  readonly writtenAt: number | undefined;
  readonly trackingData: string;
}
export interface MessageReceipt {
  readonly customer: string;
  readonly token: string;
  readonly at: number | undefined;
}
/** A callback of Viber (VB-011). */
export type ParsedCallback =
  | { readonly kind: "message"; readonly message: IncomingMessage }
  | {
      readonly kind: "opened";
      readonly user: ViberUser;
      readonly context: string;
      readonly isSubscribed: boolean;
    }
  | {
      readonly kind: "receipt";
      readonly state: "received" | "seen";
      readonly receipt: MessageReceipt;
    }
  | { readonly kind: "failed"; readonly receipt: MessageReceipt; readonly reason: string }
  /** Nothing follows from the callback. `reason` is one sentence for the request inspector. */
  | { readonly kind: "ignored"; readonly reason: string };

const ignore = (reason: string): ParsedCallback => ({ kind: "ignored", reason });
const malformed = ignore("The callback has no valid id.");

/** Returns why a JSON value is no callback, or null. */
export const findFault = (callback: unknown): string | null =>
  toLabel(toJsonObject(callback), "event") === "" ? "The callback has no event." : null;

/** Why nothing follows from callbacks, by their event. */
const ignoredEvents: ReadonlyMap<unknown, string> = new Map([
  ["webhook", "Viber has checked the address."],
  ["subscribed", "The visitor has subscribed to the bot."],
  ["unsubscribed", "The visitor has unsubscribed. Messages to them will fail."],
]);

/** Parses a callback. Never throws. */
export function parseCallback(value: unknown): ParsedCallback {
  const callback = toJsonObject(value);
  const { event } = callback;
  switch (event) {
    case "message":
      return parseMessage(callback);
    case "conversation_started":
      return parseOpened(callback);
    case "delivered":
    case "seen":
    case "failed":
      return parseReceipt(callback, event);
    default:
      return ignore(ignoredEvents.get(event) ?? "Parlour does not use this kind of callback.");
  }
}

function parseMessage(callback: JsonObject): ParsedCallback {
  const user = parseUser(callback["sender"]);
  const token = toDigits(callback["message_token"]);
  if (user === null || token === "") return malformed;
  const message = toJsonObject(callback["message"]);
  return {
    kind: "message",
    message: {
      ...parseContent(message),
      token,
      user,
      writtenAt: toTime(callback["timestamp"]),
      trackingData: toText(message["tracking_data"]),
    },
  };
}

function parseOpened(callback: JsonObject): ParsedCallback {
  const user = parseUser(callback["user"]);
  if (user === null) return malformed;
  return {
    kind: "opened",
    user,
    context: toLabel(callback, "context"),
    isSubscribed: callback["subscribed"] === true,
  };
}

function parseReceipt(
  callback: JsonObject,
  event: "delivered" | "seen" | "failed",
): ParsedCallback {
  const customer = toUserId(callback["user_id"]);
  const token = toDigits(callback["message_token"]);
  if (customer === "" || token === "") return malformed;
  const receipt = { customer, token, at: toTime(callback["timestamp"]) };
  return event === "failed"
    ? { kind: "failed", receipt, reason: toLabel(callback, "desc") }
    : { kind: "receipt", state: event === "seen" ? "seen" : "received", receipt };
}

function parseUser(value: unknown): ViberUser | null {
  const user = toJsonObject(value);
  const customer = toUserId(user["id"]);
  if (customer === "") return null;
  const name = toLabel(user, "name") || undefined;
  const photo = toAddress(user["avatar"]) || undefined;
  return { customer, name, photo, language: toLabel(user, "language") || undefined };
}

/** Ids of people are base64 and belong to one bot. */
const toUserId = (value: unknown): string =>
  typeof value === "string" && /^[\w+/=-]{1,100}$/.test(value) ? value : "";
