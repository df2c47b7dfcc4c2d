import type { MoveFile } from "@parlour/protocol/move-in/record";
import { SourceError, type SourceDeps } from "../source.ts";

const headTimeoutMs = 15_000;
const timeoutMs = 120_000;
const maxBytes = 1024 * 1024 * 1024;
const removedStatuses = new Set([404, 410]);

/**
 * Fetches a file of a record by its address, under the rules for outgoing requests. null: it is
 * gone. Throws SourceError: 429 and 503 with the time that the other system asks to wait.
 */
export async function fetchFile(
  { egress, version, signal }: SourceDeps,
  { url }: MoveFile,
  headers: Readonly<Record<string, string>> = {},
): Promise<AsyncIterable<Uint8Array> | null> {
  if (url === undefined) return null;
  const reply = await egress.open({
    method: "GET",
    url,
    headers: {
      "accept-encoding": "identity",
      "user-agent": `Parlour/${version} (import)`,
      ...headers,
    },
    headTimeoutMs,
    timeoutMs,
    maxReplyBytes: maxBytes,
    signal,
  });
  if (reply.kind === "failed")
    throw new SourceError("file_unreachable", reply.message, {
      isFinal: reply.outcome === "private_address",
    });
  if (reply.status === 200) return reply.body;
  reply.body.destroy();
  if (removedStatuses.has(reply.status)) return null;
  throw new SourceError("file_unreachable", `The address answered ${reply.status}.`, {
    ...readRetryAfter(reply.headers["retry-after"]),
  });
}

const readRetryAfter = (value: string | undefined): { readonly retryAfterMs?: number } =>
  value !== undefined && /^\d{1,6}$/.test(value) ? { retryAfterMs: Number(value) * 1000 } : {};
