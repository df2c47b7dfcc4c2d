import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { toInteger, toText } from "./values.ts";

export interface IncomingFile {
  readonly fileId: string;
  readonly name: string;
  /** Size in bytes as announced, or null if unknown. */
  readonly size: number | null;
  /** Whether the customer recorded the sound, and the length of a recording in seconds. */
  readonly isVoice: boolean;
  readonly duration: number | null;
}

/** File fields of messages in order of precedence: an animation also has the field `document`. */
const fileFields: readonly { readonly field: string; readonly name: string }[] = [
  { field: "animation", name: "animation.mp4" },
  { field: "document", name: "document" },
  { field: "video", name: "video.mp4" },
  { field: "audio", name: "audio.mp3" },
  { field: "voice", name: "voice.ogg" },
  { field: "video_note", name: "video.mp4" },
];
const maxNameLength = 255;

/** Finds the file of a message (TG-021). Returns null if it has none. */
export function findFile(message: JsonObject): IncomingFile | null {
  const photo = findLargestPhoto(message["photo"]);
  if (photo !== null) return describe(photo, "photo.jpg");
  const sticker = findStickerFile(toJsonObject(message["sticker"]));
  if (sticker !== null) return sticker;
  for (const { field, name } of fileFields) {
    const file = describe(toJsonObject(message[field]), name, field === "voice");
    if (file !== null) return file;
  }
  return null;
}

/** Returns the photo with the most pixels. Telegram lists all sizes of the same photo. */
function findLargestPhoto(sizes: unknown): JsonObject | null {
  let largest: JsonObject | null = null;
  let maxPixels = -1;
  for (const size of toJsonObjects(sizes)) {
    const pixels = (toInteger(size["width"]) ?? 0) * (toInteger(size["height"]) ?? 0);
    if (pixels > maxPixels) [largest, maxPixels] = [size, pixels];
  }
  return largest;
}

/** Browsers do not show the format of animated stickers, so their thumbnail stands for them. */
function findStickerFile(sticker: JsonObject): IncomingFile | null {
  const isAnimated = sticker["is_animated"] === true || sticker["is_video"] === true;
  return describe(isAnimated ? toJsonObject(sticker["thumbnail"]) : sticker, "sticker.webp");
}

function describe(file: JsonObject, name: string, isVoice = false): IncomingFile | null {
  const fileId = toText(file["file_id"]);
  if (fileId === "" || fileId.length > maxNameLength) return null;
  return {
    fileId,
    name: toText(file["file_name"], maxNameLength) || name,
    size: toInteger(file["file_size"]),
    isVoice,
    duration: toInteger(file["duration"]),
  };
}
