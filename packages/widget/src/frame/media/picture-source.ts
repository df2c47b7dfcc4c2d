/**
 * How to load an image: directly by the browser, or through the server with the visitor's token
 * (CORE-063).
 */
export type PictureSource = { readonly direct: string } | { readonly fetched: string };
/**
 * Returns how to load an image. Files of this installation have the path `/files/`, even on a
 * separate origin. The content security policy of the chat window blocks all other addresses.
 */
export function getPictureSource(address: string, origin: string): PictureSource | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (!/^https?:$/.test(url.protocol)) return null;
  return url.origin === origin || url.pathname.startsWith("/files/")
    ? { direct: url.href }
    : { fetched: address };
}
