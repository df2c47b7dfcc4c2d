/** Decodes a page. Returns the name of its charset if it is unknown or wrong. */
export function decodePage(
  bytes: Buffer,
  contentType: string,
): { readonly text: string } | { readonly charset: string } {
  const charset = findCharset(bytes, contentType);
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes) };
  } catch {
    return { charset };
  }
}

/** The mark at the start of the bytes, else the header, else the page decides. */
function findCharset(bytes: Buffer, contentType: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  const inHeader = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1];
  const head = bytes.subarray(0, 1_024).toString("latin1");
  const inPage = /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1];
  return (inHeader ?? inPage ?? "utf-8").toLowerCase();
}
