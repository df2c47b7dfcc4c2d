import type { Message } from "@parlour/protocol";
import { ApiError } from "./api-error.ts";
import type { OutboxDeps, OutboxItem } from "./outbox.ts";
import type { Shelf } from "./outbox-shelf.ts";
import { isFinal } from "./retries.ts";

type SenderDeps = Pick<OutboxDeps, "timers" | "upload" | "send">;

/** Sends one message of the shelf. Resolves with null when its lane may go on, else with the failure after which the lane waits. */
export function createSender(deps: SenderDeps, shelf: Shelf, onSent: (message: Message) => void) {
  return async (item: OutboxItem): Promise<ApiError | null> => {
    try {
      const whole = await withFile(item, deps, shelf);
      // Taken back meanwhile.
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
        // Shown, not stored: the next try may succeed.
        shelf.show(failed);
        return error;
      }
      await shelf.replace({ ...failed, state: "failed" });
      return null;
    }
  };
}

/** Its file is at the server first, and stays there over a reload. */
async function withFile(item: OutboxItem, { timers, upload }: SenderDeps, shelf: Shelf): Promise<OutboxItem> {
  const { file } = item;
  if (file === undefined || file.upload !== null || !upload) return item;
  if (file.blob === null) throw lostFile(item, timers.now());
  const received = await upload({ ...file, blob: file.blob });
  const stored = { ...item, error: null, file: { ...file, upload: received, blob: null } };
  if (shelf.has(item)) await shelf.replace(stored);
  return stored;
}

/** Bytes that this page never had may still be on their way from the tab where the file was chosen; later they are gone. */
function lostFile(item: OutboxItem, now: number): ApiError {
  const young = now - item.createdAt < 30_000;
  return new ApiError({
    code: young ? "network" : "file_lost",
    status: young ? 0 : 410,
    message: "The page ended before the file was sent.",
  });
}
