import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { InboundReference } from "../../../connectors/inbound-message.ts";
import { joinLines, toAddress, toLine, toText } from "../../../connectors/meta/values.ts";
import type { Media, MessageOrigin } from "../../../core/entity.ts";
import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { parseAttachment, type MediaReference } from "./parse-attachment.ts";

export interface ParsedMessage {
  readonly mid: string;
  /** Id of the customer for this page or account. */
  readonly customer: string;
  /** When it was written, edited or deleted, in milliseconds since 1970, or null. */
  readonly at: number | null;
  readonly text: string;
  readonly media?: Media | undefined;
  readonly file?: MediaReference | undefined;
  /** Payload of the quick reply that the customer pressed. */
  readonly payload?: string | undefined;
  readonly refersTo?: InboundReference | undefined;
  readonly origin?: MessageOrigin | undefined;
  /** The message with this id is changed or deleted. */
  readonly change?: "edited" | "deleted";
}

/** Returns a time of the service, which counts milliseconds since 1970. */
export function toTimeMs(value: unknown): number | null {
  const text = toText(value);
  const at = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return at > 0 ? at : null;
}

/**
 * Parses the messages of an event (ME-011). One with several files becomes one message per file,
 * the first with the text. Returns an empty list if the customer wrote nothing.
 */
export function parseMessages(customer: string, event: JsonObject): readonly ParsedMessage[] {
  const at = toTimeMs(event["timestamp"]);
  const common = { customer, at };
  if (event["message"] !== undefined) return parseMessage(toJsonObject(event["message"]), common);
  if (event["message_edit"] !== undefined) {
    const { mid, text } = toJsonObject(event["message_edit"]);
    return filterIdentified([
      { ...common, mid: toLine(mid), text: toText(text), change: "edited" },
    ]);
  }
  if (event["reaction"] !== undefined)
    return parseReaction(toJsonObject(event["reaction"]), common);
  if (event["postback"] !== undefined)
    return parsePostback(toJsonObject(event["postback"]), common);
  return [];
}
interface Common {
  readonly customer: string;
  readonly at: number | null;
}

const filterIdentified = (messages: readonly ParsedMessage[]): readonly ParsedMessage[] =>
  messages.filter(({ mid }) => mid !== "");

function parseMessage(message: JsonObject, common: Common): readonly ParsedMessage[] {
  const mid = toLine(message["mid"]);
  if (message["is_deleted"] === true)
    return filterIdentified([{ ...common, mid, text: "", change: "deleted" }]);
  const attachments = withoutCopies(toJsonObjects(message["attachments"])).slice(0, maxAttachments);
  const text = toText(message["text"]);
  const contents = attachments.map((attachment) => parseAttachment(attachment, text));
  const files = contents.flatMap(({ file, media }) => (file || media ? [{ file, media }] : []));
  const reference = parseReference(toJsonObject(message["reply_to"]));
  const lines = joinLines(reference.line, text, ...contents.map(({ line }) => line));
  const isEmpty = lines === "" && files.length === 0;
  const first: ParsedMessage = {
    ...common,
    mid,
    text: isEmpty ? "[Message that Meta does not pass on]" : lines,
    ...files[0],
    ...omitAbsent({
      payload: toText(toJsonObject(message["quick_reply"])["payload"]) || undefined,
      refersTo: reference.refersTo ?? parseProduct(toJsonObject(message["referral"])),
      origin: parseOrigin(toJsonObject(message["referral"])),
    }),
  };
  const others = files
    .slice(1)
    .map((content, n) => ({ ...common, mid: toPartId(mid, n + 1), text: "", ...content }));
  return filterIdentified(mid === "" ? [] : [first, ...others]);
}
const maxAttachments = 30;

/** Id of a further file of a message. */
export const toPartId = (mid: string, n: number): string => `${mid}#${n + 1}`;

/** A sticker is sent as a sticker and, for some time, also as a picture. */
function withoutCopies(attachments: readonly JsonObject[]): readonly JsonObject[] {
  const hasSticker = attachments.some(({ type }) => type === "sticker");
  return attachments.filter(
    ({ type, payload }) =>
      !hasSticker || type !== "image" || toJsonObject(payload)["sticker_id"] === undefined,
  );
}

/** Parses what the customer answers: a message of the chat, or a story of the account. */
function parseReference(replyTo: JsonObject): {
  readonly refersTo?: InboundReference;
  readonly line: string;
} {
  const externalId = toLine(replyTo["mid"]);
  if (externalId !== "") return { refersTo: { kind: "message", externalId }, line: "" };
  const story = replyTo["story"];
  const url = toAddress(toJsonObject(story)["url"]);
  return { line: story === undefined ? "" : `[Reply to a story] ${url}`.trim() };
}

function parseProduct(referral: JsonObject): InboundReference | undefined {
  const id = toLine(toJsonObject(referral["product"])["id"]);
  return id === "" ? undefined : { kind: "product", product: { id } };
}

/** Returns the link or advertisement that led the customer here, or "". */
export function parseReferral(referral: JsonObject): string {
  const ad = toLine(toJsonObject(referral["ads_context_data"])["ad_title"]);
  const link = toLine(referral["ref"]) || toLine(referral["referer_uri"]);
  const known = [ad, link].filter((part) => part !== "").join(" · ");
  return known || toLine(referral["ad_id"]);
}
function parseOrigin(source: JsonObject): MessageOrigin | undefined {
  const referral = parseReferral(source);
  return referral === "" ? undefined : { referral };
}

/** Emoji of reactions that are named without one. */
const emojiByName: Readonly<Record<string, string>> = {
  love: "❤️",
  like: "👍",
  dislike: "👎",
  smile: "😆",
  laugh: "😆",
  wow: "😮",
  sad: "😢",
  angry: "😠",
};
function parseReaction(reaction: JsonObject, common: Common): readonly ParsedMessage[] {
  const mid = toLine(reaction["mid"]);
  if (mid === "") return [];
  const name = toText(reaction["reaction"]);
  const isRemoved = reaction["action"] === "unreact";
  const known = Object.hasOwn(emojiByName, name) ? emojiByName[name] : undefined;
  const emoji = isRemoved ? "" : toLine(reaction["emoji"]) || (known ?? "👍");
  return [
    {
      ...common,
      // A reaction has no id of its own.
      mid: `reaction:${mid}:${common.customer}:${common.at ?? 0}`,
      text: emoji || "[The reaction was removed]",
      refersTo: { kind: "reaction", externalId: mid, emoji },
    },
  ];
}

/** Parses a press of a menu item, of "Get started" or of a button of a template. */
function parsePostback(postback: JsonObject, common: Common): readonly ParsedMessage[] {
  const { mid, title, payload, referral } = postback;
  return [
    {
      ...common,
      mid: toLine(mid) || `postback:${common.customer}:${common.at ?? 0}`,
      text: toLine(title) || toLine(payload) || "[Button]",
      payload: toText(payload) || undefined,
      origin: parseOrigin(toJsonObject(referral)),
    },
  ];
}
