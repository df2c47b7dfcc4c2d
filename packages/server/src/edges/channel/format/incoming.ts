import { maxChannelTextLength, cleanText, cutText, isBlank } from "../../../core/chat/text.ts";
import type { CustomerMessageInput } from "../../../core/chat/receive-message.ts";
import type { CustomerAnnouncement } from "../../../core/visitor/announce.ts";
import { fail, isFailure, type Failure } from "../../../core/failure.ts";
import { JsonNumber, isJsonObject } from "../../../http/json.ts";
import { fileTypes, reservedTypes } from "@parlour/protocol/channel";
import { incomingMedia } from "./incoming-media.ts";
import { httpUrl } from "./incoming-url.ts";

/** Meaning of an integrator's request. */
export type Incoming =
  | { readonly kind: "message"; readonly says: Omit<CustomerMessageInput, "channelId">; readonly messageId: string | null }
  | { readonly kind: "typing"; readonly customer: string; readonly typing: boolean }
  /** CH-120: the customer is present. Contains their data but no message. */
  | { readonly kind: "start"; readonly customer: string; readonly announced: Omit<CustomerAnnouncement, "channelId"> }
  /** CH-055: answered with ok, without effect. */
  | { readonly kind: "reserved"; readonly customer: string; readonly type: string };

const contactMax = 255;
const inviteMax = 1000;
const files: ReadonlySet<string> = new Set(fileTypes);
const reserved: ReadonlySet<string> = new Set(reservedTypes);

/** Converts a parsed body into core input. Checks follow the order of CH-039. Pure. */
export function incoming(body: unknown): Incoming | Failure {
  if (!isJsonObject(body)) return fail("invalid_json", "The body must be one JSON object.");
  const { sender, message } = body;
  if (!isJsonObject(sender)) return fail("invalid_request", "sender is missing or not an object.", { field: "sender" });
  if (!isJsonObject(message)) return fail("invalid_request", "message is missing or not an object.", { field: "message" });
  const { type } = message;
  if (typeof type !== "string") return fail("invalid_request", "message.type is missing or not a string.", { field: "message.type" });
  const id = customerId(sender["id"]);
  if (isFailure(id)) return id;

  if (type === "typein" || type === "typeout") return { kind: "typing", customer: id.customer, typing: type === "typein" };
  if (reserved.has(type)) return { kind: "reserved", customer: id.customer, type };
  if (type === "start") {
    const { invite: _, ...claims } = claimsOf(sender);
    return { kind: "start", customer: id.customer, announced: { ...id, ...claims } };
  }
  const content = type === "text" ? textOf(message["text"]) : contentOf(type, message);
  if (isFailure(content)) return content;
  return { kind: "message", says: { ...id, ...claimsOf(sender), ...content }, messageId: shortText(message["id"]) };
}

function contentOf(
  type: string,
  message: Readonly<Record<string, unknown>>,
): Pick<CustomerMessageInput, "text" | "cut" | "media"> | Failure {
  if (!files.has(type) && type !== "location")
    return fail("unsupported_type", "This message.type is not known.", { field: "message.type" });
  const media = incomingMedia(type, message);
  if (isFailure(media)) return media;
  const comment =
    typeof message["text"] === "string" ? cutText(cleanText(message["text"]), maxChannelTextLength) : { text: "", cut: false };
  return { ...comment, media };
}

function textOf(given: unknown): { readonly text: string; readonly cut: boolean } | Failure {
  if (typeof given !== "string") return fail("text_required", "message.text must be a string.", { field: "message.text" });
  if (isBlank(given)) return fail("text_required", "message.text is empty.", { field: "message.text" });
  return cutText(cleanText(given), maxChannelTextLength);
}

/**
 * CH-040 to CH-043: returns the id as text, which identifies the customer, and as the JSON literal
 * to send back.
 */
function customerId(id: unknown): { readonly customer: string; readonly recipient: string } | Failure {
  if (id === undefined || id === null || (typeof id === "string" && isBlank(id))) {
    return fail("sender_id_required", "sender.id is missing or empty.", { field: "sender.id" });
  }
  if (typeof id === "string") {
    if (cutText(id, contactMax).cut) return badId("is longer than 255 characters");
    if (id.includes("\u0000") || !id.isWellFormed()) return badId("holds a character that cannot be stored");
    return { customer: id, recipient: JSON.stringify(id) };
  }
  const literal = id instanceof JsonNumber ? id.literal : typeof id === "number" ? String(id) : null;
  if (literal === null) return badId("must be a string or an integer");
  if (!/^-?\d+$/.test(literal)) return badId("must be an integer without fraction and exponent");
  if (literal.length > contactMax) return badId("is longer than 255 characters");
  return { customer: literal, recipient: literal };
}
function badId(why: string): Failure {
  return fail("invalid_sender_id", `sender.id ${why}.`, { field: "sender.id" });
}

type Claims = Pick<CustomerMessageInput, "name" | "phone" | "email" | "photo" | "pageUrl" | "invite">;
/**
 * Returns the customer's data in the request. Missing or unusable values are left out, so that
 * stored values stay (CH-044 to CH-048).
 */
function claimsOf(sender: Readonly<Record<string, unknown>>): Claims {
  const claims: { -readonly [K in keyof Claims]: Claims[K] } = {};
  const name = shortText(sender["name"]);
  if (name !== null) claims.name = name;
  const phone = shortText(sender["phone"]);
  if (phone !== null) claims.phone = phone;
  const email = shortText(sender["email"]);
  if (email !== null) claims.email = email;
  const photo = httpUrl(sender["photo"]);
  if (photo !== null) claims.photo = photo;
  const page = httpUrl(sender["url"]);
  if (page !== null) claims.pageUrl = page;
  const { invite } = sender;
  if (typeof invite === "string" && !isBlank(invite)) claims.invite = cutText(cleanText(invite), inviteMax).text;
  return claims;
}

/**
 * Returns a string or number as text of at most 255 characters. Null for anything else and for text
 * without a visible character.
 */
function shortText(value: unknown): string | null {
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : value instanceof JsonNumber ? value.literal : "";
  return isBlank(text) ? null : cutText(cleanText(text), contactMax).text;
}
