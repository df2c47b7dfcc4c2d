import type { Message } from "@parlour/protocol";
import type { Upload } from "@parlour/protocol/api/upload";
import { createChatLanes } from "./lanes.ts";
import { createOutboxItems } from "./items.ts";
import type { OutboxStore } from "./store.ts";
import type { Timers } from "../socket/socket.ts";

/** A file of a message in the outbox. */
export interface OutboxFile {
  /** Identifies the file in this browser. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** null until the file is uploaded. */
  readonly upload: Upload | null;
  /** The bytes until the file is uploaded. null: a crash of the page lost them. */
  readonly blob: Blob | null;
  /** Duration of audio or video, whole seconds. */
  readonly duration?: number;
}

/** A message that the server has not confirmed yet. */
export interface OutboxItem {
  /** Idempotency id: the server stores the message once, however often it is sent (CORE-044). */
  readonly clientId: string;
  /** Id of the author. Another operator who uses the same browser never sends this message. */
  readonly owner: number;
  readonly chatId: number;
  readonly kind: "text" | "note" | "file";
  /** Message text. For a file its comment, or "". */
  readonly text: string;
  readonly file?: OutboxFile;
  /** Ids of the operators mentioned in a note. */
  readonly mentions?: readonly number[];
  /** Unix milliseconds. Defines the order within a chat. */
  readonly createdAt: number;
  /** The last message of the chat that its author had seen. */
  readonly afterSeq: number;
  /**
   * `held`: another operator replied meanwhile. `failed`: the server rejected it, see `error`.
   * `queued` with an `error`: the last attempt failed and another follows.
   */
  readonly state: "queued" | "held" | "failed";
  readonly heldBy: { readonly name: string; readonly at: string } | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly requestId: string | null;
    readonly at: number;
  } | null;
}

export interface OutboxDeps {
  owner: number;
  store: OutboxStore;
  timers: Timers;
  random: () => number;
  newId: () => string;
  /** Uploads the file of a message. Throws `ApiError`, or `AbortError` after `cancelUpload`. */
  upload?: (file: OutboxFile & { readonly blob: Blob }) => Promise<Upload>;
  cancelUpload?: (fileId: string) => void;
  /** Sends a message and returns the stored message. Throws `ApiError`. */
  send: (item: OutboxItem) => Promise<Message>;
  /** False while offline or catching up, so that no reply is sent without seeing newer messages. */
  canSend: (chatId: number) => boolean;
  /** Returns the first reply of another operator after `afterSeq`, or null. */
  findOtherReply: (item: OutboxItem) => Message | null;
  onSent: (message: Message) => void;
  onChange: (items: readonly OutboxItem[]) => void;
  /**
   * Runs `run` under a lock shared by all tabs. In browsers without locks, only the client id
   * prevents duplicates.
   */
  lock: (name: string, run: () => Promise<void>) => Promise<void>;
}
export type NewItem = Pick<OutboxItem, "chatId" | "kind" | "text" | "afterSeq" | "file" | "mentions">;
export interface Outbox {
  readonly items: readonly OutboxItem[];
  /**
   * Adds a message. Calls `store.put` before it returns, and resolves when the item is stored.
   * Rejects if 1000 messages are pending.
   */
  add(message: NewItem): Promise<OutboxItem>;
  /**
   * Reads the store again (at start, or after another tab changed it) and sends what can be sent.
   */
  reload(): Promise<void>;
  /** Sends what can be sent now: after catching up, or when a chat is loaded. */
  sendPending(): void;
  /** Sends a held or rejected message (Send anyway, Send again). */
  release(clientId: string): Promise<void>;
  /**
   * Removes a message from the outbox and returns it (Discard, Edit). A draft that the caller saves
   * synchronously is written in the same transaction.
   */
  takeBack(clientId: string): OutboxItem | null;
  /** Removes a message whose stored copy arrived by another way (catch-up). */
  confirmSent(clientId: string): void;
  close(): void;
}

const maxQueuedMessages = 1000;

/**
 * Creates an outbox that sends each message exactly once, in order within its chat, across reloads,
 * crashes and tabs.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const outboxItems = createOutboxItems(deps);
  const lanes = createChatLanes(deps, outboxItems);
  const findItem = (clientId: string) => outboxItems.items().find((item) => item.clientId === clientId);
  return {
    get items() {
      return outboxItems.items();
    },
    async add(message) {
      if (outboxItems.items().length >= maxQueuedMessages) throw new Error(`${maxQueuedMessages} messages wait already`);
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
    async reload() {
      await outboxItems.reload();
      lanes.runAll();
    },
    sendPending() {
      lanes.cancelWaits();
      lanes.runAll();
    },
    async release(clientId) {
      const item = findItem(clientId);
      if (!item) return;
      const otherReply = deps.findOtherReply(item);
      const lastSeenSeq = item.state === "held" ? Number.MAX_SAFE_INTEGER : Math.max(item.afterSeq, otherReply?.seq ?? 0);
      await outboxItems.replace({ ...item, state: "queued", heldBy: null, error: null, afterSeq: lastSeenSeq });
      lanes.run(item.chatId);
    },
    takeBack(clientId) {
      const item = findItem(clientId);
      if (!item) return null;
      void outboxItems.remove(clientId);
      if (item.file?.upload === null) deps.cancelUpload?.(item.file.id);
      return item;
    },
    confirmSent(clientId) {
      if (findItem(clientId)) void outboxItems.remove(clientId);
    },
    close: () => lanes.close(),
  };
}
