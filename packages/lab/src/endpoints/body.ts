import type { IncomingMessage } from "node:http";

/** Reads a request body as UTF-8. Returns null if it has more than `maxBytes`. */
export async function readBody(
  request: IncomingMessage,
  maxBytes = 1_048_576,
): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
