import type { Media } from "../../entity.ts";

/** The fields of media that have no value. */
export const emptyMedia = {
  file: null,
  file_name: null,
  file_size: null,
  thumb: null,
  emoji: null,
  duration: null,
  width: null,
  height: null,
  performer: null,
  title: null,
  latitude: null,
  longitude: null,
} satisfies Omit<Media, "type">;

/** A stored file. `type` is detected from the content (CORE-060). URLs are absolute (CORE-061). */
export interface SentFile {
  readonly type: string;
  readonly name: string;
  readonly size: number;
  readonly url: string;
  /** URL of the thumbnail, or null if none was created. */
  readonly thumbUrl: string | null;
  /** Size in pixels. null if the file is not an image or was not decoded (CORE-062). */
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Creates the media object of an uploaded file (CH-075). `type` follows the content. A small image
 * is its own `thumb`.
 */
export function createFileMedia(
  file: SentFile,
  recording: { readonly voice?: boolean | undefined; readonly duration?: number | undefined } = {},
): Media {
  const type = getMediaType(file, recording.voice === true);
  const isPicture = type === "photo";
  const isPlayed = type === "audio" || type === "voice" || type === "video";
  return {
    type,
    file: file.url,
    file_name: file.name,
    file_size: file.size,
    thumb: isPicture ? (file.thumbUrl ?? file.url) : null,
    emoji: null,
    duration: isPlayed ? (recording.duration ?? null) : null,
    width: isPicture ? file.width : null,
    height: isPicture ? file.height : null,
    performer: null,
    title: null,
    latitude: null,
    longitude: null,
  };
}

/** Returns the token in the URL of a stored file, or null if the media have no stored file. */
export const findFileToken = (media: Media | undefined): string | null =>
  /\/files\/([A-Za-z0-9_-]{27})\//.exec(media?.file ?? "")?.[1] ?? null;

/** Container types in which browsers record sound, although they are video types. */
const recordingTypes = new Set(["video/webm", "video/mp4", "application/ogg"]);

function getMediaType(file: SentFile, isVoice: boolean): Media["type"] {
  if (file.type.startsWith("image/") && file.width !== null) return "photo";
  const isSound = file.type.startsWith("audio/");
  if (isVoice && (isSound || recordingTypes.has(file.type))) return "voice";
  if (isSound) return "audio";
  return file.type.startsWith("video/") ? "video" : "document";
}
