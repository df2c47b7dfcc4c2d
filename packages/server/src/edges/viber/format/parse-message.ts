import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { Media } from "../../../core/entity.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { toAddress, toLabel, toNumber, toText } from "./values.ts";

export interface IncomingFile {
  readonly address: string;
  readonly name: string;
  readonly duration: number | undefined;
}
export interface MessageContent {
  readonly text: string;
  readonly media: Media | undefined;
  readonly file: IncomingFile | null;
}

const fileNames: Readonly<Record<string, string>> = {
  picture: "picture.jpg",
  video: "video.mp4",
  file: "file",
  sticker: "sticker.png",
};

/** Parses the content of a message (VB-020). Whatever it is, something is shown. */
export function parseContent(message: JsonObject): MessageContent {
  const type = toLabel(message, "type");
  const text = toText(message["text"]);
  const address = toAddress(message["media"]);
  const fileName = Object.hasOwn(fileNames, type) ? fileNames[type] : undefined;
  if (fileName !== undefined && address !== "") {
    const { duration } = message;
    const file = {
      address,
      name: toLabel(message, "file_name") || fileName,
      duration: Number.isSafeInteger(duration) ? (duration as number) : undefined,
    };
    return { text, media: undefined, file };
  }
  const media = parseLocation(message);
  const shown = media === undefined ? describe(type, message, text) : text;
  return { text: shown, media, file: null };
}

function parseLocation({ location }: JsonObject): Media | undefined {
  const { lat, lon } = toJsonObject(location);
  const [latitude, longitude] = [toNumber(lat), toNumber(lon)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { ...emptyMedia, type: "location", latitude, longitude }
    : undefined;
}

function describe(type: string, message: JsonObject, text: string): string {
  const contact = toJsonObject(message["contact"]);
  const parts = [
    toLabel(contact, "name"),
    toLabel(contact, "phone_number"),
    text,
    type === "url" ? toAddress(message["media"]) : "",
  ].filter((part, n, all) => part !== "" && all.indexOf(part) === n);
  if (parts.length > 0) return parts.join("\n");
  return type === "sticker" ? "[Sticker]" : "[Sent something that Parlour does not show]";
}
