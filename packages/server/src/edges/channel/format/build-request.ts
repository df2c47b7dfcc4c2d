import { omitAbsent } from "@parlour/protocol/omit-absent";
import { maxChannelTextLength, cutText } from "../../../core/text.ts";
import type { ChannelQuote } from "@parlour/protocol/channel";
import type { Media } from "../../../core/entity.ts";
import type { NewMessage } from "../../../core/event.ts";
import { buildEndpointUrl } from "../../../http/endpoint-url.ts";

/** Author of a message, as sent to an integrator. */

export interface MessageSender {
  readonly name: string;
  readonly photo: string;
}

/**
 * Builds the body. `recipient` is the customer's id as the JSON literal that was received, and is
 * inserted unchanged (CH-043).
 */
export function buildBody(
  sender: MessageSender,
  recipient: string,
  message: Readonly<Record<string, unknown>>,
): string {
  return `{"sender":${JSON.stringify({ name: sender.name, photo: sender.photo })},"recipient":{"id":${recipient}},"message":${JSON.stringify(message)}}`;
}

export interface BuiltMessage {
  readonly wire: Readonly<Record<string, unknown>>;
  readonly cut: boolean;
}

/**
 * Converts a message to the format of interface A (CH-071, CH-075, CH-076), with what it quotes
 * (CH-079) and from what it was translated (CH-128). `cut` is true if the text was longer than the
 * channel allows (CH-074).
 */
export function buildMessage(
  message: NewMessage,
  mediaAs: "media objects" | "text with link",
): BuiltMessage {
  const { wire, cut } = buildContent(message, mediaAs);
  const { original } = message;
  const context = omitAbsent({
    quote: findQuote(message),
    original: original && cutText(original, maxChannelTextLength).text,
  });
  return { wire: { ...wire, ...context }, cut };
}

function findQuote({ refers_to }: NewMessage): ChannelQuote | undefined {
  if (refers_to?.id === undefined) return undefined;
  const { id, author = "", text = "" } = refers_to;
  return { id: String(id), author, text };
}

function buildContent(
  message: NewMessage,
  mediaAs: "media objects" | "text with link",
): BuiltMessage {
  const id = String(message.id);
  const { media } = message;
  if (media === undefined) return buildTextMessage(id, message.text);
  if (mediaAs === "text with link") return buildLinkMessage(id, media, message.text);
  const comment = cutText(message.text, maxChannelTextLength);
  return {
    wire: {
      type: media.type,
      id,
      ...buildMediaFields(media),
      ...omitAbsent({ text: comment.text || undefined }),
    },
    cut: comment.cut,
  };
}

/** Converts the change of a message, which keeps its id, to the format of interface A (CH-126). */
export function buildChange({ id, text, deleted_at }: NewMessage): BuiltMessage {
  if (deleted_at !== undefined) return { wire: { type: "deletion", id: String(id) }, cut: false };
  const { wire, cut } = buildTextMessage(String(id), text);
  return { wire: { ...wire, type: "edit" }, cut };
}

/** Builds the URL of a channel's requests (CH-070). */
export function buildUrl(configured: string, publicId: string, isAppended: boolean): string {
  return buildEndpointUrl(configured, { name: "public_id", value: publicId, isAppended });
}

export function buildHeaders(version: string): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
  };
}

function buildTextMessage(id: string, full: string): BuiltMessage {
  const { text, cut } = cutText(full, maxChannelTextLength);
  return { wire: { type: "text", id, text }, cut };
}

/**
 * Builds the comment, followed by file name, line break and URL (CH-076). Coordinates become a map
 * link. Shortens a long comment, but never the link.
 */
function buildLinkMessage(id: string, media: Media, comment: string): BuiltMessage {
  const mapUrl = `https://www.openstreetmap.org/?mlat=${media.latitude}&mlon=${media.longitude}`;
  const link =
    media.type === "location" ? mapUrl : `${media.file_name ?? media.type}\n${media.file ?? ""}`;
  if (comment === "") return buildTextMessage(id, link);
  const { text, cut } = cutText(
    comment,
    Math.max(0, maxChannelTextLength - Array.from(link).length - 1),
  );
  const textMessage = buildTextMessage(id, `${text}\n${link}`);
  return { ...textMessage, cut: cut || textMessage.cut };
}

function buildMediaFields(media: Media): Record<string, unknown> {
  if (media.type === "location") return { latitude: media.latitude, longitude: media.longitude };
  const requiredFields = {
    file: media.file ?? "",
    file_name: media.file_name ?? media.type,
    file_size: media.file_size ?? 0,
  };
  const optionalFields = {
    thumb: media.thumb ?? (media.type === "photo" ? media.file : null),
    emoji: media.emoji,
    duration: media.duration,
    width: media.width,
    height: media.height,
    performer: media.performer,
    title: media.title,
  };
  return {
    ...requiredFields,
    ...Object.fromEntries(Object.entries(optionalFields).filter(([, value]) => value !== null)),
  };
}
