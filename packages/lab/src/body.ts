import type { IncomingMessage } from "node:http";

/** Reads a request body of at most 1 MiB as UTF-8. Returns null if the body is longer. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > 1_048_576) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
