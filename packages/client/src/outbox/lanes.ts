import type { OutboxItems } from "./items.ts";
import { createRetryScheduler, isPermanentError } from "../retry.ts";
import type { OutboxDeps, OutboxItem } from "./types.ts";
import type { Message } from "@parlour/protocol";
import { ApiError } from "../api-error.ts";

/** Creates a lane per chat. Each message waits for the response to the previous one. */
export function createChatLanes(deps: OutboxDeps, outboxItems: OutboxItems) {
  const running = new Set<number>();
  /** Chats whose lane was asked to run while it was running. */
  const rerunRequested = new Set<number>();
  const retries = createRetryScheduler<number>(deps);
  const send = createSender(deps, outboxItems, (message) => {
    retries.reset(message.chat_id);
    deps.onSent(message);
  });
  let closed = false;

  const findNextItem = (chatId: number) =>
    outboxItems.items().find((item) => item.chatId === chatId && item.state === "queued");
  const canSendNow = (chatId: number) => !closed && deps.canSend(chatId);

  const run = (chatId: number) => {
    if (closed) return;
    if (running.has(chatId)) {
      rerunRequested.add(chatId);
      return;
    }
    if (retries.isWaiting(chatId) || !canSendNow(chatId) || !findNextItem(chatId)) return;
    running.add(chatId);
    deps
      .lock(`parlour.outbox.${deps.owner}.${chatId}`, () => sendAll(chatId))
      .then(
        () => {
          running.delete(chatId);
          if (rerunRequested.delete(chatId)) run(chatId);
        },
        () => {
          running.delete(chatId);
          retryLater(chatId, null);
        },
      );
  };

  const sendAll = async (chatId: number) => {
    await outboxItems.refresh(chatId);
    for (;;) {
      const item = findNextItem(chatId);
      if (!item || !canSendNow(chatId)) return;
      const failure = await send(item);
      if (failure) return retryLater(chatId, failure.retryAfterMs);
    }
  };

  const retryLater = (chatId: number, retryAfterMs: number | null) => {
    if (!closed) retries.schedule(chatId, retryAfterMs, () => run(chatId));
  };

  return {
    run,
    runAll() {
      for (const chatId of new Set(outboxItems.items().map((item) => item.chatId))) run(chatId);
    },
    cancelWaits: retries.cancelWaits,
    close() {
      closed = true;
      retries.cancelWaits();
    },
  };
}

/** Resolves with null, or with the error after which the lane waits before it continues. */
function createSender(
  deps: OutboxDeps,
  outboxItems: OutboxItems,
  onSent: (message: Message) => void,
) {
  return async (item: OutboxItem): Promise<ApiError | null> => {
    try {
      const itemWithUpload = await uploadFileFirst(item, deps, outboxItems);
      // The operator took the message back while it was uploaded or waited.
      if (!outboxItems.has(item)) return null;
      onSent(await deps.send(itemWithUpload));
      await outboxItems.remove(item.clientId);
      return null;
    } catch (error) {
      if (!outboxItems.has(item)) return null;
      if (!(error instanceof ApiError)) throw error;
      const conflict = readCrossing(error);
      if (conflict !== null) {
        await outboxItems.replace({ ...item, state: "held", heldBy: conflict });
        return null;
      }
      const { code, message, status, requestId } = error;
      const failed = {
        ...item,
        error: { code, message, status, requestId, at: deps.timers.now() },
      };
      if (!isPermanentError(error)) {
        // Do not store the error, only show it: the next attempt may succeed.
        outboxItems.updateInMemory(failed);
        return error;
      }
      await outboxItems.replace({ ...failed, state: "failed" });
      return null;
    }
  };
}

/** Returns the operator who was first, so the message was refused (API-522, API-524). */
function readCrossing({ code, body }: ApiError): OutboxItem["heldBy"] {
  if (code !== "crossed" && code !== "reserved") return null;
  const { by, reason } =
    (body as { error?: { by?: { name: string }; reason?: string } }).error ?? {};
  if (by === undefined) return null;
  return { name: by.name, code: reason === "assigned" ? "assigned" : code };
}

/** Uploads the file, and stores the result, so that a reload does not upload it again. */
async function uploadFileFirst(
  item: OutboxItem,
  { timers, uploads }: OutboxDeps,
  outboxItems: OutboxItems,
): Promise<OutboxItem> {
  const { file } = item;
  if (file === undefined || file.upload !== null || !uploads) return item;
  if (file.blob === null) throw createFileLostError(item, timers.now());
  const uploaded = await uploads.finishUpload({ ...file, blob: file.blob });
  const updated = { ...item, error: null, file: { ...file, upload: uploaded, blob: null } };
  if (outboxItems.has(item)) await outboxItems.replace(updated);
  return updated;
}

/** For 30 s, the tab where the file was chosen may write its bytes. Then they are lost. */
function createFileLostError(item: OutboxItem, now: number): ApiError {
  const isRecent = now - item.createdAt < 30_000;
  return new ApiError({
    code: isRecent ? "network" : "file_lost",
    status: isRecent ? 0 : 410,
    message: "The upload was interrupted.",
  });
}
