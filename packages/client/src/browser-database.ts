import type { OutboxItem, OutboxStore } from "./outbox/types.ts";

/**
 * Named values that are stored in this browser. `put` and `remove` resolve when the change survives
 * a restart of the browser.
 */
export interface KeyValueStore<T> {
  list(): Promise<[string, T][]>;
  get(name: string): Promise<T | undefined>;
  put(name: string, value: T): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * The IndexedDB database of this browser. It stores the outbox, drafts and attachments. Changes
 * made in the same microtask are written in one transaction.
 */
export interface BrowserDatabase<Draft, Staged> {
  readonly outbox: OutboxStore;
  readonly drafts: KeyValueStore<Draft>;
  readonly attachments: KeyValueStore<Staged>;
}

const storeNames = ["outbox", "drafts", "staged"] as const;
type StoreName = (typeof storeNames)[number];

/**
 * Opens the database. Rejects if the database cannot be opened, for example because a page with an
 * older version has it open.
 */
export async function openBrowserDatabase<Draft, Staged>(
  factory: IDBFactory,
  name = "parlour",
): Promise<BrowserDatabase<Draft, Staged>> {
  const openRequest = factory.open(name, 2);
  openRequest.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) openRequest.result.createObjectStore("outbox", { keyPath: "clientId" });
    openRequest.result.createObjectStore("drafts");
    openRequest.result.createObjectStore("staged");
  };
  const database = await waitForOpen(openRequest);
  // Close the database so that a page with a newer version can upgrade it while this page is open.
  database.onversionchange = () => database.close();
  const write = createGroupWriter(database);
  return {
    outbox: createOutboxStore(database, write),
    drafts: createKeyValueStore<Draft>("drafts", database, write),
    attachments: createKeyValueStore<Staged>("staged", database, write),
  };
}

function createOutboxStore(database: IDBDatabase, write: WriteChange): OutboxStore {
  return {
    async list(owner) {
      const items = await toPromise(
        database.transaction("outbox").objectStore("outbox").getAll() as IDBRequest<OutboxItem[]>,
      );
      return items
        .filter((item) => item.owner === owner)
        .toSorted((a, b) => a.createdAt - b.createdAt);
    },
    put: (item) => write({ store: "outbox", key: item.clientId, value: item }),
    remove: (clientId) => write({ store: "outbox", key: clientId, value: undefined }),
  };
}

function createKeyValueStore<T>(
  store: "drafts" | "staged",
  database: IDBDatabase,
  write: WriteChange,
): KeyValueStore<T> {
  const openObjectStore = () => database.transaction(store).objectStore(store);
  return {
    async list() {
      const objectStore = openObjectStore();
      const [keys, values] = await Promise.all([
        toPromise(objectStore.getAllKeys() as IDBRequest<string[]>),
        toPromise(objectStore.getAll() as IDBRequest<T[]>),
      ]);
      return values.map((value, index) => [keys[index] ?? "", value]);
    },
    get: (key) => toPromise(openObjectStore().get(key) as IDBRequest<T | undefined>),
    // Writing file bytes may fail (quota, changed file). The separate transaction keeps such an
    // error from undoing other changes.
    put: (key, value) =>
      store === "staged" ? writeAlone(database, store, key, value) : write({ store, key, value }),
    remove: (key) => write({ store, key, value: undefined }),
  };
}

/** If `value` is undefined, the key is removed. */
interface StoreChange {
  readonly store: StoreName;
  readonly key: string;
  readonly value: unknown;
}
/** Resolves when the change is on disk. */
type WriteChange = (change: StoreChange) => Promise<void>;

/**
 * Groups all changes of one microtask into one transaction, so that a message and the removal of
 * its draft are written together. A group that contains only drafts waits for the previous
 * transaction and then writes the latest draft of each key. So a slow disk does not queue every key
 * press.
 */
function createGroupWriter(database: IDBDatabase): WriteChange {
  let group: {
    changes: Map<string, StoreChange>;
    isUrgent: boolean;
    done: Promise<void>;
    flush: () => void;
  } | null = null;
  let runningCommits = 0;
  const createGroup = () => {
    const changes = new Map<string, StoreChange>();
    let flush = () => undefined as void;
    const done = new Promise<void>((resolve, reject) => {
      flush = () => {
        group = null;
        runningCommits += 1;
        commit(database, [...changes.values()])
          .then(resolve, reject)
          .finally(() => {
            runningCommits -= 1;
            group?.flush();
          });
      };
    });
    return { changes, isUrgent: false, done, flush };
  };
  return (change) => {
    const targetGroup = (group ??= createGroup());
    targetGroup.changes.set(`${change.store} ${change.key}`, change);
    const isUrgent = change.store !== "drafts";
    if (
      (targetGroup.changes.size === 1 && runningCommits === 0) ||
      (isUrgent && !targetGroup.isUrgent)
    )
      queueMicrotask(() => {
        if (group === targetGroup) targetGroup.flush();
      });
    targetGroup.isUrgent ||= isUrgent;
    return targetGroup.done;
  };
}

function commit(database: IDBDatabase, changes: readonly StoreChange[]): Promise<void> {
  const names = [...new Set(changes.map(({ store }) => store))];
  return new Promise((resolve, reject) => {
    // Writes with relaxed durability survive the end of the browser. Strict writes also survive a
    // crash of the machine, but are too slow for every key press.
    const transaction = database.transaction(names, "readwrite", {
      durability: names.includes("outbox") ? "strict" : "relaxed",
    });
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () =>
      reject(transaction.error ?? new Error("the browser's database refused a write"));
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
async function writeAlone(
  database: IDBDatabase,
  store: StoreName,
  key: string,
  value: unknown,
): Promise<void> {
  await commit(database, [{ store, key, value }]);
}

function waitForOpen(openRequest: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    openRequest.onblocked = () =>
      reject(new Error("another page keeps an older version of the browser's database"));
    toPromise(openRequest).then(resolve, reject);
  });
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () =>
      reject(request.error ?? new Error("the browser's database did not answer"));
  });
}
