import {
  createAttachmentStore,
  createMemoryOutboxStore,
  openBrowserDatabase,
  reattachFiles,
  withSynchronousCopy,
  withTimeLimit,
  type BrowserDatabase,
  type OutboxStore,
  type AttachmentRecord,
  type AttachmentStore,
  type Timers,
} from "@parlour/client";
import { browserClock } from "../../clock.ts";
import type { DraftRecord } from "../../drafts/draft-record.ts";
import { enableDraftDatabase } from "../../drafts/drafts.ts";

/**
 * Maximum wait for each step of the database, ms. The page then continues without it (CORE-335).
 */
const databaseTimeLimitMs = 1_500;

/** Storage of what this device keeps for an operator. */
export interface OutboxStorage {
  readonly store: OutboxStore;
  readonly staged: AttachmentStore | null;
  /** Set if the database is late. Resolves when it has restored the drafts for the outbox. */
  readonly late: Promise<void> | null;
}

/**
 * Opens the storage for unsent messages, files and drafts. Restores earlier pages' ones. `onChange`
 * is called when messages that other tabs show too have changed.
 */
export async function openOutboxStorage(
  operator: number,
  timers: Timers,
  onChange: () => void,
): Promise<OutboxStorage> {
  const isInTime = (work: Promise<unknown>): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const timer = timers.set(() => resolve(false), databaseTimeLimitMs);
      work.then(() => resolve(true), reject).finally(() => timers.clear(timer));
    });
  const database = openBrowserDatabase<DraftRecord, AttachmentRecord>(indexedDB, window);
  let isOpen: boolean;
  try {
    isOpen = await isInTime(database.opened);
  } catch (error) {
    console.warn("this browser keeps no database: unsent messages end with the page", error);
    return { store: createMemoryOutboxStore(), staged: null, late: null };
  }
  const restored = restoreDrafts(database, operator).catch((error: unknown) =>
    console.warn("what an earlier page left could not be read", error),
  );
  return {
    store: withSynchronousCopy(limitTime(database.outbox, timers, onChange), localStorage),
    staged: openStagedStore(database.attachments),
    late: isOpen && (await isInTime(restored)) ? null : restored,
  };
}

/** Limits the wait for a store. A change that comes later than the limit is reported too. */
export const limitTime = (store: OutboxStore, timers: Timers, onChange: () => void): OutboxStore =>
  withTimeLimit(withChangeListener(store, onChange), databaseTimeLimitMs, timers);

async function restoreDrafts(
  { drafts, outbox, attachments }: BrowserDatabase<DraftRecord, AttachmentRecord>,
  operator: number,
): Promise<void> {
  await enableDraftDatabase(drafts, operator);
  await reattachFiles(localStorage, outbox, attachments);
}

const tabStorageKey = "parlour.tab";
/** Identity of this page among the tabs. Null until needed. `before`: its name before a reload. */
let tabIdentity: { readonly name: string; readonly before: string | null } | null = null;

/** Creates the store of chosen files, by page. Each page has its own lock while it is open. */
function openStagedStore(
  disk: BrowserDatabase<DraftRecord, AttachmentRecord>["attachments"],
): AttachmentStore {
  const locks = navigator.locks as LockManager | undefined;
  const toLockName = (name: string) => `parlour.tab.${name}`;
  if (tabIdentity === null) {
    tabIdentity = { name: generateId(), before: sessionStorage.getItem(tabStorageKey) };
    sessionStorage.setItem(tabStorageKey, tabIdentity.name);
    void locks?.request(toLockName(tabIdentity.name), () => new Promise(() => undefined));
  }
  return createAttachmentStore({
    disk,
    tab: tabIdentity.name,
    previousTab: tabIdentity.before,
    now: () => browserClock.now(),
    whenTabEnded(name, isWaiting, run) {
      if (!locks) void run();
      else if (isWaiting) void locks.request(toLockName(name), run);
      else
        void locks.request(toLockName(name), { ifAvailable: true }, (lock) =>
          lock ? run() : undefined,
        );
    },
  });
}

/** Wraps a store and calls `onChange` after each change, so that other tabs can load it again. */
function withChangeListener(store: OutboxStore, onChange: () => void): OutboxStore {
  return {
    list: (owner) => store.list(owner),
    put: (item) => store.put(item).then(onChange),
    remove: (clientId) => store.remove(clientId).then(onChange),
  };
}

/** Returns 128 random bits in hex. `crypto.randomUUID` needs https or localhost. */
export function generateId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
