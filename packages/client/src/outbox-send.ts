import type { Message } from "@parlour/protocol";
import { ApiError } from "./api-error.ts";
import type { OutboxDeps, OutboxItem } from "./outbox.ts";
import type { Shelf } from "./outbox-shelf.ts";
import { isFinal } from "./retries.ts";

type SenderDeps = Pick<OutboxDeps, "timers" | "upload" | "send">;

/**
 * Creates the function that sends one message. It resolves with null if the lane may continue, else
 * with the error after which the lane waits.
 */
export function createSender(deps: SenderDeps, shelf: Shelf, onSent: (message: Message) => void) {
  return async (item: OutboxItem): Promise<ApiError | null> => {
    try {
      const whole = await withFile(item, deps, shelf);
      // The operator took the message back meanwhile.
      if (!shelf.has(item)) return null;
      onSent(await deps.send(whole));
      await shelf.drop(item.clientId);
      return null;
    } catch (error) {
      if (!shelf.has(item)) return null;
      if (!(error instanceof ApiError)) throw error;
      const { code, message, status, requestId } = error;
      const failed = { ...item, error: { code, message, status, requestId, at: deps.timers.now() } };
      if (!isFinal(error)) {
        // Shown but not stored: the next attempt may succeed.
        shelf.show(failed);
        return error;
      }
      await shelf.replace({ ...failed, state: "failed" });
      return null;
    }
  };
}

/**
 * Uploads the file before the message is sent, and stores the result, so that a reload does not
 * upload it again.
 */
async function withFile(item: OutboxItem, { timers, upload }: SenderDeps, shelf: Shelf): Promise<OutboxItem> {
  const { file } = item;
  if (file === undefined || file.upload !== null || !upload) return item;
  if (file.blob === null) throw lostFile(item, timers.now());
  const received = await upload({ ...file, blob: file.blob });
  const stored = { ...item, error: null, file: { ...file, upload: received, blob: null } };
  if (shelf.has(item)) await shelf.replace(stored);
  return stored;
}

/**
 * For 30 s the tab where the file was chosen may still write the bytes to disk. After that the file
 * counts as lost.
 */
function lostFile(item: OutboxItem, now: number): ApiError {
  const young = now - item.createdAt < 30_000;
  return new ApiError({
    code: young ? "network" : "file_lost",
    status: young ? 0 : 410,
    message: "The page ended before the file was sent.",
  });
}
