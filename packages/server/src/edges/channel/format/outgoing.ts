import { maxChannelTextLength, cutText } from "../../../core/chat/text.ts";
import type { Media } from "../../../core/entity.ts";
import type { NewMessage } from "../../../core/event.ts";
import { endpointUrl } from "../../../http/endpoint-url.ts";

/** Parts of a request to an integrator (CH-070 to CH-077). Pure. */

export interface Sender {
  readonly name: string;
  readonly photo: string;
}

/**
 * Builds the body. `recipient` is the JSON literal in which the customer's id was received. It is
 * inserted unchanged (CH-043).
 */
export function outgoingBody(sender: Sender, recipient: string, message: Readonly<Record<string, unknown>>): string {
  return `{"sender":${JSON.stringify({ name: sender.name, photo: sender.photo })},"recipient":{"id":${recipient}},"message":${JSON.stringify(message)}}`;
}

/**
 * Converts a message for the wire (CH-071, CH-075, CH-076). `cut`: the text was longer than the
 * channel allows (CH-074).
 */
export function outgoingMessage(
  message: NewMessage,
  mediaAs: "media objects" | "text with link",
): { readonly wire: Readonly<Record<string, unknown>>; readonly cut: boolean } {
  const id = String(message.id);
  const { media } = message;
  if (media === undefined) return textMessage(id, message.text);
  if (mediaAs === "text with link") return linkMessage(id, media, message.text);
  const comment = cutText(message.text, maxChannelTextLength);
  return {
    wire: { type: media.type, id, ...mediaFields(media), ...(comment.text === "" ? {} : { text: comment.text }) },
    cut: comment.cut,
  };
}

/** Builds the URL of a channel's requests (CH-070). */
export function outgoingUrl(configured: string, publicId: string, isAppended: boolean): string {
  return endpointUrl(configured, { name: "public_id", value: publicId, isAppended });
}

export function outgoingHeaders(version: string): Record<string, string> {
  return { "content-type": "application/json; charset=utf-8", accept: "application/json", "user-agent": `Parlour/${version}` };
}

function textMessage(id: string, full: string): ReturnType<typeof outgoingMessage> {
  const { text, cut } = cutText(full, maxChannelTextLength);
  return { wire: { type: "text", id, text }, cut };
}

/**
 * Builds the comment, then file name, new line and URL (CH-076). Coordinates become a map link. A
 * long comment is cut, the link is not.
 */
function linkMessage(id: string, media: Media, comment: string): ReturnType<typeof outgoingMessage> {
  const place = `https://www.openstreetmap.org/?mlat=${media.latitude}&mlon=${media.longitude}`;
  const link = media.type === "location" ? place : `${media.file_name ?? media.type}\n${media.file ?? ""}`;
  if (comment === "") return textMessage(id, link);
  const { text, cut } = cutText(comment, Math.max(0, maxChannelTextLength - Array.from(link).length - 1));
  const whole = textMessage(id, `${text}\n${link}`);
  return { ...whole, cut: cut || whole.cut };
}

function mediaFields(media: Media): Record<string, unknown> {
  if (media.type === "location") return { latitude: media.latitude, longitude: media.longitude };
  const always = { file: media.file ?? "", file_name: media.file_name ?? media.type, file_size: media.file_size ?? 0 };
  const known = {
    thumb: media.thumb ?? (media.type === "photo" ? media.file : null),
    emoji: media.emoji,
    duration: media.duration,
    width: media.width,
    height: media.height,
    performer: media.performer,
    title: media.title,
  };
  return { ...always, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) };
}
