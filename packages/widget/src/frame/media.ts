import type { Media } from "@parlour/protocol";
import { linkOf } from "@parlour/protocol/links";
import type { Words } from "../texts/index.ts";

/** A file's name as shown: no path, no control characters, none that turn the direction of what follows. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 255);
}
/** An address that may be followed, else null. */
export function addressOf(media: Media): string | null {
  const link = media.file === null ? null : linkOf(media.file);
  return link !== null && /^https?:/.test(link.href) ? link.href : null;
}
/** What an extension says, for the card. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? "";
}
export function sizeOf(bytes: number, { language }: Words): string {
  const [value, unit] =
    bytes < 1024 * 1024 ? [Math.max(1, Math.round(bytes / 1024)), "kilobyte"] : [Math.round(bytes / 104_857.6) / 10, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit: String(unit), unitDisplay: "short" }).format(Number(value));
}
