import type { Media } from "@parlour/protocol";
import { toLink } from "@parlour/protocol/widget/links";
import type { TextFunction } from "../../texts/index.ts";

/**
 * Returns a file name that is safe to show. Removes the path, control characters, and characters
 * that change the text direction.
 */
export function toSafeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 255);
}
/** Returns the file's address if it begins with http or https, else null. */
export function getFileUrl(media: Media): string | null {
  const link = media.file === null ? null : toLink(media.file);
  return link !== null && /^https?:/.test(link.href) ? link.href : null;
}
/** Returns the file extension in upper case, as shown on the card of a file. */
export function getExtensionLabel(name: string): string {
  return /\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? "";
}
export function formatFileSize(bytes: number, { language }: TextFunction): string {
  const [value, unit] =
    bytes < 1024 * 1024
      ? [Math.max(1, Math.round(bytes / 1024)), "kilobyte"]
      : [Math.round(bytes / 104_857.6) / 10, "megabyte"];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "short",
  }).format(Number(value));
}
