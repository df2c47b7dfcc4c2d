import { channelTextMax, cutText } from "../../../core/chat/text.ts";
import type { Media } from "../../../core/entity.ts";
import type { MessageDraft } from "../../../core/event.ts";
import { endpointUrl } from "../../../http/endpoint-url.ts";

/** Our requests on the wire (CH-070 – CH-077). Pure. */

export interface Sender {
  readonly name: string;
  readonly photo: string;
}

/** The whole body. `recipient` is the JSON literal that the customer's id came as; it is inserted untouched (CH-043). */
export function outgoingBody(sender: Sender, recipient: string, message: Readonly<Record<string, unknown>>): string {
  return `{"sender":${JSON.stringify({ name: sender.name, photo: sender.photo })},"recipient":{"id":${recipient}},"message":${JSON.stringify(message)}}`;
}

/** A message as CH-071, CH-075 and CH-076 want it; `cut` tells that its text was longer than the channel takes (CH-074). */
export function outgoingMessage(
  message: MessageDraft,
  mediaAs: "media objects" | "text with link",
): { readonly wire: Readonly<Record<string, unknown>>; readonly cut: boolean } {
  const id = String(message.id);
  const { media } = message;
  if (media === undefined) return textMessage(id, message.text);
  if (mediaAs === "text with link") return linkMessage(id, media, message.text);
  const comment = cutText(message.text, channelTextMax);
  return {
    wire: { type: media.type, id, ...mediaFields(media), ...(comment.text === "" ? {} : { text: comment.text }) },
    cut: comment.cut,
  };
}

/** Where a channel's requests go (CH-070). */
export function outgoingUrl(configured: string, publicId: string, isAppended: boolean): string {
  return endpointUrl(configured, { name: "public_id", value: publicId, isAppended });
}

export function outgoingHeaders(version: string): Record<string, string> {
  return { "content-type": "application/json; charset=utf-8", accept: "application/json", "user-agent": `Parlour/${version}` };
}

function textMessage(id: string, full: string): ReturnType<typeof outgoingMessage> {
  const { text, cut } = cutText(full, channelTextMax);
  return { wire: { type: "text", id, text }, cut };
}

/** The comment, then file name, new line, URL (CH-076); coordinates as a link for maps. A long comment is cut, never the link. */
function linkMessage(id: string, media: Media, comment: string): ReturnType<typeof outgoingMessage> {
  const place = `https://www.openstreetmap.org/?mlat=${media.latitude}&mlon=${media.longitude}`;
  const link = media.type === "location" ? place : `${media.file_name ?? media.type}\n${media.file ?? ""}`;
  if (comment === "") return textMessage(id, link);
  const { text, cut } = cutText(comment, Math.max(0, channelTextMax - Array.from(link).length - 1));
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
