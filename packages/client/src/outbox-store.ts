import type { OutboxItem } from "./outbox.ts";

/** Where messages wait. `put` and `remove` resolve when the change would survive a crash of the page. */
export interface OutboxStore {
  /** Items of one operator, oldest first. */
  list(owner: number): Promise<OutboxItem[]>;
  put(item: OutboxItem): Promise<void>;
  remove(clientId: string): Promise<void>;
}

/** For tests, and for browsers that refuse IndexedDB (then a reload loses what was not sent). */
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

/** The part of localStorage that is used. */
export interface SyncStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const copyPrefix = "parlour.leaving.";

/**
 * Keeps a copy written at once, until the slower store has the item: between the key press and the flush of a database there is
 * no moment in which a crash of the page loses the text. Copies left behind by a crash join the store again, with their client id.
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
        // Bytes are no text: of a file the copy keeps the name.
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

/** The browser's own database. Rejects when it cannot be opened. */
export async function openIndexedDbOutbox(factory: IDBFactory, name = "parlour"): Promise<OutboxStore> {
  const opening = factory.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("outbox", { keyPath: "clientId" });
  };
  const database = await settled(opening);
  const write = async (change: (items: IDBObjectStore) => void) => {
    const transaction = database.transaction("outbox", "readwrite", { durability: "strict" });
    change(transaction.objectStore("outbox"));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the browser's database refused a write"));
    });
  };
  return {
    async list(owner) {
      const all = await settled(database.transaction("outbox").objectStore("outbox").getAll() as IDBRequest<OutboxItem[]>);
      return all.filter((item) => item.owner === owner).toSorted((a, b) => a.createdAt - b.createdAt);
    },
    put: (item) => write((items) => items.put(item)),
    remove: (clientId) => write((items) => items.delete(clientId)),
  };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database did not answer"));
  });
}
