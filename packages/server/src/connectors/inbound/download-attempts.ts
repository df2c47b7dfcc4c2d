import { evictOldest } from "../../core/bounded-map.ts";
import { refuse } from "../../core/failure.ts";
import type { FailedDownload } from "./download-attachment.ts";

const maxCountedFiles = 10_000;

/**
 * Creates the function that decides after a failed download of a file: it throws Refusal
 * `temporarily_unavailable`, so that the message is repeated. After `maxAttempts` failures it
 * returns the reason, with which the message is stored, because a broken file must not stop the
 * chat.
 */
export function createDownloadAttempts(options: {
  readonly maxAttempts: number;
  readonly retryAfterMs: number;
}): (fileId: string, failed: FailedDownload) => string {
  const { maxAttempts, retryAfterMs } = options;
  const failures = new Map<string, number>();
  return (fileId, { failure, isFinal }) => {
    const count = (failures.get(fileId) ?? 0) + 1;
    failures.set(fileId, count);
    evictOldest(failures, maxCountedFiles);
    if (isFinal || count >= maxAttempts) return failure;
    return refuse("temporarily_unavailable", `The file was not received: ${failure}`, {
      retryAfterMs,
    });
  };
}
