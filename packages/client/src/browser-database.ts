import {
  connectDatabase,
  type DatabaseConnection,
  type PageEvents,
} from "./database-connection.ts";
import type { OutboxItem, OutboxStore } from "./outbox/types.ts";

/** Named values in this browser. Writes resolve when they survive a restart of it. */
export interface KeyValueStore<T> {
  list(): Promise<[string, T][]>;
  get(name: string): Promise<T | undefined>;
  put(name: string, value: T): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Stores outbox, drafts and attachments. Changes of one microtask are one transaction. */
export interface BrowserDatabase<Draft, Staged> {
  /** Resolves when the database is open. Operations before that wait for it. */
  readonly opened: Promise<void>;
  readonly outbox: OutboxStore;
  readonly drafts: KeyValueStore<Draft>;
  readonly attachments: KeyValueStore<Staged>;
}

const storeNames = ["outbox", "drafts", "staged"] as const;
type StoreName = (typeof storeNames)[number];

/** Rejects every operation if it cannot open, as while a page has an older version open. */
export function openBrowserDatabase<Draft, Staged>(
  factory: IDBFactory,
  page: PageEvents,
  name = "parlour",
): BrowserDatabase<Draft, Staged> {
  const connection = connectDatabase(() => openVersion(factory, name), page);
  const write = createGroupWriter(connection);
  return {
    opened: connection.opened,
    outbox: createOutboxStore(connection, write),
    drafts: createKeyValueStore<Draft>("drafts", connection, write),
    attachments: createKeyValueStore<Staged>("staged", connection, write),
  };
}

function openVersion(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const openRequest = factory.open(name, 2);
  openRequest.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) openRequest.result.createObjectStore("outbox", { keyPath: "clientId" });
    openRequest.result.createObjectStore("drafts");
    openRequest.result.createObjectStore("staged");
  };
  return waitForOpen(openRequest);
}

function createOutboxStore(connection: DatabaseConnection, write: WriteChange): OutboxStore {
  return {
    async list(owner) {
      const items = await read(connection, "outbox", (store) =>
        toPromise(store.getAll() as IDBRequest<OutboxItem[]>),
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
  connection: DatabaseConnection,
  write: WriteChange,
): KeyValueStore<T> {
  return {
    async list() {
      const [keys, values] = await read(connection, store, (objectStore) =>
        Promise.all([
          toPromise(objectStore.getAllKeys() as IDBRequest<string[]>),
          toPromise(objectStore.getAll() as IDBRequest<T[]>),
        ]),
      );
      return values.map((value, index) => [keys[index] ?? "", value]);
    },
    get: (key) =>
      read(connection, store, (objectStore) =>
        toPromise(objectStore.get(key) as IDBRequest<T | undefined>),
      ),
    // Writing file bytes may fail (quota, changed file). The separate transaction keeps such an
    // error from undoing other changes.
    put: (key, value) =>
      store === "staged" ? writeAlone(connection, store, key, value) : write({ store, key, value }),
    remove: (key) => write({ store, key, value: undefined }),
  };
}

const read = <T>(
  connection: DatabaseConnection,
  name: StoreName,
  run: (store: IDBObjectStore) => Promise<T>,
): Promise<T> =>
  connection.run([name], { mode: "readonly" }, (transaction) => run(transaction.objectStore(name)));

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
function createGroupWriter(connection: DatabaseConnection): WriteChange {
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
        commit(connection, [...changes.values()])
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

function commit(connection: DatabaseConnection, changes: readonly StoreChange[]): Promise<void> {
  const names = [...new Set(changes.map(({ store }) => store))];
  // Writes with relaxed durability survive the end of the browser. Strict writes also survive a
  // crash of the machine, but are too slow for every key press.
  const durability = names.includes("outbox") ? "strict" : "relaxed";
  return connection.run(
    names,
    { mode: "readwrite", durability },
    (transaction) =>
      new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = transaction.onerror = () =>
          reject(transaction.error ?? new Error("the browser's database refused a write"));
        for (const { store, key, value } of changes) {
          const target = transaction.objectStore(store);
          if (value === undefined) target.delete(key);
          else if (store === "outbox") target.put(value);
          else target.put(value, key);
        }
        // Without this call the page must handle an event before the browser commits. A page that
        // is hidden cannot.
        transaction.commit();
      }),
  );
}

/** Writes one change. IndexedDB preserves the order of writes to one store. */
async function writeAlone(
  connection: DatabaseConnection,
  store: StoreName,
  key: string,
  value: unknown,
): Promise<void> {
  await commit(connection, [{ store, key, value }]);
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
