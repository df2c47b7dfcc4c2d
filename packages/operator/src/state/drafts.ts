import type { KeyValueStore } from "@parlour/client";
import { useSyncExternalStore } from "react";
import { isBehind, isLater, isOver, isOverwritten, noDraft, readRecord, withTyped, type DraftRecord } from "./draft-record.ts";
import { createListeners } from "./listeners.ts";

export type Mode = "text" | "note";
/**
 * Drafts that stay on this device and belong to no chat: the reply mail to an offline message, the
 * note on a call, the invitation of a visitor. `chat` then holds the id of that object, or the
 * visitor's number.
 */
export type LocalMode = "mail" | "call" | "invite";

/**
 * Drafts, one per operator, chat and mode.
 * Each keystroke is written to localStorage synchronously, so a crash loses at most the last
 * keystroke, and other tabs stay in sync. Browsers flush localStorage to disk only after seconds or
 * minutes (Chromium: 60 times an hour). Therefore each record is also written to the browser's
 * database at once, which survives a killed browser.
 * `draft-sync.ts` uploads drafts to the server. A draft never moves to another chat.
 */
export interface DraftPlace {
  readonly operator: number;
  readonly chat: number;
  readonly mode: Mode | LocalMode;
}
/** A draft that is synchronised with other devices. */
export type SharedPlace = DraftPlace & { readonly mode: Mode };
export const isShared = (place: DraftPlace): place is SharedPlace => place.mode === "text" || place.mode === "note";

const listeners = createListeners();
const writers = createListeners<DraftPlace>();
let version = 0;
/** Records that could not be stored (quota, private mode). Kept in memory until the page closes. */
const unstored = new Map<string, DraftRecord>();
/**
 * Records of this tab that are not on the server yet. Another tab may overwrite the shared record
 * with one that it read before the latest keystroke here.
 */
const typed = new Map<string, DraftRecord>();
/** Limit per operator. Above it the oldest drafts are removed. */
const mostDrafts = 300;
/** Also holds finished drafts until localStorage has surely been flushed to disk. */
let disk: KeyValueStore<DraftRecord> | null = null;
const endKeptMs = 24 * 60 * 60_000;

/**
 * Stores drafts also in this database. Restores records that are newer than those in localStorage,
 * as a killed browser leaves them. Call it before drafts are shown.
 */
export async function keepDraftsOn(store: KeyValueStore<DraftRecord>, operator: number): Promise<void> {
  disk = store;
  const kept = new Map(await store.list());
  const prefix = prefixOf(operator);
  for (const key of new Set([...kept.keys(), ...storedKeys(prefix)])) {
    if (!key.startsWith(prefix)) continue;
    const record = kept.get(key) ?? noDraft;
    const here = storedAt(key) ?? noDraft;
    if (isLater(here, record)) keepOnDisk(key, here);
    else if (isOver(record)) {
      localStorage.removeItem(key);
      if (Date.now() - record.at > endKeptMs) keepOnDisk(key, null);
    } else if (isLater(record, here)) write(key, record);
  }
  changed();
}

export function draftOf(operator: number, chat: number, mode: DraftPlace["mode"]): string {
  return recordOf({ operator, chat, mode }).text;
}

export function setDraft(operator: number, chat: number, mode: DraftPlace["mode"], text: string): void {
  const place = { operator, chat, mode };
  const { isFollowed: _before, ...before } = recordOf(place);
  keepRecord(place, { ...before, text, at: Math.max(Date.now(), before.at + 1) });
  writers.tell(place);
}

export function recordOf(place: DraftPlace): DraftRecord {
  const key = keyOf(place);
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  const stored = storedAt(key);
  const own = typed.get(key);
  if (stored === null) return noDraft;
  return own !== undefined && isOverwritten(stored, own) ? withTyped(stored, own) : stored;
}

/** Saves a record. An empty record that the server has too counts as removed. */
export function keepRecord(place: DraftPlace, record: DraftRecord): void {
  const key = keyOf(place);
  if (isShared(place) && (isBehind(record) || record.tried !== undefined)) typed.set(key, record);
  else typed.delete(key);
  const isNew = write(key, record);
  keepOnDisk(key, record);
  if (isNew) dropOldest(place.operator);
  changed();
}

