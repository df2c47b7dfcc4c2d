import type { Media } from "../../../core/entity.ts";
import type { MessageBody } from "../../../core/chat/message/message-text.ts";
import { splitText } from "../../../connectors/outbound/split-text.ts";

/** Gateways refuse longer texts, which they would send as more than ten parts. */
const maxTextLength = 1_600;

/** Converts a message to the texts that send it (SMS-021): links of files, a map of a location. */
export function buildTexts({ media, text }: MessageBody): readonly string[] {
  const parts = [text, media === undefined ? "" : describeMedia(media)];
  const joined = parts.filter((part) => part.trim() !== "").join("\n");
  return splitText({ text: joined, entities: [] }, maxTextLength).map((part) => part.text);
}

function describeMedia(media: Media): string {
  if (media.type === "location")
    return `https://www.openstreetmap.org/?mlat=${media.latitude}&mlon=${media.longitude}`;
  return `${media.file_name ?? media.type}\n${media.file ?? ""}`;
}
