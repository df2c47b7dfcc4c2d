import { useSyncExternalStore } from "react";
import { isBehind, readRecord, type DraftRecord } from "./draft-record.ts";

export type Mode = "text" | "note";

/**
 * Drafts, one per operator, chat and mode. Written to localStorage at every key, synchronously, so that neither a crash nor a
 * closed lid costs more than the last key; `draft-sync.ts` brings them to the server. A draft never follows to another chat.
 */
export interface DraftPlace {
  readonly operator: number;
  readonly chat: number;
  readonly mode: Mode;
}

const listeners = new Set<() => void>();
const writers = new Set<(place: DraftPlace) => void>();
let version = 0;
/** What could not be stored (quota, private mode): kept for the life of the page. */
const unstored = new Map<string, DraftRecord>();
/** Above this the oldest drafts of this operator go. */
const mostDrafts = 300;

export function draftOf(operator: number, chat: number, mode: Mode): string {
  return recordOf({ operator, chat, mode }).text;
}

export function setDraft(operator: number, chat: number, mode: Mode, text: string): void {
  const place = { operator, chat, mode };
  keepRecord(place, { ...recordOf(place), text, at: Date.now() });
  for (const writer of writers) writer(place);
}

export function recordOf(place: DraftPlace): DraftRecord {
  const key = keyOf(place);
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return readRecord(localStorage.getItem(key));
  } catch {
    return readRecord(null);
  }
}

/** Writes a record as it is. One without text that the server has too is no draft any more. */
export function keepRecord(place: DraftPlace, record: DraftRecord): void {
  const key = keyOf(place);
  const isOver = record.text === "" && !isBehind(record);
  try {
    if (isOver) localStorage.removeItem(key);
    else {
      const isNew = localStorage.getItem(key) === null;
      localStorage.setItem(key, JSON.stringify(record));
      if (isNew) dropOldest(place.operator);
    }
    unstored.delete(key);
  } catch {
    if (isOver) unstored.delete(key);
    else unstored.set(key, record);
  }
  changed();
}

/** Whether the server has the draft as it stands here. */
export function isDraftEverywhere(operator: number, chat: number, mode: Mode): boolean {
  return !isBehind(recordOf({ operator, chat, mode }));
}

/** Places of this operator's drafts that the server does not have as they are. */
export function placesBehind(operator: number): DraftPlace[] {
  const prefix = prefixOf(operator);
  const keys = new Set([...storedKeys(prefix), ...[...unstored.keys()].filter((key) => key.startsWith(prefix))]);
  return [...keys]
    .flatMap((key): DraftPlace[] => {
      const [chat, mode] = key.slice(prefix.length).split(".");
      return mode === "text" || mode === "note" ? [{ operator, chat: Number(chat), mode }] : [];
    })
    .filter((place) => isBehind(recordOf(place)));
}

/** Hears of each key typed in this tab, until the answered function is called. */
export function onDraftWritten(writer: (place: DraftPlace) => void): () => void {
  writers.add(writer);
  return () => {
    writers.delete(writer);
  };
}

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
  for (const name of own.toSorted((a, b) => age(a) - age(b)).slice(0, own.length - mostDrafts)) localStorage.removeItem(name);
}

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key?.startsWith("parlour.draft.")) changed();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", onStorage);
  };
}
