import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { InboundReference } from "../../../connectors/inbound-message.ts";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { Media, MessageOrigin } from "../../../core/entity.ts";
import { describeContacts, describeOrder, describeLocation } from "./describe-parts.ts";
import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { joinLines, toLine, toText, toTime } from "../../../connectors/meta/values.ts";

export interface ParsedMessage extends TypedContent {
  readonly wamid: string;
  /** Key of the customer: the user id of WhatsApp, or the phone number if there is none. */
  readonly customer: string;
  readonly name: string;
  /** Phone number with a leading plus, or "" if the customer hides it. */
  readonly phone: string;
  /** Time at which the customer wrote it in milliseconds, or null. */
  readonly at: number | null;
  readonly origin?: MessageOrigin | undefined;
}
/** The parts of a message that depend on its type. */
interface TypedContent {
  /** Text, or the caption of the file. */
  readonly text: string;
  readonly media?: Media;
  readonly file?: MediaReference;
  /** The button of our message that the customer pressed. */
  readonly pressed?: { readonly externalId: string; readonly buttonId: string } | undefined;
  /** The message or product that the customer answers, or the message to which they reacted. */
  readonly refersTo?: InboundReference | undefined;
  /**
   * The earlier message that this one changes or deletes. Its content is then the new one, and `at`
   * the time of the change.
   */
  readonly changes?: { readonly wamid: string; readonly how: "edited" | "deleted" };
}

/** A file that must be downloaded from the service. */
export interface MediaReference {
  readonly id: string;
  readonly name: string;
  /** Whether the customer recorded it for this message. */
  readonly voice: boolean;
}

/**
 * Parses a message of a webhook (WA-011). Returns why it has no effect, if it is not a message of a
 * customer to the business.
 */
export function parseMessage(
  message: JsonObject,
  contacts: readonly JsonObject[],
): ParsedMessage | { readonly ignored: string } {
  const wamid = toLine(message["id"]);
  const sender = parseSender(message, contacts);
  if (wamid === "" || sender === null)
    return { ignored: "A message has no id or no sender, so it cannot be stored." };
  if (message["group_id"] !== undefined) return { ignored: "Messages of groups have no effect." };
  const type = toText(message["type"]);
  if (ignoredTypes.has(type)) return { ignored: `Messages of the type ${type} have no effect.` };
  const context = toJsonObject(message["context"]);
  const origin = parseOrigin(message, context);
  const content = parseContent(message);
  // A pressed button already names our message.
  const refersTo = content.pressed === undefined ? parseReference(context) : null;
  return {
    wamid,
    ...sender,
    at: toTime(message["timestamp"]),
    refersTo: refersTo ?? undefined,
    ...content,
    origin: origin ?? undefined,
  };
}

/** Parses the parts that depend on the type. Each type has its content in a field of its name. */
function parseContent(message: JsonObject): TypedContent {
  const type = toText(message["type"]);
  const parse = Object.hasOwn(parsers, type) ? parsers[type] : undefined;
  return parse?.(toJsonObject(message[type]), message) ?? describeUnsupported(type, message);
}

/** Parses the message or product that the customer answers (WA-016). */
function parseReference(context: JsonObject): InboundReference | null {
  const externalId = toLine(context["id"]);
  const product = toLine(toJsonObject(context["referred_product"])["product_retailer_id"]);
  const target = externalId === "" ? {} : { externalId };
  if (product !== "") return { kind: "product", ...target, product: { id: product } };
  return externalId === "" ? null : { kind: "message", ...target };
}

/** Notices of the service that are not written by the customer. */
const ignoredTypes = new Set(["system", "request_welcome"]);

/**
 * Returns who wrote the message. The user id identifies a customer also if they hide their phone
 * number later, so it precedes the number.
 */
function parseSender(
  message: JsonObject,
  contacts: readonly JsonObject[],
): Pick<ParsedMessage, "customer" | "name" | "phone"> | null {
  const from = toText(message["from"]);
  const fromUser = toText(message["from_user_id"]);
  const contact =
    contacts.find(
      ({ wa_id, user_id }) =>
        (fromUser !== "" && user_id === fromUser) || (from !== "" && wa_id === from),
    ) ?? (contacts.length === 1 ? contacts[0] : undefined);
  const phone = [from, toText(contact?.["wa_id"])].find((one) => phonePattern.test(one)) ?? "";
  const user = [fromUser, toText(contact?.["user_id"])].find((one) => userPattern.test(one)) ?? "";
  if (phone === "" && user === "") return null;
  const profile = toJsonObject(contact?.["profile"]);
  return {
    customer: user || phone,
    name: toLine(profile["name"]) || toLine(profile["username"]),
    phone: phone === "" ? "" : `+${phone}`,
  };
}
export const phonePattern = /^[1-9]\d{4,19}$/;
export const userPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

type ContentParser = (content: JsonObject, message: JsonObject) => TypedContent | null;

