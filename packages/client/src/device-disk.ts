import type { OutboxItem } from "./outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";

/**
 * Values by name, stored in this browser. `put` and `remove` resolve when the change survives the
 * end of the browser.
 */
export interface DeviceStore<T> {
  list(): Promise<[string, T][]>;
  get(name: string): Promise<T | undefined>;
  put(name: string, value: T): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * The IndexedDB database of this browser: outbox, drafts and attachments. Changes made in the same
 * microtask are written in one transaction.
 */
export interface DeviceDisk<Draft, Staged> {
  readonly outbox: OutboxStore;
  readonly drafts: DeviceStore<Draft>;
  readonly staged: DeviceStore<Staged>;
}

const stores = ["outbox", "drafts", "staged"] as const;
type Store = (typeof stores)[number];

/**
 * Opens the database. Rejects if it cannot be opened, also if a page with an older version has it
 * open.
 */
export async function openDeviceDisk<Draft, Staged>(factory: IDBFactory, name = "parlour"): Promise<DeviceDisk<Draft, Staged>> {
  const opening = factory.open(name, 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) opening.result.createObjectStore("outbox", { keyPath: "clientId" });
    opening.result.createObjectStore("drafts");
    opening.result.createObjectStore("staged");
  };
  const database = await opened(opening);
  // A page with a newer version must be able to open the database while this page is open.
  database.onversionchange = () => database.close();
  const write = groupWriter(database);
  return {
    outbox: outboxIn(database, write),
    drafts: storeIn<Draft>("drafts", database, write),
    staged: storeIn<Staged>("staged", database, write),
  };
}

function outboxIn(database: IDBDatabase, write: Write): OutboxStore {
  return {
    async list(owner) {
      const items = await settled(database.transaction("outbox").objectStore("outbox").getAll() as IDBRequest<OutboxItem[]>);
      return items.filter((item) => item.owner === owner).toSorted((a, b) => a.createdAt - b.createdAt);
    },
    put: (item) => write({ store: "outbox", key: item.clientId, value: item }),
    remove: (clientId) => write({ store: "outbox", key: clientId, value: undefined }),
  };
}

function storeIn<T>(store: "drafts" | "staged", database: IDBDatabase, write: Write): DeviceStore<T> {
  const reading = () => database.transaction(store).objectStore(store);
  return {
    async list() {
      const read = reading();
      const [keys, values] = await Promise.all([
        settled(read.getAllKeys() as IDBRequest<string[]>),
        settled(read.getAll() as IDBRequest<T[]>),
      ]);
      return values.map((value, index) => [keys[index] ?? "", value]);
    },
    get: (key) => settled(reading().get(key) as IDBRequest<T | undefined>),
    // A write of file bytes may fail (quota, changed file). It must not fail other changes.
    put: (key, value) => (store === "staged" ? writeAlone(database, store, key, value) : write({ store, key, value })),
    remove: (key) => write({ store, key, value: undefined }),
  };
}

/** If `value` is undefined, the key is removed. */
interface Change {
  readonly store: Store;
  readonly key: string;
  readonly value: unknown;
}
/** Resolves when the change is on disk. */
type Write = (change: Change) => Promise<void>;

/**
 * Groups all changes of one microtask into one transaction, so that a message and the removal of
 * its draft are written together. A group with only drafts waits for the previous transaction. It
 * then writes the latest draft of each key, so that a slow disk does not queue every key press.
 */
function groupWriter(database: IDBDatabase): Write {
  let group: { changes: Map<string, Change>; isUrgent: boolean; done: Promise<void>; flush: () => void } | null = null;
  let underWay = 0;
  const open = () => {
    const changes = new Map<string, Change>();
    let flush = () => undefined as void;
    const done = new Promise<void>((resolve, reject) => {
      flush = () => {
        group = null;
        underWay += 1;
        commit(database, [...changes.values()])
          .then(resolve, reject)
          .finally(() => {
            underWay -= 1;
            group?.flush();
          });
      };
    });
    return { changes, isUrgent: false, done, flush };
  };
  return (change) => {
    const wanted = (group ??= open());
    wanted.changes.set(`${change.store} ${change.key}`, change);
    const isUrgent = change.store !== "drafts";
    if ((wanted.changes.size === 1 && underWay === 0) || (isUrgent && !wanted.isUrgent))
      queueMicrotask(() => {
        if (group === wanted) wanted.flush();
      });
    wanted.isUrgent ||= isUrgent;
    return wanted.done;
  };
}

function commit(database: IDBDatabase, changes: readonly Change[]): Promise<void> {
  const names = [...new Set(changes.map(({ store }) => store))];
  return new Promise((resolve, reject) => {
    // Relaxed writes survive the end of the browser. Strict writes survive a crash of the machine,
    // but are too slow for every key press.
    const transaction = database.transaction(names, "readwrite", { durability: names.includes("outbox") ? "strict" : "relaxed" });
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the browser's database refused a write"));
    for (const { store, key, value } of changes) {
      const target = transaction.objectStore(store);
      if (value === undefined) target.delete(key);
      else if (store === "outbox") target.put(value);
      else target.put(value, key);
    }
  });
}

/**
 * Writes one change in its own transaction. IndexedDB preserves the order of writes to one store.
 */
async function writeAlone(database: IDBDatabase, store: Store, key: string, value: unknown): Promise<void> {
  await commit(database, [{ store, key, value }]);
}

function opened(opening: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    opening.onblocked = () => reject(new Error("another page keeps an older version of the browser's database"));
    settled(opening).then(resolve, reject);
  });
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database did not answer"));
  });
}
