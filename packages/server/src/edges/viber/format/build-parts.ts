import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Media, MessageButton } from "../../../core/entity.ts";
import type { MessageBody } from "../../../core/chat/message/message-text.ts";
import { splitText } from "../../../connectors/outbound/split-text.ts";

/** The fields of `send_message` that depend on the message. */
export type PartContent = Readonly<Record<string, unknown>>;
/** A stored file of a message. `type`: its MIME type, `size`: bytes. */
interface StoredFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const megabyte = 1024 * 1024;
/** Limits of Viber: lengths in UTF-16 units, sizes in bytes, a duration in seconds. */
const maxTextLength = 7_000;
const maxCaptionLength = 120;
const maxPictureBytes = megabyte;
const maxVideoBytes = 26 * megabyte;
const maxVideoSeconds = 180;
const maxFileBytes = 50 * megabyte;
const maxFileNameLength = 256;
const buttonColumns = 6;

/** Programs and scripts, which Viber does not deliver as files. */
const forbiddenName =
  /\.(?:action|apk|app|bat|bin|cmd|com|command|cpl|csh|exe|gadget|inf1|ins|inx|ipa|isu|job|jse|ksh|lnk|msc|msi|msp|mst|osx|out|paf|pif|prg|ps1|reg|rgs|run|sct|shb|shs|u3p|vb|vbe|vbs|vbscript|ws|wsf)$/i;

/**
 * Converts a message to the requests that send it, in order (VB-030). `file` is the stored file of
 * its media, or null if it has none or Parlour does not store it.
 */
export function buildParts(message: MessageBody, file: StoredFile | null): readonly PartContent[] {
  const { media, buttons, text } = message;
  if (media !== undefined) return buildMediaParts(media, text, file);
  if (buttons === undefined) return buildTextParts(text);
  // A message needs a text. Without a title, it is the text for channels without buttons.
  const parts = buildTextParts(message.title?.trim() ? message.title : text);
  const keyboard = { Type: "keyboard", DefaultHeight: false, Buttons: buttons.map(buildButton) };
  return parts.map((part, n) => (n === parts.length - 1 ? { ...part, keyboard } : part));
}

/** Viber reads HTML in the text of a button, and returns the body as the text of the answer. */
const buildButton = ({ text }: MessageButton): PartContent => ({
  Columns: buttonColumns,
  Rows: 1,
  ActionType: "reply",
  ActionBody: text,
  Text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
});

const buildTextParts = (text: string): readonly PartContent[] =>
  splitText({ text, entities: [] }, maxTextLength).map((part) => ({
    type: "text",
    text: part.text,
  }));

function buildMediaParts(
  media: Media,
  comment: string,
  file: StoredFile | null,
): readonly PartContent[] {
  if (media.type === "location") {
    const location = { lat: String(media.latitude), lon: String(media.longitude) };
    return [{ type: "location", location }, ...buildTextParts(comment)];
  }
  const isFile = file !== null && file.size <= maxFileBytes && !forbiddenName.test(file.name);
  if (!isFile) {
    const link = `${media.file_name ?? media.type}\n${media.file ?? ""}`;
    return buildTextParts(comment === "" ? link : `${comment}\n\n${link}`);
  }
  const part = buildFilePart(media, comment, file);
  return "text" in part && part["text"] === comment ? [part] : [part, ...buildTextParts(comment)];
}

/** Viber loads the file from its public address. It shows only JPEG pictures and MP4 films. */
function buildFilePart(media: Media, comment: string, file: StoredFile): PartContent {
  const [type = ""] = file.type.split(";");
  const common = { media: media.file, size: file.size };
  if (type === "image/jpeg" && file.size <= maxPictureBytes) {
    const text = comment.length <= maxCaptionLength ? comment : "";
    return { type: "picture", media: media.file, text };
  }
  if (type === "video/mp4" && file.size <= maxVideoBytes) {
    const seconds = Math.round(media.duration ?? 0);
    const isShown = seconds > 0 && seconds <= maxVideoSeconds;
    return { type: "video", ...common, ...omitAbsent({ duration: isShown ? seconds : undefined }) };
  }
  return { type: "file", ...common, file_name: shortenName(file.name) };
}

/** Shortens a name, and leaves its ending, by which devices know the type. */
function shortenName(name: string): string {
  if (name.length <= maxFileNameLength) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  return name.slice(0, maxFileNameLength - ending.length) + ending;
}