/** One parser per type. It returns null if nothing in the content can be shown. */
const parsers: Readonly<Record<string, ContentParser>> = {
  text: ({ body }) => toContent(toText(body)),
  image: (file) => parseFile(file, "image"),
  video: (file) => parseFile(file, "video"),
  audio: (file) => parseFile(file, "audio"),
  document: (file) => parseFile(file, "document"),
  sticker: (file) => parseFile(file, "sticker"),
  location: parseLocation,
  contacts: (_, message) => toContent(describeContacts(toJsonObjects(message["contacts"]))),
  interactive: parseInteractive,
  /** A quick reply of a template. Templates have no buttons of bots. */
  button: ({ text }) => toContent(toText(text)),
  reaction: parseReaction,
  edit: parseEdit,
  revoke: (deletion) => parseChange(deletion, "deleted", { text: "" }),
  order: (order) => toContent(describeOrder(order)),
};

function parseReaction(reaction: JsonObject): TypedContent {
  const externalId = toLine(reaction["message_id"]) || undefined;
  const emoji = toLine(reaction["emoji"]);
  return {
    text: emoji || "[The reaction was removed]",
    refersTo: { kind: "reaction", externalId, emoji },
  };
}

/** Parses an edit, which contains the whole new message (WA-017). */
function parseEdit(edit: JsonObject): TypedContent | null {
  const message = toJsonObject(edit["message"]);
  if (toText(message["type"]) === "edit") return null;
  return parseChange(edit, "edited", parseContent(message));
}
function parseChange(
  change: JsonObject,
  how: "edited" | "deleted",
  content: TypedContent,
): TypedContent | null {
  const wamid = toLine(change["original_message_id"]);
  return wamid === "" ? null : { ...content, changes: { wamid, how } };
}

const toContent = (text: string): TypedContent | null => (text === "" ? null : { text });

function parseFile(file: JsonObject, type: string): TypedContent | null {
  const id = toText(file["id"]);
  if (!/^\w{1,100}$/.test(id)) return null;
  return {
    text: toText(file["caption"]),
    file: {
      id,
      name: toLine(file["filename"]) || `${type}${getExtension(toText(file["mime_type"]))}`,
      voice: file["voice"] === true,
    },
  };
}

/** Endings of the types that the service sends. The content decides about the type (CORE-060). */
const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "video/mp4": ".mp4",
  "video/3gpp": ".3gp",
  "audio/aac": ".aac",
  "audio/amr": ".amr",
  "audio/mpeg": ".mp3",
  "audio/mp4": ".m4a",
  "audio/ogg": ".ogg",
  "application/pdf": ".pdf",
  "text/plain": ".txt",
};
function getExtension(mimeType: string): string {
  const type = mimeType.split(";")[0]?.trim() ?? "";
  return Object.hasOwn(extensions, type) ? (extensions[type] ?? "") : "";
}

function parseLocation(location: JsonObject): TypedContent | null {
  const latitude = toDegrees(location["latitude"], 90);
  const longitude = toDegrees(location["longitude"], 180);
  if (latitude === null || longitude === null) return null;
  return {
    text: describeLocation(location),
    media: { ...emptyMedia, type: "location", latitude, longitude },
  };
}
function toDegrees(value: unknown, limit: number): number | null {
  const text = toText(value).trim();
  const degrees = text === "" ? Number.NaN : Number(text);
  return Math.abs(degrees) <= limit ? degrees : null;
}

function parseInteractive(interactive: JsonObject, message: JsonObject): TypedContent | null {
  const reply = toJsonObject(interactive["button_reply"] ?? interactive["list_reply"]);
  const title = toText(reply["title"]);
  const buttonId = toText(reply["id"]);
  const externalId = toLine(toJsonObject(message["context"])["id"]);
  if (buttonId !== "")
    return {
      text: title || buttonId,
      pressed: externalId === "" ? undefined : { externalId, buttonId },
    };
  const flow = toJsonObject(interactive["nfm_reply"]);
  return toContent(joinLines(toText(flow["body"]), toText(flow["response_json"])));
}

/** Describes a message that cannot be shown, so that the operator can ask for it (WA-012). */
function describeUnsupported(type: string, message: JsonObject): TypedContent {
  const inner = toLine(toJsonObject(message["unsupported"])["type"]);
  const [error = {}] = toJsonObjects(message["errors"]);
  const reason = toLine(error["title"]) || toLine(error["message"]);
  const kind = inner || (type === "unsupported" ? "" : toLine(type));
  return {
    text: `[Message that WhatsApp does not pass on${kind === "" ? "" : `: ${kind}`}${
      reason === "" ? "" : ` (${reason})`
    }]`,
  };
}

function parseOrigin(message: JsonObject, context: JsonObject): MessageOrigin | null {
  const isForwarded = context["forwarded"] === true || context["frequently_forwarded"] === true;
  const ad = toJsonObject(message["referral"]);
  const referral = [toLine(ad["headline"]), toLine(ad["source_url"])]
    .filter((part) => part !== "")
    .join(" · ");
  if (!isForwarded && referral === "") return null;
  return omitAbsent({ forwarded: isForwarded || undefined, referral: referral || undefined });
}
