import { joinLines, toAddress, toLine } from "../../../connectors/meta/values.ts";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { Media } from "../../../core/entity.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";

/** A file that must be downloaded. Its address needs no token, and is valid for some time. */
export interface MediaReference {
  readonly url: string;
  readonly name: string;
  /** Whether the customer recorded it for this message. */
  readonly voice: boolean;
}
/** `line`: what is added to the text, or "". */
interface AttachmentContent {
  readonly file?: MediaReference;
  readonly media?: Media;
  readonly line: string;
}

/** Endings of files whose address names none. The content decides about the type (CORE-060). */
const endings: Readonly<Record<string, string>> = {
  image: ".jpg",
  video: ".mp4",
  audio: ".mp4",
  file: "",
  sticker: ".png",
};

/** Parses an attachment (ME-011). `text`: that of the message, which can contain the same link. */
export function parseAttachment(attachment: JsonObject, text: string): AttachmentContent {
  const type = toLine(attachment["type"]);
  const payload = toJsonObject(attachment["payload"]);
  const url = toAddress(payload["url"]) || toAddress(attachment["url"]);
  const title = toLine(payload["title"]) || toLine(attachment["title"]);
  if (Object.hasOwn(endings, type) && url !== "")
    return { file: { url, name: getName(url, type), voice: type === "audio" }, line: "" };
  if (type === "location") return parseLocation(toJsonObject(payload["coordinates"]), title);
  // A shared link is an attachment and a part of the text.
  const shown = url || toLine(payload["url"]) || toLine(attachment["url"]);
  const link = text.includes(shown) ? "" : shown;
  const kind = type === "fallback" || type === "" ? "" : `[${type.replaceAll("_", " ")}]`;
  return { line: joinLines(kind, title, link) };
}

/** Returns the name of a file in its address, or one with the type. */
function getName(url: string, type: string): string {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  const isName = /^[^/]{1,200}\.[A-Za-z0-9]{1,8}$/.test(last);
  return isName ? toLine(decode(last)) : `${type}${endings[type] ?? ""}`;
}
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function parseLocation({ lat, long }: JsonObject, title: string): AttachmentContent {
  const hasCoordinates = isDegrees(lat, 90) && isDegrees(long, 180);
  return hasCoordinates
    ? { media: { ...emptyMedia, type: "location", latitude: lat, longitude: long }, line: title }
    : { line: joinLines("[location]", title) };
}
const isDegrees = (value: unknown, limit: number): value is number =>
  typeof value === "number" && Math.abs(value) <= limit;
