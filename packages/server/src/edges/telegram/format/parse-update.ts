import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import type { InboundMessage } from "../../../connectors/inbound-message.ts";
import { toExternalId } from "./external-id.ts";
import { parseReference } from "./parse-reference.ts";
import { toInteger, toName, toText } from "./values.ts";
import { parseContent, type MessageContent } from "./parse-message.ts";

/**
 * A message of a customer in their private chat with the bot. `customer`: id of the chat, which is
 * also that of the customer. `externalId`: `chat_id:message_id`, unique for the bot.
 */
export interface IncomingMessage extends InboundMessage, MessageContent {
  /** Time of the last edit in milliseconds since 1970, or null if the message is new. */
  readonly editedAt: number | null;
}
/** The first press of "Start", or a link to the bot that was opened. */
export interface BotStart {
  readonly customer: string;
  readonly name: string;
  readonly payload: string;
}
export interface PressedButton {
  readonly customer: string;
  readonly name: string;
  readonly queryId: string;
  /** External id of the message with the button, and its number at Telegram. */
  readonly messageExternalId: string;
  readonly messageNumber: number;
  readonly data: string;
  readonly label: string;
}
/** An update of the Bot API (TG-011). */
export type ParsedUpdate =
  | { readonly kind: "message"; readonly message: IncomingMessage }
  /** The customer has opened the bot, by a link with this payload or without (TG-028). */
  | { readonly kind: "start"; readonly start: BotStart }
  | { readonly kind: "pressed"; readonly pressed: PressedButton }
  | { readonly kind: "membership"; readonly customer: string; readonly isBlocked: boolean }
  /** Nothing follows from the update. `reason` is one sentence for the request inspector. */
  | { readonly kind: "ignored"; readonly reason: string };

const maxNameLength = 255;
const maxCallbackDataLength = 64;
const maxLabelLength = 200;

const ignore = (reason: string): ParsedUpdate => ({ kind: "ignored", reason });

/** Returns the number of an update, or null if it has no valid one. */
export function readUpdateId(update: unknown): number | null {
  const id = toInteger(toJsonObject(update)["update_id"]);
  return id !== null && id >= 0 ? id : null;
}

/** Parses an update of the bot with the id `botId`. Never throws. */
export function parseUpdate(update: unknown, botId: number): ParsedUpdate {
  if (readUpdateId(update) === null) return ignore("The update has no valid update_id.");
  const { message, edited_message, callback_query, my_chat_member, message_reaction } =
    toJsonObject(update);
  if (message !== undefined) return parseMessage(toJsonObject(message), false);
  if (edited_message !== undefined) return parseMessage(toJsonObject(edited_message), true);
  if (callback_query !== undefined) return parsePressed(toJsonObject(callback_query), botId);
  if (my_chat_member !== undefined) return parseMembership(toJsonObject(my_chat_member), botId);
  if (message_reaction !== undefined) return parseReaction(toJsonObject(message_reaction));
  return ignore("Parlour does not use this kind of update.");
}

function parseMessage(message: JsonObject, isEdited: boolean): ParsedUpdate {
  const chat = parseChat(message["chat"]);
  if ("reason" in chat) return ignore(chat.reason);
  const messageId = toPositiveInteger(message["message_id"]);
  if (messageId === null) return ignore("The message has no valid message_id.");
  const from = toJsonObject(message["from"]);
  if (from["is_bot"] === true) return ignore("A bot wrote the message.");
  const start = isEdited ? null : startPattern.exec(toText(message["text"]));
  if (start !== null)
    return {
      kind: "start",
      start: { customer: chat.customer, name: parseName(from), payload: start[1] ?? "" },
    };
  const editedS = toInteger(message["edit_date"]);
  return {
    kind: "message",
    message: {
      ...parseContent(message),
      customer: chat.customer,
      externalId: toExternalId(chat.customer, messageId),
      name: parseName(from) || undefined,
      refersTo: parseReference(message, (number) => toExternalId(chat.customer, number)),
      editedAt: isEdited ? (editedS ?? 0) * 1_000 : null,
    },
  };
}

