import type { OutboxDeps } from "./outbox.ts";
import { createSender } from "./outbox-send.ts";
import type { Shelf } from "./outbox-shelf.ts";
import { createRetries } from "./retries.ts";

export type LaneDeps = Pick<OutboxDeps, "owner" | "timers" | "random" | "upload" | "send" | "canSend" | "answeredBy" | "onSent" | "lock">;
export type Lanes = ReturnType<typeof createLanes>;

/** Creates one lane per chat. A message is sent after the message before it has a response. */
export function createLanes(deps: LaneDeps, shelf: Shelf) {
  const running = new Set<number>();
  /** Chats whose lane was asked to run while it was running. */
  const again = new Set<number>();
  const retries = createRetries<number>(deps);
  const send = createSender(deps, shelf, (message) => {
    retries.forget(message.chat_id);
    deps.onSent(message);
  });
  let closed = false;

  const nextOf = (chatId: number) => shelf.items().find((known) => known.chatId === chatId && known.state === "queued");
  const mayGo = (chatId: number) => !closed && deps.canSend(chatId);

  const run = (chatId: number) => {
    if (closed) return;
    if (running.has(chatId)) {
      again.add(chatId);
      return;
    }
    if (retries.isWaiting(chatId) || !mayGo(chatId) || !nextOf(chatId)) return;
    running.add(chatId);
    deps
      .lock(`parlour.outbox.${deps.owner}.${chatId}`, () => sendAll(chatId))
      .then(
        () => {
          running.delete(chatId);
          if (again.delete(chatId)) run(chatId);
        },
        () => {
          running.delete(chatId);
          waitThenRun(chatId, null);
        },
      );
  };

  const sendAll = async (chatId: number) => {
    await shelf.refresh(chatId);
    for (;;) {
      const item = nextOf(chatId);
      if (!item || !mayGo(chatId)) return;
      const answer = item.kind !== "note" ? deps.answeredBy(item) : null;
      if (answer) await shelf.replace({ ...item, state: "held", heldBy: { name: answer.author.name, at: answer.created_at } });
      else {
        const waitsFor = await send(item);
        if (waitsFor) return waitThenRun(chatId, waitsFor.retryAfterMs);
      }
    }
  };

  const waitThenRun = (chatId: number, retryAfterMs: number | null) => {
    if (!closed) retries.wait(chatId, retryAfterMs, () => run(chatId));
  };

  return {
    run,
    runAll() {
      for (const chatId of new Set(shelf.items().map((item) => item.chatId))) run(chatId);
    },
    stopWaiting: retries.stopWaiting,
    close() {
      closed = true;
      retries.stopWaiting();
    },
  };
}
