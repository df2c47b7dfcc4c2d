/**
 * The source of a picture: loaded by the browser directly, or through the server with the visitor's
 * token (CORE-063).
 */
export type PictureSource = { readonly direct: string } | { readonly fetched: string };
/**
 * Returns how to load a picture. Files of this installation have the path `/files/`, even on a
 * separate origin. The policy of the chat window blocks all others.
 */
export function getPictureSource(address: string, origin: string): PictureSource | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (!/^https?:$/.test(url.protocol)) return null;
  return url.origin === origin || url.pathname.startsWith("/files/")
    ? { direct: url.href }
    : { fetched: address };
}
