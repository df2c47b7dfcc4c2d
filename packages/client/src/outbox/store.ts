import type { KeyValueStore } from "../browser-database.ts";
import type { Timers } from "../timers.ts";
import type { OutboxFile, OutboxItem, OutboxStore } from "./types.ts";

/** Stores in memory, for tests and browsers without IndexedDB. A reload loses messages. */
export function createMemoryOutboxStore(items = new Map<string, OutboxItem>()): OutboxStore {
  return {
    list: (owner) =>
      Promise.resolve(
        [...items.values()]
          .filter((item) => item.owner === owner)
          .toSorted((a, b) => a.createdAt - b.createdAt),
      ),
    put: (item) => {
      items.set(item.clientId, item);
      return Promise.resolve();
    },
    remove: (clientId) => {
      items.delete(clientId);
      return Promise.resolve();
    },
  };
}

/** Rejects after `ms`, so that nothing waits for the database. It may still succeed later. */
export function withTimeLimit(store: OutboxStore, ms: number, timers: Timers): OutboxStore {
  const limit = async <T>(work: Promise<T>): Promise<T> => {
    let timer: unknown;
    const timeout = new Promise<never>((_, reject) => {
      timer = timers.set(
        () => reject(new Error("the browser's database did not respond in time")),
        ms,
      );
    });
    try {
      return await Promise.race([work, timeout]);
    } finally {
      timers.clear(timer);
    }
  };
  return {
    list: (owner) => limit(store.list(owner)),
    put: (item) => limit(store.put(item)),
    remove: (clientId) => limit(store.remove(clientId)),
  };
}

/** The methods of `localStorage` that are used. */
export interface SynchronousStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const copyPrefix = "parlour.leaving.";

/**
 * Writes a synchronous copy of each item to `localStorage` until the database has stored the item.
 * So a page crash between key press and database write loses no text. `list` also returns copies
 * that a crash has left, with their original client id.
 */
export function withSynchronousCopy(store: OutboxStore, storage: SynchronousStorage): OutboxStore {
  return {
    async list(owner) {
      const leftoverCopies = readCopies(storage).filter((item) => item.owner === owner);
      const stored = await store.list(owner);
      const missingItems = leftoverCopies.filter(
        (item) => !stored.some((storedItem) => storedItem.clientId === item.clientId),
      );
      return [...stored, ...missingItems].toSorted((a, b) => a.createdAt - b.createdAt);
    },
    async put(item) {
      const storageKey = copyPrefix + item.clientId;
      try {
        // `localStorage` cannot store bytes, so the copy of a file has no content.
        storage.setItem(
          storageKey,
          JSON.stringify(item.file ? { ...item, file: { ...item.file, blob: null } } : item),
        );
      } catch {
        storage.removeItem(storageKey);
      }
      await store.put(item);
      storage.removeItem(storageKey);
    },
    async remove(clientId) {
      storage.removeItem(copyPrefix + clientId);
      await store.remove(clientId);
    },
  };
}

/** Adds the bytes to items after a crash. Their copies in `localStorage` have none. */
export async function reattachFiles(
  storage: SynchronousStorage,
  outbox: OutboxStore,
  attachments: Pick<KeyValueStore<{ readonly file: OutboxFile }>, "get" | "remove">,
): Promise<void> {
  for (const item of readCopies(storage)) {
    if (!item.file || item.file.upload) continue;
    const record = await attachments.get(item.file.id);
    if (!record) continue;
    const { upload, blob } = record.file;
    await Promise.all([
      outbox.put({ ...item, file: { ...item.file, upload, blob } }),
      attachments.remove(item.file.id),
    ]);
    storage.removeItem(copyPrefix + item.clientId);
  }
}

function readCopies(storage: SynchronousStorage): OutboxItem[] {
  const items: OutboxItem[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const storageKey = storage.key(index);
    if (!storageKey?.startsWith(copyPrefix)) continue;
    try {
      items.push(JSON.parse(storage.getItem(storageKey) ?? "") as OutboxItem);
    } catch {
      storage.removeItem(storageKey);
    }
  }
  return items;
}
