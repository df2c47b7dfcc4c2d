import { omitFields } from "@parlour/protocol/omit-fields";
import { maxChannelTextLength, cleanText, cutText, isBlank } from "../../../core/text.ts";
import type { CustomerMessageInput } from "../../../core/chat/message/receive-message.ts";
import type { CustomerAnnouncement } from "../../../core/visitor/announce.ts";
import { fail, isFailure, type Failure } from "../../../core/failure.ts";
import { JsonNumber, isJsonObject } from "../../../http/body/json.ts";
import { parseFieldClaims } from "../../../http/body/field-claims.ts";
import { fileTypes, receiptTypes, reservedTypes } from "@parlour/protocol/channel";
import { parseMedia } from "./parse-media.ts";
import { parseHttpUrl } from "./parse-media.ts";

/** A parsed request of an integrator. */
export type IncomingRequest =
  | {
      readonly kind: "message";
      readonly input: Omit<CustomerMessageInput, "channelId">;
      readonly messageId: string | null;
      /** Id of the message that the customer answers (CH-066). null: none that Parlour sent. */
      readonly quotedId: number | null;
    }
  | { readonly kind: "typing"; readonly customer: string; readonly isTyping: boolean }
  /** The customer is present (CH-120). Contains their data but no message. */
  | {
      readonly kind: "start";
      readonly customer: string;
      readonly announced: Omit<CustomerAnnouncement, "channelId">;
    }
  /** The customer received or saw a message (CH-123). `messageId` is null if it cannot be an id. */
  | {
      readonly kind: "receipt";
      readonly customer: string;
      readonly messageId: number | null;
      readonly isSeen: boolean;
    }
  /** A reserved type, which has no effect and receives the response ok (CH-055). */
  | { readonly kind: "reserved"; readonly customer: string; readonly type: string };

const maxContactLength = 255;
const maxInviteLength = 1000;
const knownFileTypes: ReadonlySet<string> = new Set(fileTypes);
const knownReservedTypes: ReadonlySet<string> = new Set(reservedTypes);
const knownReceiptTypes: ReadonlySet<string> = new Set(receiptTypes);

/** Converts a parsed body into core input. Checks in the order of CH-039. */
export function parseRequest(body: unknown): IncomingRequest | Failure {
  if (!isJsonObject(body)) return fail("invalid_json", "The body must be one JSON object.");
  const { sender, message } = body;
  if (!isJsonObject(sender))
    return fail("invalid_request", "sender is missing or not an object.", { field: "sender" });
  if (!isJsonObject(message))
    return fail("invalid_request", "message is missing or not an object.", { field: "message" });
  const { type } = message;
  if (typeof type !== "string")
    return fail("invalid_request", "message.type is missing or not a string.", {
      field: "message.type",
    });
  const id = parseCustomerId(sender["id"]);
  if (isFailure(id)) return id;

  if (type === "typein" || type === "typeout")
    return { kind: "typing", customer: id.customer, isTyping: type === "typein" };
  if (knownReservedTypes.has(type)) return { kind: "reserved", customer: id.customer, type };
  if (knownReceiptTypes.has(type))
    return {
      kind: "receipt",
      customer: id.customer,
      messageId: parseMessageId(message["id"]),
      isSeen: type !== "delivered",
    };
  if (type === "start") {
    const claims = omitFields(parseClaims(sender), "invite");
    return { kind: "start", customer: id.customer, announced: { ...id, ...claims } };
  }
  const content = parseMessageContent(type, message);
  if (isFailure(content)) return content;
  return {
    kind: "message",
    input: { ...id, ...parseClaims(sender), ...content },
    messageId: parseShortText(message["id"]),
    quotedId: parseMessageId(message["quote_id"]),
  };
}

