import type { Media } from "@parlour/protocol";
import { linkOf } from "@parlour/protocol/links";

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
/** Where a picture is fetched: by the browser itself, or by us with the visitor's token (CORE-063). */
export type PictureSource = { readonly direct: string } | { readonly fetched: string };
/** Files of this installation stand below `/files/`, also where they have an origin of their own; the window's policy lets no others in. */
export function sourceOf(address: string, origin: string): PictureSource | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (!/^https?:$/.test(url.protocol)) return null;
  return url.origin === origin || url.pathname.startsWith("/files/") ? { direct: url.href } : { fetched: address };
}
/** What an extension says, for the card. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? "";
}
