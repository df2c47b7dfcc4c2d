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
  type Timers,
} from "@parlour/client";
import { createContext, useContext, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { Operator } from "@parlour/protocol";
import { mostUploadMib } from "./account.ts";
import { api, queries } from "./api.ts";
import type { DraftRecord } from "./draft-record.ts";
import { createDraftSync } from "./draft-sync.ts";
import { draftOf, keepDraftsOn, setDraft } from "./drafts.ts";
import { createLive, type Live } from "./live.ts";
import { lengthOfMedia } from "./media-length.ts";
import type { LiveState } from "./live-state.ts";
import { may } from "./session.tsx";

const timers: Timers = {
  now: () => Date.now(),
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as number | undefined),
};
const LiveContext = createContext<Live | null>(null);

/** Gives the live state to the screens below. */
export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The store with its actions. */
export function useLiveStore(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLiveStore outside the shell");
  return live;
}

/** A part of the live state; draws again only when the part is another one. */
export function useLive<T>(select: (state: LiveState) => T): T {
  const live = useLiveStore();
  const last = useRef<{ state: LiveState; select: (state: LiveState) => T; value: T } | null>(null);
  const read = useMemo(
    () => () => {
      const state = live.get();
      if (last.current?.state === state && last.current.select === select) return last.current.value;
      const value = select(state);
      last.current = { state, select, value: last.current && Object.is(last.current.value, value) ? last.current.value : value };
      return last.current.value;
    },
    [live, select],
  );
  return useSyncExternalStore(live.subscribe, read);
}

/** The live state of this page over the browser's socket, database and locks. `stop` ends all of it. */
export async function startLive(me: Operator, onSignedOut: () => void): Promise<{ live: Live; stop: () => void }> {
  const { store, staged } = await openDevice(me.id);
  const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("parlour.outbox");
  const pace = startPace();
  const live = createLive({
    api,
    me,
    open: () => new WebSocket(new URL("/api/v1/socket", location.href).href.replace(/^http/, "ws")) as never,
    timers,
    random: Math.random,
    outbox: { store: told(store, () => tabs?.postMessage("changed")), newId, lock },
    staged,
    mostUploadMib,
    measure: lengthOfMedia,
    soon: pace.soon,
    onSettings: () => {
      void queries.invalidateQueries();
    },
    onErased(chats) {
      // What is shown is read again; what is only remembered would be shown once more before that.
      queries.removeQueries({ type: "inactive" });
      for (const chat of chats)
        for (const mode of ["text", "note"] as const) if (draftOf(me.id, chat, mode) !== "") setDraft(me.id, chat, mode, "");
    },
    onSignedOut,
  });
  if (tabs) tabs.onmessage = () => live.reloadOutbox();
  const drafts = may(me, "chat") ? syncDrafts(live, me.id) : null;
  const back = () => {
    if (document.visibilityState === "visible") {
      live.retryNow();
      live.reloadOutbox();
    } else drafts?.flush();
  };
  const away = () => {
    live.sendHeldCloses();
    drafts?.flush();
  };
  window.addEventListener("online", back);
  window.addEventListener("pagehide", away);
  document.addEventListener("visibilitychange", back);
  // Calls are read, shown, and read again when one of them changed.
  live.onCall(() => void queries.invalidateQueries({ queryKey: ["calls"] }));
  live.start();
  return {
    live,
    stop() {
      window.removeEventListener("online", back);
      window.removeEventListener("pagehide", away);
      document.removeEventListener("visibilitychange", back);
      tabs?.close();
      drafts?.stop();
      pace.stop();
      live.stop();
    },
  };
}

/** Under a storm the lists are drawn this often: keys and clicks come between. */
const stormMs = 100;

/**
 * Runs what came at once, in a message of its own; what follows within 100 ms waits for the end of them and comes together. A hidden page
 * never waits: the browser slows its timers, and it has nothing to draw.
 */
function startPace(): { soon: (run: () => void) => void; stop: () => void } {
  const port = new MessageChannel();
  let queued: (() => void)[] = [];
  let ranAt = -stormMs;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const runAll = () => {
    timer = null;
    ranAt = performance.now();
    const runs = queued;
    queued = [];
    for (const run of runs) run();
  };
  port.port1.onmessage = runAll;
  return {
    soon(run) {
      queued.push(run);
      if (timer !== null) return;
      const rest = ranAt + stormMs - performance.now();
      if (rest <= 0 || document.visibilityState === "hidden") port.port2.postMessage(null);
      else timer = setTimeout(runAll, rest);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      port.port1.close();
    },
  };
}

/** Drafts go to the server and come from it as long as the connection lives. */
function syncDrafts(live: Live, operator: number): { flush: () => void; stop: () => void } {
  const isLive = () => live.get().connection.kind === "live";
  const sync = createDraftSync({ api, operator, timers, onDraft: live.onDraft, isLive });
  let wasLive = false;
  const look = () => {
    if (isLive() && !wasLive) sync.catchUp().catch((error: unknown) => console.warn("drafts of other devices could not be read", error));
    wasLive = isLive();
  };
  const end = live.subscribe(look);
  look();
  return {
    flush: sync.flush,
    stop() {
      end();
      sync.stop();
    },
  };
}

/** What this device keeps of what is not sent yet; what the pages before this one left comes back. */
async function openDevice(operator: number): Promise<{ store: OutboxStore; staged: StagedStore | null }> {
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
    now: () => timers.now(),
    whenGone(name, isWaiting, run) {
      if (!locks) void run();
      else if (isWaiting) void locks.request(lockOf(name), run);
      else void locks.request(lockOf(name), { ifAvailable: true }, (lock) => (lock ? run() : undefined));
    },
  });
}

/** Says so after each change, so that other tabs read again. */
function told(store: OutboxStore, changed: () => void): OutboxStore {
  return {
    list: (owner) => store.list(owner),
    put: (item) => store.put(item).then(changed),
    remove: (clientId) => store.remove(clientId).then(changed),
  };
}

/** One tab at a time sends. Without Web Locks the client id alone keeps messages single. */
async function lock(name: string, run: () => Promise<void>): Promise<void> {
  // `navigator.locks` is absent on plain http beyond localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) await locks.request(name, run);
  else await run();
}

/** 128 bits of chance in hex. `crypto.randomUUID` is absent on plain http beyond localhost. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
