import type { EgressReply } from "./types.ts";

/**
 * Creates a response of a server. Text and bytes are used unchanged as `body`, other values as
 * JSON.
 */
export function createReply(body: unknown, status = 200): EgressReply {
  const bytes = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    kind: "answered",
    status,
    headers: {},
    body: Buffer.from(bytes as string),
    durationMs: 5,
  };
}
