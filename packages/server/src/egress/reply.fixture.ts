import type { EgressReply } from "./index.ts";

/** An answer as a server gave it. `body`: text or bytes as they are, everything else as JSON. */
export function answered(body: unknown, status = 200): EgressReply {
  const bytes = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { kind: "answered", status, headers: {}, body: Buffer.from(bytes as string), durationMs: 5 };
}
