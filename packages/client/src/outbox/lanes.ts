import { createSender } from "./send.ts";
import type { OutboxItems } from "./items.ts";
import { createRetryScheduler } from "../retry.ts";
import type { OutboxDeps } from "./types.ts";

export type LaneDeps = Pick<
  OutboxDeps,
  | "owner"
  | "timers"
  | "random"
  | "upload"
  | "send"
  | "canSend"
  | "findOtherReply"
  | "onSent"
  | "lock"
>;
export type ChatLanes = ReturnType<typeof createChatLanes>;

/** Creates one lane per chat. A message is sent after the message before it has a response. */
export function createChatLanes(deps: LaneDeps, outboxItems: OutboxItems) {
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
      const otherReply = item.kind !== "note" ? deps.findOtherReply(item) : null;
      if (otherReply)
        await outboxItems.replace({
          ...item,
          state: "held",
          heldBy: { name: otherReply.author.name, at: otherReply.created_at },
        });
      else {
        const failure = await send(item);
        if (failure) return retryLater(chatId, failure.retryAfterMs);
      }
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
