import {
  createAttachmentStore,
  createMemoryOutboxStore,
  openBrowserDatabase,
  reattachFiles,
  withSynchronousCopy,
  type BrowserDatabase,
  type OutboxStore,
  type AttachmentRecord,
  type AttachmentStore,
} from "@parlour/client";
import type { DraftRecord } from "./draft-record.ts";
import { keepDraftsOn } from "./drafts.ts";

/**
 * Opens the storage for unsent messages, files and drafts on this device. Restores what earlier
 * pages left.
 */
export async function openUnsent(operator: number): Promise<{ store: OutboxStore; staged: AttachmentStore | null }> {
  let disk: BrowserDatabase<DraftRecord, AttachmentRecord>;
  try {
    disk = await openBrowserDatabase<DraftRecord, AttachmentRecord>(indexedDB);
  } catch (error) {
    console.warn("this browser keeps no database: unsent messages end with the page", error);
    return { store: createMemoryOutboxStore(), staged: null };
  }
  try {
    await keepDraftsOn(disk.drafts, operator);
    await reattachFiles(localStorage, disk.outbox, disk.attachments);
  } catch (error) {
    console.warn("what an earlier page left could not be read", error);
  }
  return { store: withSynchronousCopy(disk.outbox, localStorage), staged: stagedStore(disk.attachments) };
}

const tabPlace = "parlour.tab";
/**
 * Identity of this page among all tabs of the browser. Null until it is needed. `before`: its name
 * before a reload.
 */
let tab: { readonly name: string; readonly before: string | null } | null = null;

/**
 * Stores which page shows which chosen files. Each page holds a lock of its own while it is open.
 */
function stagedStore(disk: BrowserDatabase<DraftRecord, AttachmentRecord>["attachments"]): AttachmentStore {
  const locks = navigator.locks as LockManager | undefined;
  const lockOf = (name: string) => `parlour.tab.${name}`;
  if (tab === null) {
    tab = { name: newId(), before: sessionStorage.getItem(tabPlace) };
    sessionStorage.setItem(tabPlace, tab.name);
    void locks?.request(lockOf(tab.name), () => new Promise(() => undefined));
  }
  return createAttachmentStore({
    disk,
    tab: tab.name,
    previousTab: tab.before,
    now: () => Date.now(),
    whenTabEnded(name, isWaiting, run) {
      if (!locks) void run();
      else if (isWaiting) void locks.request(lockOf(name), run);
      else void locks.request(lockOf(name), { ifAvailable: true }, (lock) => (lock ? run() : undefined));
    },
  });
}

/** Wraps a store so that `onChange` runs after each change and other tabs can reload. */
export function told(store: OutboxStore, changed: () => void): OutboxStore {
  return {
    list: (owner) => store.list(owner),
    put: (item) => store.put(item).then(changed),
    remove: (clientId) => store.remove(clientId).then(changed),
  };
}

/**
 * Returns 128 random bits in hex. `crypto.randomUUID` is absent over plain http, except on
 * localhost.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
