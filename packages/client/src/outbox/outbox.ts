import { createChatLanes } from "./lanes.ts";
import { createOutboxItems } from "./items.ts";
import type { NewItem, OutboxItem, OutboxDeps } from "./types.ts";

export interface Outbox {
  readonly items: readonly OutboxItem[];
  /** Calls `store.put` before it returns. Resolves when stored. Rejects if 1000 are pending. */
  add(message: NewItem): Promise<OutboxItem>;
  /**
   * Reads the store at start, or after another tab changed it, and sends what can be sent. Rejects
   * if the store does not respond, and then reads it again later.
   */
  reload(): Promise<void>;
  /** Sends what can be sent, after catching up and when a chat is loaded. */
  sendPending(): void;
  /** Sends a held or rejected message. The operator clicked Send anyway or Send again. */
  release(clientId: string): Promise<void>;
  /** For Discard and Edit. A draft that is saved synchronously is in the same transaction. */
  takeBack(clientId: string): OutboxItem | null;
  /** Called when a stored message arrives without the response to its request. */
  confirmSent(clientId: string): void;
  close(): void;
}

const maxQueuedMessages = 1000;
const reloadRetryMs = 5_000;
/** `afterSeq` of a message that is sent whatever other operators have answered. */
export const sendAnyway = Number.MAX_SAFE_INTEGER;

/** Sends each message exactly once, in order in its chat, across reloads, crashes and tabs. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const outboxItems = createOutboxItems(deps);
  const lanes = createChatLanes(deps, outboxItems);
  const findItem = (clientId: string) =>
    outboxItems.items().find((item) => item.clientId === clientId);
  let isClosed = false;
  let reloadTimer: unknown = null;
  const reload = async (): Promise<void> => {
    deps.timers.clear(reloadTimer);
    try {
      await outboxItems.reload();
    } catch (error) {
      deps.timers.clear(reloadTimer);
      if (!isClosed)
        reloadTimer = deps.timers.set(() => void reload().catch(() => undefined), reloadRetryMs);
      throw error;
    }
    lanes.runAll();
  };
  return {
    get items() {
      return outboxItems.items();
    },
    async add(message) {
      if (outboxItems.items().length >= maxQueuedMessages)
        throw new Error(`${maxQueuedMessages} messages wait already`);
      const newest = outboxItems.items().at(-1)?.createdAt ?? 0;
      const item: OutboxItem = {
        ...message,
        clientId: deps.newId(),
        owner: deps.owner,
        createdAt: Math.max(deps.timers.now(), newest + 1),
        state: "queued",
        heldBy: null,
        error: null,
      };
      await outboxItems.add(item);
      lanes.run(item.chatId);
      return item;
    },
    reload,
    sendPending() {
      lanes.cancelWaits();
      lanes.runAll();
    },
    async release(clientId) {
      const item = findItem(clientId);
      if (!item) return;
      await outboxItems.replace({
        ...item,
        state: "queued",
        heldBy: null,
        error: null,
        afterSeq: item.state === "held" ? sendAnyway : item.afterSeq,
      });
      lanes.run(item.chatId);
    },
    takeBack(clientId) {
      const item = findItem(clientId);
      if (!item) return null;
      void outboxItems.remove(clientId);
      if (item.file?.upload === null) deps.uploads?.cancel(item.file.id);
      return item;
    },
    confirmSent(clientId) {
      if (findItem(clientId)) void outboxItems.remove(clientId);
    },
    close() {
      isClosed = true;
      deps.timers.clear(reloadTimer);
      lanes.close();
    },
  };
}