/** The command with a payload as links can have it. A command with other words is a message. */
const startPattern = /^\/start(?:@\w{1,64})?(?: ([\w-]{1,64}))?$/;

/**
 * Parses a reaction (TG-027) as the message with its emoji, which it becomes if Parlour does not
 * know its message. The update names all reactions of the customer to the message, so its time is
 * part of the id.
 */
function parseReaction(change: JsonObject): ParsedUpdate {
  const chat = parseChat(change["chat"]);
  if ("reason" in chat) return ignore(chat.reason);
  const messageId = toPositiveInteger(change["message_id"]);
  const user = toJsonObject(change["user"]);
  if (messageId === null || user["is_bot"] === true)
    return ignore("The reaction has no valid message, or is that of a bot.");
  const emoji = toJsonObjects(change["new_reaction"])
    .map((reaction) => toText(reaction["emoji"], maxLabelLength) || "[Custom emoji]")
    .join(" ");
  const externalId = toExternalId(chat.customer, messageId);
  const time = toInteger(change["date"]) ?? 0;
  return {
    kind: "message",
    message: {
      customer: chat.customer,
      externalId: `reaction:${externalId}:${time}:${emoji}`,
      name: parseName(user) || undefined,
      text: emoji || "[The reaction was removed]",
      file: null,
      refersTo: { kind: "reaction", externalId, emoji },
      writtenAt: time * 1_000,
      editedAt: null,
    },
  };
}

function parsePressed(query: JsonObject, botId: number): ParsedUpdate {
  const message = toJsonObject(query["message"]);
  const chat = parseChat(message["chat"]);
  if ("reason" in chat) return ignore(chat.reason);
  const messageNumber = toPositiveInteger(message["message_id"]);
  const queryId = toText(query["id"], maxNameLength);
  const data = toText(query["data"], maxCallbackDataLength);
  const from = toJsonObject(query["from"]);
  if (messageNumber === null || queryId === "" || data === "")
    return ignore("The pressed button has no valid message, id or data.");
  if (String(toInteger(from["id"])) !== chat.customer)
    return ignore("The button was pressed in the chat of another customer.");
  // A message that is too old comes without its sender and content (TG-024).
  if (message["from"] !== undefined && !isOwn(message["from"], botId))
    return ignore("The button belongs to another bot.");
  return {
    kind: "pressed",
    pressed: {
      customer: chat.customer,
      name: parseName(from),
      queryId,
      messageExternalId: toExternalId(chat.customer, messageNumber),
      messageNumber,
      data,
      label: findLabel(message, data),
    },
  };
}

/** Returns the label of a button. A message that is too old comes without its buttons. */
function findLabel(message: JsonObject, data: string): string {
  const rows = toJsonObject(message["reply_markup"])["inline_keyboard"];
  const buttons = Array.isArray(rows) ? rows.flatMap(toJsonObjects) : [];
  const button = buttons.find((candidate) => candidate["callback_data"] === data);
  return toText(button?.["text"], maxLabelLength) || data;
}

function parseMembership(change: JsonObject, botId: number): ParsedUpdate {
  const chat = parseChat(change["chat"]);
  if ("reason" in chat) return ignore(chat.reason);
  const { user, status } = toJsonObject(change["new_chat_member"]);
  if (!isOwn(user, botId)) return ignore("The update is about another bot.");
  return { kind: "membership", customer: chat.customer, isBlocked: status === "kicked" };
}

/** Returns the customer of a private chat. Groups and channels are not served (TG-012). */
function parseChat(value: unknown): { readonly customer: string } | { readonly reason: string } {
  const chat = toJsonObject(value);
  if (chat["type"] !== "private") return { reason: "Only private chats with the bot are served." };
  const id = toPositiveInteger(chat["id"]);
  return id === null ? { reason: "The chat has no valid id." } : { customer: String(id) };
}

const parseName = (user: JsonObject): string => toText(toName(user), maxNameLength);

const isOwn = (user: unknown, botId: number): boolean =>
  toInteger(toJsonObject(user)["id"]) === botId;

function toPositiveInteger(value: unknown): number | null {
  const integer = toInteger(value);
  return integer !== null && integer > 0 ? integer : null;
}