/** Returns the text, or the media with their comment, of a message of this type (CH-050). */
export function parseMessageContent(
  type: string,
  message: Readonly<Record<string, unknown>>,
): Pick<CustomerMessageInput, "text" | "cut" | "media"> | Failure {
  if (type === "text") return parseText(message["text"]);
  if (!knownFileTypes.has(type) && type !== "location")
    return fail("unsupported_type", "This message.type is not known.", { field: "message.type" });
  const media = parseMedia(type, message);
  if (isFailure(media)) return media;
  const comment =
    typeof message["text"] === "string"
      ? cutText(cleanText(message["text"]), maxChannelTextLength)
      : { text: "", cut: false };
  return { ...comment, media };
}

function parseText(value: unknown): { readonly text: string; readonly cut: boolean } | Failure {
  if (typeof value !== "string")
    return fail("text_required", "message.text must be a string.", { field: "message.text" });
  if (isBlank(value))
    return fail("text_required", "message.text is empty.", { field: "message.text" });
  return cutText(cleanText(value), maxChannelTextLength);
}

/**
 * Returns the id as text, which identifies the customer, and as the JSON literal to send back
 * (CH-040 to CH-043).
 */
export function parseCustomerId(
  id: unknown,
): { readonly customer: string; readonly recipient: string } | Failure {
  if (id === undefined || id === null || (typeof id === "string" && isBlank(id))) {
    return fail("sender_id_required", "sender.id is missing or empty.", { field: "sender.id" });
  }
  if (typeof id === "string") {
    if (cutText(id, maxContactLength).cut)
      return customerIdFailure("is longer than 255 characters");
    if (id.includes("\u0000") || !id.isWellFormed())
      return customerIdFailure("holds a character that cannot be stored");
    return { customer: id, recipient: JSON.stringify(id) };
  }
  const literal =
    id instanceof JsonNumber ? id.literal : typeof id === "number" ? String(id) : null;
  if (literal === null) return customerIdFailure("must be a string or an integer");
  if (!/^-?\d+$/.test(literal))
    return customerIdFailure("must be an integer without fraction and exponent");
  if (literal.length > maxContactLength) return customerIdFailure("is longer than 255 characters");
  return { customer: literal, recipient: literal };
}
function customerIdFailure(problem: string): Failure {
  return fail("invalid_sender_id", `sender.id ${problem}.`, { field: "sender.id" });
}

/** Returns the id of a message of Parlour, or null if the value cannot be one. */
function parseMessageId(value: unknown): number | null {
  const text = parseShortText(value);
  const id = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

type CustomerClaims = Pick<
  CustomerMessageInput,
  "name" | "phone" | "email" | "photo" | "pageUrl" | "invite" | "fields"
>;
/**
 * Returns the customer's data in the request. Omits missing or unusable values, so that stored
 * values are kept (CH-044 to CH-049).
 */
function parseClaims(sender: Readonly<Record<string, unknown>>): CustomerClaims {
  const claims: { -readonly [K in keyof CustomerClaims]: CustomerClaims[K] } = {};
  const name = parseShortText(sender["name"]);
  if (name !== null) claims.name = name;
  const phone = parseShortText(sender["phone"]);
  if (phone !== null) claims.phone = phone;
  const email = parseShortText(sender["email"]);
  if (email !== null) claims.email = email;
  const photo = parseHttpUrl(sender["photo"]);
  if (photo !== null) claims.photo = photo;
  const page = parseHttpUrl(sender["url"]);
  if (page !== null) claims.pageUrl = page;
  const { invite } = sender;
  if (typeof invite === "string" && !isBlank(invite))
    claims.invite = cutText(cleanText(invite), maxInviteLength).text;
  const fields = parseFieldClaims("channel", sender["fields"]);
  if (fields !== undefined) claims.fields = fields;
  return claims;
}

/**
 * Returns a string or number as text of at most 255 characters. Returns null for anything else and
 * for text without a visible character.
 */
export function parseShortText(value: unknown): string | null {
  const text =
    typeof value === "string"
      ? value
      : typeof value === "number"
        ? String(value)
        : value instanceof JsonNumber
          ? value.literal
          : "";
  return isBlank(text) ? null : cutText(cleanText(text), maxContactLength).text;
}
