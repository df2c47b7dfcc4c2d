import type { DeviceStore } from "./device-disk.ts";
import type { OutboxItem } from "./outbox.ts";
import type { StagedRecord } from "./staged-store.ts";

/**
 * Storage of the outbox. `put` and `remove` resolve when the change would survive a crash of the
 * page.
 */
export interface OutboxStore {
  /** Returns the items of one operator, oldest first. */
  list(owner: number): Promise<OutboxItem[]>;
  put(item: OutboxItem): Promise<void>;
  remove(clientId: string): Promise<void>;
}

/**
 * Creates an outbox store in memory, for tests and for browsers without IndexedDB. There, a reload
 * loses unsent messages.
 */
export function memoryOutboxStore(items = new Map<string, OutboxItem>()): OutboxStore {
  return {
    list: (owner) =>
      Promise.resolve([...items.values()].filter((item) => item.owner === owner).toSorted((a, b) => a.createdAt - b.createdAt)),
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

/** The used part of `localStorage`. */
export interface SyncStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const copyPrefix = "parlour.leaving.";

/**
 * Writes a synchronous copy of each item to `localStorage` until the database has stored the item.
 * So a crash of the page between key press and database write loses no text. Copies left by a crash
 * are listed with their client id again.
 */
export function withSyncCopy(store: OutboxStore, storage: SyncStorage): OutboxStore {
  return {
    async list(owner) {
      const left = copiesIn(storage).filter((item) => item.owner === owner);
      const stored = await store.list(owner);
      const lost = left.filter((item) => !stored.some((known) => known.clientId === item.clientId));
      return [...stored, ...lost].toSorted((a, b) => a.createdAt - b.createdAt);
    },
    async put(item) {
      const place = copyPrefix + item.clientId;
      try {
        // `localStorage` cannot store bytes, so the copy of a file has no content.
        storage.setItem(place, JSON.stringify(item.file ? { ...item, file: { ...item.file, blob: null } } : item));
      } catch {
        storage.removeItem(place);
      }
      await store.put(item);
      storage.removeItem(place);
    },
    async remove(clientId) {
      storage.removeItem(copyPrefix + clientId);
      await store.remove(clientId);
    },
  };
}

/**
 * Gives the copies left by a crash the bytes of their files. The copies have no bytes, but the
 * attachment store still has them.
 */
export async function rejoinFiles(
  storage: SyncStorage,
  outbox: Pick<OutboxStore, "put">,
  staged: Pick<DeviceStore<StagedRecord>, "get" | "remove">,
): Promise<void> {
  for (const item of copiesIn(storage)) {
    if (!item.file || item.file.upload) continue;
    const found = await staged.get(item.file.id);
    if (!found) continue;
    const { upload, blob } = found.file;
    await Promise.all([outbox.put({ ...item, file: { ...item.file, upload, blob } }), staged.remove(item.file.id)]);
    storage.removeItem(copyPrefix + item.clientId);
  }
}

function copiesIn(storage: SyncStorage): OutboxItem[] {
  const items: OutboxItem[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const place = storage.key(index);
    if (!place?.startsWith(copyPrefix)) continue;
    try {
      items.push(JSON.parse(storage.getItem(place) ?? "") as OutboxItem);
    } catch {
      storage.removeItem(place);
    }
  }
  return items;
}
