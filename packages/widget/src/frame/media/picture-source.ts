/** How to load an image: directly, or through the server with the token (CORE-063). */
export type PictureSource = { readonly direct: string } | { readonly fetched: string };
/**
 * Returns how to load an image. Files of this installation have the path `/files/`, even on a
 * separate origin. The content security policy of the chat window blocks all other addresses.
 */
export function getPictureSource(address: string, origin: string): PictureSource | null {
  const url = parseAddress(address, origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.origin === origin || url.pathname.startsWith("/files/")
    ? { direct: url.href }
    : { fetched: address };
}

/** Parses an address that can be relative. `URL.canParse` is missing in Safari before 17. */
export function parseAddress(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
