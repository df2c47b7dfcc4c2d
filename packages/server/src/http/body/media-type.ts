import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns the media type of a request body without parameters. Returns "" without a content type,
 * and null if the body is compressed (CH-032, BOT-013).
 */
export function getMediaType({
  "content-encoding": encoding = "",
  "content-type": type = "",
}: IncomingHttpHeaders): string | null {
  if (encoding !== "" && !/^\s*(?:identity\s*)?$/i.test(encoding)) return null;
  const end = type.indexOf(";");
  return (end === -1 ? type : type.slice(0, end)).trim();
}
export const compressedBodyText = "The body must not be compressed.";
export const notJsonText = "The body must be JSON: send Content-Type: application/json.";
