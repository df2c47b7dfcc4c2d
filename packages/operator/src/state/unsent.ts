import {
  createStagedStore,
  memoryOutboxStore,
  openDeviceDisk,
  rejoinFiles,
  withSyncCopy,
  type DeviceDisk,
  type OutboxStore,
  type StagedRecord,
  type StagedStore,
} from "@parlour/client";
import type { DraftRecord } from "./draft-record.ts";
import { keepDraftsOn } from "./drafts.ts";

/** What this device keeps of what is not sent yet; what the pages before this one left comes back. */
export async function openUnsent(operator: number): Promise<{ store: OutboxStore; staged: StagedStore | null }> {
  let disk: DeviceDisk<DraftRecord, StagedRecord>;
  try {
    disk = await openDeviceDisk<DraftRecord, StagedRecord>(indexedDB);
  } catch (error) {
    console.warn("this browser keeps no database: unsent messages end with the page", error);
    return { store: memoryOutboxStore(), staged: null };
  }
  try {
    await keepDraftsOn(disk.drafts, operator);
    await rejoinFiles(localStorage, disk.outbox, disk.staged);
  } catch (error) {
    console.warn("what an earlier page left could not be read", error);
  }
  return { store: withSyncCopy(disk.outbox, localStorage), staged: stagedStore(disk.staged) };
}

const tabPlace = "parlour.tab";
/** This page among all of this browser; null until it needs a name. */
let tab: { readonly name: string; readonly before: string | null } | null = null;

/** Which page shows which chosen files: each holds a lock of its own as long as it lives. */
function stagedStore(disk: DeviceDisk<DraftRecord, StagedRecord>["staged"]): StagedStore {
  const locks = navigator.locks as LockManager | undefined;
  const lockOf = (name: string) => `parlour.tab.${name}`;
  if (tab === null) {
    tab = { name: newId(), before: sessionStorage.getItem(tabPlace) };
    sessionStorage.setItem(tabPlace, tab.name);
    void locks?.request(lockOf(tab.name), () => new Promise(() => undefined));
  }
  return createStagedStore({
    disk,
    tab: tab.name,
    before: tab.before,
    now: () => Date.now(),
    whenGone(name, isWaiting, run) {
      if (!locks) void run();
      else if (isWaiting) void locks.request(lockOf(name), run);
      else void locks.request(lockOf(name), { ifAvailable: true }, (lock) => (lock ? run() : undefined));
    },
  });
}

/** Says so after each change, so that other tabs read again. */
export function told(store: OutboxStore, changed: () => void): OutboxStore {
  return {
    list: (owner) => store.list(owner),
    put: (item) => store.put(item).then(changed),
    remove: (clientId) => store.remove(clientId).then(changed),
  };
}

/** 128 bits of chance in hex. `crypto.randomUUID` is absent on plain http beyond localhost. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
