import type { DeviceStore } from "@parlour/client";
import { useSyncExternalStore } from "react";
import { isBehind, isLater, isOver, isOverwritten, noDraft, readRecord, withTyped, type DraftRecord } from "./draft-record.ts";
import { createListeners } from "./listeners.ts";

export type Mode = "text" | "note";
/**
 * Drafts that belong to no chat and stay on this device: the mail to an offline message, the note to a call, the invitation of a visitor;
 * `chat` is the id of that, of a visitor his number.
 */
export type LocalMode = "mail" | "call" | "invite";

/**
 * Drafts, one per operator, chat and mode. Written to localStorage at every key, synchronously, so that a crash of the page costs
 * no more than the last key and other tabs follow. Browsers write localStorage to the disk seconds to a minute later (Chromium: 60 times an hour), so
 * each record goes to the browser's database too, at once: it is what a killed browser leaves. `draft-sync.ts` brings drafts to the server.
 * A draft never follows to another chat.
 */
export interface DraftPlace {
  readonly operator: number;
  readonly chat: number;
  readonly mode: Mode | LocalMode;
}
/** A draft that other devices follow. */
export type SharedPlace = DraftPlace & { readonly mode: Mode };
export const isShared = (place: DraftPlace): place is SharedPlace => place.mode === "text" || place.mode === "note";

const listeners = createListeners();
const writers = createListeners<DraftPlace>();
let version = 0;
/** What could not be stored (quota, private mode): kept for the life of the page. */
const unstored = new Map<string, DraftRecord>();
/**
 * Records of this tab that the server does not have yet as they are. Tabs are processes: another one that notes what the server has may store a
 * record that it read before the latest key typed here.
 */
const typed = new Map<string, DraftRecord>();
/** Above this the oldest drafts of this operator go. */
const mostDrafts = 300;
/** Also the ends of drafts, until localStorage has surely been written. */
let disk: DeviceStore<DraftRecord> | null = null;
const endKeptMs = 24 * 60 * 60_000;

/**
 * From now on drafts are kept in this database too; what it has later than localStorage, which a killed browser leaves behind, is taken over.
 * Call it before drafts are shown.
 */
export async function keepDraftsOn(store: DeviceStore<DraftRecord>, operator: number): Promise<void> {
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

/** Writes a record as it is. One without text that the server has too is no draft any more. */
export function keepRecord(place: DraftPlace, record: DraftRecord): void {
  const key = keyOf(place);
  if (isShared(place) && (isBehind(record) || record.tried !== undefined)) typed.set(key, record);
  else typed.delete(key);
  const isNew = write(key, record);
  keepOnDisk(key, record);
  if (isNew) dropOldest(place.operator);
  changed();
}

/** Into localStorage; gives whether the place is a new one. */
function write(key: string, record: DraftRecord): boolean {
  try {
    // The end of a draft is written like a draft, until the database has it.
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

/** Into the database, if there is one; null takes it out. */
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

/** Whether the server has the draft as it stands here. */
export function isDraftEverywhere(operator: number, chat: number, mode: Mode): boolean {
  return !isBehind(recordOf({ operator, chat, mode }));
}

/** Places of this operator's drafts that the server does not have as they are. */
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

/** Hears of each key typed in this tab, until the answered function is called. */
export const onDraftWritten = writers.add;

/** Counts up with each change of any draft, in this tab and others. */
export function useDrafts(): number {
  return useSyncExternalStore(subscribe, () => version);
}

/** The draft that a row shows: the reply, else the note. */
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

/** Another tab has written a draft that was typed here. It is stored once more if that tab had not read it. */
function followTab(key: string, own: DraftRecord, theirs: DraftRecord | null): void {
  // With a database the end of a draft is written as a record first, which then was later.
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
