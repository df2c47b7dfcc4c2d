import type { OutboxItem } from "./outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";

/** Values by name on this device. `put` and `remove` resolve when the change survives the end of the browser. */
export interface DeviceStore<T> {
  list(): Promise<[string, T][]>;
  get(name: string): Promise<T | undefined>;
  put(name: string, value: T): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The browser's own database: messages that wait, drafts, files chosen for a reply. Changes of one moment are written together or not at all. */
export interface DeviceDisk<Draft, Staged> {
  readonly outbox: OutboxStore;
  readonly drafts: DeviceStore<Draft>;
  readonly staged: DeviceStore<Staged>;
}

const stores = ["outbox", "drafts", "staged"] as const;
type Store = (typeof stores)[number];

/** Rejects when the database cannot be opened, also while a page of an older version keeps it. */
export async function openDeviceDisk<Draft, Staged>(factory: IDBFactory, name = "parlour"): Promise<DeviceDisk<Draft, Staged>> {
  const opening = factory.open(name, 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) opening.result.createObjectStore("outbox", { keyPath: "clientId" });
    opening.result.createObjectStore("drafts");
    opening.result.createObjectStore("staged");
  };
  const database = await opened(opening);
  // A newer version of the application must not wait for this page.
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
    // Bytes may be refused (quota, a file that changed): nothing else may fail with them.
    put: (key, value) => (store === "staged" ? writeAlone(database, store, key, value) : write({ store, key, value })),
    remove: (key) => write({ store, key, value: undefined }),
  };
}

/** `value` undefined: removed. */
interface Change {
  readonly store: Store;
  readonly key: string;
  readonly value: unknown;
}
/** Resolves when the change is on the disk. */
type Write = (change: Change) => Promise<void>;

/**
 * One transaction for all changes of one moment, so that a message and the end of its draft are on disk together. Drafts alone wait for the
 * transaction before them, the latest of each is written: a slow disk never collects keys.
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
    // What is relaxed survives the end of the browser, what is strict that of the machine: too slow for every key.
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

/** In its turn among all writes of its store. */
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
