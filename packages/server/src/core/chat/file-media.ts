import type { Media } from "../entity.ts";

/** A stored file as a message names it. `type` is that of the content (CORE-060); addresses are absolute (CORE-061). */
export interface SentFile {
  readonly type: string;
  readonly name: string;
  readonly size: number;
  readonly url: string;
  /** Null: no thumbnail was made. */
  readonly thumbUrl: string | null;
  /** Pixels; null: no picture, or one that is not decoded (CORE-062). */
  readonly width: number | null;
  readonly height: number | null;
}

/** The media object of a sent file (CH-075): its kind by content, a picture's thumbnail or, when it is narrow, the picture itself. */
export function fileMedia(file: SentFile, said: { readonly voice?: boolean; readonly duration?: number } = {}): Media {
  const type = kindOf(file, said.voice === true);
  const isPicture = type === "photo";
  const isPlayed = type === "audio" || type === "voice" || type === "video";
  return {
    type,
    file: file.url,
    file_name: file.name,
    file_size: file.size,
    thumb: isPicture ? (file.thumbUrl ?? file.url) : null,
    emoji: null,
    duration: isPlayed ? (said.duration ?? null) : null,
    width: isPicture ? file.width : null,
    height: isPicture ? file.height : null,
    performer: null,
    title: null,
    latitude: null,
    longitude: null,
  };
}

/** What recorders of browsers write: a sound in a container that holds films too. */
const recorded = new Set(["video/webm", "video/mp4", "application/ogg"]);

function kindOf(file: SentFile, isVoice: boolean): Media["type"] {
  if (file.type.startsWith("image/") && file.width !== null) return "photo";
  const isSound = file.type.startsWith("audio/");
  if (isVoice && (isSound || recorded.has(file.type))) return "voice";
  if (isSound) return "audio";
  return file.type.startsWith("video/") ? "video" : "document";
}
