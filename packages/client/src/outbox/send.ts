import type { Message } from "@parlour/protocol";
import { ApiError } from "../api-error.ts";
import type { OutboxItems } from "./items.ts";
import { isPermanentError } from "../retry.ts";
import type { OutboxDeps, OutboxItem } from "./types.ts";

type SenderDeps = Pick<OutboxDeps, "timers" | "upload" | "send">;

/**
 * Creates the function that sends one message. It resolves with null if the lane may continue, else
 * with the error after which the lane waits.
 */
export function createSender(
  deps: SenderDeps,
  outboxItems: OutboxItems,
  onSent: (message: Message) => void,
) {
  return async (item: OutboxItem): Promise<ApiError | null> => {
    try {
      const itemWithUpload = await uploadFileFirst(item, deps, outboxItems);
      // The operator took the message back meanwhile.
      if (!outboxItems.has(item)) return null;
      onSent(await deps.send(itemWithUpload));
      await outboxItems.remove(item.clientId);
      return null;
    } catch (error) {
      if (!outboxItems.has(item)) return null;
      if (!(error instanceof ApiError)) throw error;
      const { code, message, status, requestId } = error;
      const failed = {
        ...item,
        error: { code, message, status, requestId, at: deps.timers.now() },
      };
      if (!isPermanentError(error)) {
        // Shown but not stored: the next attempt may succeed.
        outboxItems.updateInMemory(failed);
        return error;
      }
      await outboxItems.replace({ ...failed, state: "failed" });
      return null;
    }
  };
}

/**
 * Uploads the file before the message is sent, and stores the result, so that a reload does not
 * upload it again.
 */
async function uploadFileFirst(
  item: OutboxItem,
  { timers, upload }: SenderDeps,
  outboxItems: OutboxItems,
): Promise<OutboxItem> {
  const { file } = item;
  if (file === undefined || file.upload !== null || !upload) return item;
  if (file.blob === null) throw createFileLostError(item, timers.now());
  const uploaded = await upload({ ...file, blob: file.blob });
  const updated = { ...item, error: null, file: { ...file, upload: uploaded, blob: null } };
  if (outboxItems.has(item)) await outboxItems.replace(updated);
  return updated;
}

/**
 * For 30 s the tab where the file was chosen may still write the bytes to disk. After that the file
 * counts as lost.
 */
function createFileLostError(item: OutboxItem, now: number): ApiError {
  const isRecent = now - item.createdAt < 30_000;
  return new ApiError({
    code: isRecent ? "network" : "file_lost",
    status: isRecent ? 0 : 410,
    message: "The upload was interrupted.",
  });
}
