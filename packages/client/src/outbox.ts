import type { Message } from "@parlour/protocol";
import type { Upload } from "@parlour/protocol/api-upload";
import { createLanes } from "./outbox-lanes.ts";
import { createShelf } from "./outbox-shelf.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { Timers } from "./socket.ts";

/** A file of a message on its way. */
export interface OutboxFile {
  /** Names it on this device. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** null until the server has it. */
  readonly upload: Upload | null;
  /** Until then its bytes; null: they were lost with a page that crashed. */
  readonly blob: Blob | null;
  /** Whole seconds, of sound and video. */
  readonly duration?: number;
}

/** A message on its way: written here, not yet answered by the server. */
export interface OutboxItem {
  /** Makes the server write it once however often it is sent (CORE-044). */
  readonly clientId: string;
  /** The operator who wrote it; another one at the same browser never sends it. */
  readonly owner: number;
  readonly chatId: number;
  readonly kind: "text" | "note" | "file";
  /** Of a file its comment, "" without one. */
  readonly text: string;
  readonly file?: OutboxFile;
  /** Operators that a note names. */
  readonly mentions?: readonly number[];
  /** Unix milliseconds; the order within a chat. */
  readonly createdAt: number;
  /** Last message of the chat its author had before his eyes. */
  readonly afterSeq: number;
  /** `held`: a colleague answered meanwhile. `failed`: the server refused it, see `error`. `queued` with an `error`: the last try failed, another follows. */
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
  /** Brings the file of a message to the server; throws `ApiError`, or `AbortError` after `cancelUpload`. */
  upload?: (file: OutboxFile & { readonly blob: Blob }) => Promise<Upload>;
  cancelUpload?: (fileId: string) => void;
  /** Gives the stored message; throws `ApiError`. */
  send: (item: OutboxItem) => Promise<Message>;
  /** False while offline or catching up: never answer blind. */
  canSend: (chatId: number) => boolean;
  /** The first reply of a colleague behind `afterSeq`, or null. */
  answeredBy: (item: OutboxItem) => Message | null;
  onSent: (message: Message) => void;
  onChange: (items: readonly OutboxItem[]) => void;
  /** One holder at a time over all tabs; without such locks the client id alone keeps messages single. */
  lock: (name: string, run: () => Promise<void>) => Promise<void>;
}
export type NewItem = Pick<OutboxItem, "chatId" | "kind" | "text" | "afterSeq" | "file" | "mentions">;
export interface Outbox {
  readonly items: readonly OutboxItem[];
  /** Resolves when the item is on this device's disk; `store.put` is called at once, before the promise is returned. Rejects above 1000 waiting messages. */
  add(message: NewItem): Promise<OutboxItem>;
  /** Reads the store again (start, another tab changed it) and sends what may go. */
  reload(): Promise<void>;
  /** Sends what may go now: after catching up, when a chat became known. */
  kick(): void;
  /** Send anyway, or Send again after a refusal. */
  release(clientId: string): Promise<void>;
  /** Discard, or Edit: takes it out and gives it; what the caller keeps of it in the same moment is written together with its end. */
  takeBack(clientId: string): OutboxItem | null;
  /** The server's copy arrived another way (catch-up): nothing to send any more. */
  confirm(clientId: string): void;
  close(): void;
}

const mostItems = 1000;

/** Sends each message exactly once, in order within its chat, over reloads, crashes and tabs. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const shelf = createShelf(deps);
  const lanes = createLanes(deps, shelf);
  const find = (clientId: string) => shelf.items().find((known) => known.clientId === clientId);
  return {
    get items() {
      return shelf.items();
    },
    async add(message) {
      if (shelf.items().length >= mostItems) throw new Error(`${mostItems} messages wait already`);
      const newest = shelf.items().at(-1)?.createdAt ?? 0;
      const item: OutboxItem = {
        ...message,
        clientId: deps.newId(),
        owner: deps.owner,
        createdAt: Math.max(deps.timers.now(), newest + 1),
        state: "queued",
        heldBy: null,
        error: null,
      };
      await shelf.add(item);
      lanes.run(item.chatId);
      return item;
    },
    async reload() {
      await shelf.reload();
      lanes.runAll();
    },
    kick() {
      lanes.stopWaiting();
      lanes.runAll();
    },
    async release(clientId) {
      const item = find(clientId);
      if (!item) return;
      const answer = deps.answeredBy(item);
      const seen = item.state === "held" ? Number.MAX_SAFE_INTEGER : Math.max(item.afterSeq, answer?.seq ?? 0);
      await shelf.replace({ ...item, state: "queued", heldBy: null, error: null, afterSeq: seen });
      lanes.run(item.chatId);
    },
    takeBack(clientId) {
      const item = find(clientId);
      if (!item) return null;
      void shelf.drop(clientId);
      if (item.file?.upload === null) deps.cancelUpload?.(item.file.id);
      return item;
    },
    confirm(clientId) {
      if (find(clientId)) void shelf.drop(clientId);
    },
    close: () => lanes.close(),
  };
}
