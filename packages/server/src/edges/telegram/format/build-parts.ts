import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Media } from "../../../core/entity.ts";
import type { MessageBody } from "../../../core/chat/message/message-text.ts";
import { toMessageNumber } from "./external-id.ts";
import { toCallbackData } from "./callback-data.ts";
import { formatMarkdownNodes } from "../../../connectors/outbound/markdown-entities.ts";
import { splitText, type FormattedText } from "../../../connectors/outbound/split-text.ts";

/** One request to the Bot API that sends a part of a message. */
export interface OutgoingPart {
  readonly method: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly fileField?: string;
}
/** A stored file of a message. `type`: its MIME type, `size`: bytes. */
export interface OutgoingFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const megabyte = 1024 * 1024;
/** Limits of the Bot API: lengths in UTF-16 units, sizes in bytes and pixels. */
const maxTextLength = 4096;
const maxCaptionLength = 1024;
const maxUploadBytes = 50 * megabyte;
const maxPhotoBytes = 10 * megabyte;
const maxPhotoSides = 10_000;
const maxPhotoRatio = 20;

/**
 * Converts a message to the requests that send it, in order (TG-030 – TG-033). `file` is the stored
 * file of its media, or null if it has none or Parlour does not store it.
 */
export function buildParts(
  message: MessageBody,
  file: OutgoingFile | null,
): readonly OutgoingPart[] {
  const { media, nodes, buttons, text } = message;
  if (media !== undefined) return buildMediaParts(media, text, file);
  if (nodes !== undefined) return buildTextParts(formatMarkdownNodes(nodes));
  if (buttons === undefined) return buildTextParts(toPlain(text));
  // A message needs a text. Without a title, it is the text for channels without buttons.
  const title = message.title?.trim() ? message.title : text;
  const keyboard = buttons.map((button, index) => [
    { text: button.text, callback_data: toCallbackData(button, index) },
  ]);
  return withKeyboard(buildTextParts(toPlain(title)), keyboard);
}

/**
 * Adds the quoted message to the first part (TG-034). The answer also arrives if the customer has
 * deleted that message.
 */
export function withQuote(
  parts: readonly OutgoingPart[],
  quotedId: string | null,
): readonly OutgoingPart[] {
  const [first, ...others] = parts;
  if (quotedId === null || first === undefined) return parts;
  const reply = { message_id: toMessageNumber(quotedId), allow_sending_without_reply: true };
  return [{ ...first, values: { ...first.values, reply_parameters: reply } }, ...others];
}

const toPlain = (text: string): FormattedText => ({ text, entities: [] });

function buildTextParts(formatted: FormattedText): readonly OutgoingPart[] {
  return splitText(formatted, maxTextLength).map(({ text, entities }) => ({
    method: "sendMessage",
    values: { text, entities: entities.length === 0 ? undefined : entities },
  }));
}

/** Adds the buttons to the last part, so that they follow the whole text. */
function withKeyboard(
  parts: readonly OutgoingPart[],
  keyboard: readonly unknown[],
): readonly OutgoingPart[] {
  return parts.map((part, n) =>
    n === parts.length - 1
      ? { ...part, values: { ...part.values, reply_markup: { inline_keyboard: keyboard } } }
      : part,
  );
}

function buildMediaParts(
  media: Media,
  comment: string,
  file: OutgoingFile | null,
): readonly OutgoingPart[] {
  if (media.type === "location") {
    const { latitude, longitude } = media;
    return [
      { method: "sendLocation", values: { latitude, longitude } },
      ...buildTextParts(toPlain(comment)),
    ];
  }
  if (file === null || file.size > maxUploadBytes) return buildLinkParts(media, comment);
  const { method, field } = selectFileMethod(media, file);
  const hasCaption = comment !== "" && comment.length <= maxCaptionLength;
  return [
    {
      method,
      fileField: field,
      values: omitAbsent({
        caption: hasCaption ? comment : undefined,
        duration: field === "document" ? undefined : (media.duration ?? undefined),
      }),
    },
    ...(hasCaption ? [] : buildTextParts(toPlain(comment))),
  ];
}

/** A file that Telegram does not accept, or that is not stored here, arrives as its address. */
function buildLinkParts({ file_name, file, type }: Media, comment: string) {
  const link = `${file_name ?? type}\n${file ?? ""}`;
  return buildTextParts(toPlain(comment === "" ? link : `${comment}\n\n${link}`));
}

/**
 * Selects the method that displays the file. Telegram shows only some formats as photo, video or
 * sound, and takes every format as a document.
 */
function selectFileMethod(
  media: Media,
  file: OutgoingFile,
): { readonly method: string; readonly field: string } {
  const [type = ""] = file.type.split(";");
  const isPicture = media.type === "photo" || media.type === "sticker";
  if (isPicture && type === "image/gif") return { method: "sendAnimation", field: "animation" };
  if (isPicture && isPhoto(media, type, file.size)) return { method: "sendPhoto", field: "photo" };
  if (media.type === "video" && type === "video/mp4")
    return { method: "sendVideo", field: "video" };
  const isPlayable = /^audio\/(?:mpeg|mp4|x-m4a)$/.test(type);
  if (media.type === "voice" && (isPlayable || type === "audio/ogg"))
    return { method: "sendVoice", field: "voice" };
  if (media.type === "audio" && isPlayable) return { method: "sendAudio", field: "audio" };
  return { method: "sendDocument", field: "document" };
}

function isPhoto({ width, height }: Media, type: string, size: number): boolean {
  if (!/^image\/(?:jpeg|png|webp)$/.test(type) || size > maxPhotoBytes) return false;
  if (width === null || height === null) return false;
  const ratio = Math.max(width, height) / Math.max(Math.min(width, height), 1);
  return width + height <= maxPhotoSides && ratio <= maxPhotoRatio;
}
