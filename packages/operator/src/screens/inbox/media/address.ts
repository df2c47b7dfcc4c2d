import { linkOf } from "../links.ts";

/** A file of this installation: shown from its own address (CORE-061). */
export function isOwnFile(address: string): boolean {
  if (!URL.canParse(address, location.origin)) return false;
  const url = new URL(address, location.origin);
  return url.origin === location.origin && url.pathname.startsWith("/files/");
}

/** Where a page loads a picture from: own files directly, foreign ones through the proxy, so that no foreign site learns who looks (CORE-063). null: not a web address. */
export function pictureAddress(address: string, kind: "image" | "photo"): string | null {
  if (isOwnFile(address)) return address;
  const href = linkOf(address)?.href;
  if (href === undefined || !/^https?:/.test(href)) return null;
  return `/api/v1/media?${new URLSearchParams({ url: address, kind }).toString()}`;
}
