import type { Media } from "@parlour/protocol";
import { formatDuration } from "../../time.ts";
import { t } from "../text.ts";
import { formatSize } from "../../file/format-size.ts";
import { mediaName } from "../../message/format-message.ts";

/** Returns the name of a file. */
export function getMediaTitle(media: Media): string {
  if (media.type === "location")
    return `${formatCoordinate(media.latitude)}, ${formatCoordinate(media.longitude)}`;
  return media.title ?? media.file_name ?? media.emoji ?? mediaName(media.type);
}

/** Returns the known details of a file: type, performer, size, duration, pixels. */
export function listMediaDetails(media: Media): readonly string[] {
  return [
    mediaName(media.type),
    media.performer,
    media.title !== null && media.file_name !== media.title ? media.file_name : null,
    media.file_size === null ? null : formatSize(media.file_size),
    media.duration === null ? null : formatDuration(media.duration * 1000),
    media.width !== null && media.height !== null ? `${media.width} × ${media.height}` : null,
    media.file === null ? t("media.none") : null,
  ].filter((fact) => fact !== null);
}

/** Returns the URL of a map that shows the location. Null without coordinates. */
export function toMapUrl({ latitude, longitude }: Media): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

function formatCoordinate(value: number | null): string {
  return value === null ? "?" : String(Math.round(value * 1e5) / 1e5);
}
