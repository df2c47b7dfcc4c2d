/** Where a picture is fetched: by the browser itself, or by us with the visitor's token (CORE-063). */
export type PictureSource = { readonly direct: string } | { readonly fetched: string };
/** Files of this installation stand below `/files/`, also where they have an origin of their own; the window's policy lets no others in. */
export function sourceOf(address: string, origin: string): PictureSource | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (!/^https?:$/.test(url.protocol)) return null;
  return url.origin === origin || url.pathname.startsWith("/files/") ? { direct: url.href } : { fetched: address };
}