/** Writes a record to localStorage. Returns whether the draft is new. */
function write(key: string, record: DraftRecord): boolean {
  try {
    // Without a database the finished draft is removed. Otherwise its record is kept until the
    // database has it.
    if (isOver(record) && disk === null) localStorage.removeItem(key);
    else {
      const isNew = localStorage.getItem(key) === null;
      localStorage.setItem(key, JSON.stringify(record));
      unstored.delete(key);
      return isNew;
    }
    unstored.delete(key);
  } catch {
    if (isOver(record)) unstored.delete(key);
    else unstored.set(key, record);
  }
  return false;
}

/** Writes a record to the database, if there is one. Null removes it. */
function keepOnDisk(key: string, record: DraftRecord | null): void {
  if (disk === null) return;
  const end = () => {
    const here = record !== null && isOver(record) ? storedAt(key) : null;
    if (here !== null && isOver(here)) localStorage.removeItem(key);
  };
  (record === null ? disk.remove(key) : disk.put(key, record)).then(end).catch((error: unknown) => {
    console.warn("a draft is kept by this page alone", error);
  });
}

function storedAt(key: string): DraftRecord | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : readRecord(text);
  } catch {
    return null;
  }
}

/** Returns whether the server has the current text of the draft. */
export function isDraftEverywhere(operator: number, chat: number, mode: Mode): boolean {
  return !isBehind(recordOf({ operator, chat, mode }));
}

/** Lists the drafts of this operator that need an upload. */
export function placesBehind(operator: number): SharedPlace[] {
  const prefix = prefixOf(operator);
  const keys = new Set([...storedKeys(prefix), ...[...unstored.keys()].filter((key) => key.startsWith(prefix))]);
  return [...keys]
    .flatMap((key): SharedPlace[] => {
      const [chat, mode] = key.slice(prefix.length).split(".");
      return mode === "text" || mode === "note" ? [{ operator, chat: Number(chat), mode }] : [];
    })
    .filter((place) => isBehind(recordOf(place)));
}

/** Subscribes to each edit of a draft in this tab. Returns `unsubscribe`. */
export const onDraftWritten = writers.add;

/** Returns a number that increases with each change of any draft, in this tab or another. */
export function useDrafts(): number {
  return useSyncExternalStore(subscribe, () => version);
}

/** Returns the draft that a chat row shows: the reply, or else the note. Null if both are empty. */
export function draftLine(operator: number, chat: number): string | null {
  const text = draftOf(operator, chat, "text") || draftOf(operator, chat, "note");
  return text.trim() === "" ? null : text;
}

const prefixOf = (operator: number): string => `parlour.draft.${operator}.`;
const keyOf = ({ operator, chat, mode }: DraftPlace): string => `${prefixOf(operator)}${chat}.${mode}`;

function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function dropOldest(operator: number): void {
  const own = storedKeys(prefixOf(operator));
  if (own.length <= mostDrafts) return;
  const age = (name: string) => readRecord(localStorage.getItem(name)).at;
  for (const name of own.toSorted((a, b) => age(a) - age(b)).slice(0, own.length - mostDrafts)) {
    localStorage.removeItem(name);
    keepOnDisk(name, null);
  }
}

function changed(): void {
  version += 1;
  listeners.tell();
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith("parlour.draft.") !== true) return;
  const own = typed.get(key);
  if (own !== undefined) followTab(key, own, newValue === null ? null : readRecord(newValue));
  changed();
}

/**
 * Handles a write of another tab to a draft typed in this tab. Stores the typed text again if the
 * other tab had not read it.
 */
function followTab(key: string, own: DraftRecord, theirs: DraftRecord | null): void {
  // With a database, a finished draft is stored as a record before it is removed, and that record
  // is newer.
  if (theirs === null ? disk === null : theirs.at > own.at && !isOverwritten(theirs, own)) {
    typed.delete(key);
    return;
  }
  const stored = storedAt(key);
  if (stored !== null && !isOverwritten(stored, own)) return;
  const record = withTyped(stored ?? own, own);
  typed.set(key, record);
  write(key, record);
  keepOnDisk(key, record);
}

function subscribe(listener: () => void): () => void {
  if (listeners.count() === 0) window.addEventListener("storage", onStorage);
  const end = listeners.add(listener);
  return () => {
    end();
    if (listeners.count() === 0) window.removeEventListener("storage", onStorage);
  };
}
