import { useSyncExternalStore } from "react";

export type Mode = "text" | "note";

/**
 * Drafts, one per operator, chat and mode. Written to localStorage at every key, synchronously, so that neither a crash nor a
 * closed lid costs more than the last key. A draft never follows to another chat.
 */
const listeners = new Set<() => void>();
let version = 0;
/** What could not be stored (quota, private mode): kept for the life of the page. */
const unstored = new Map<string, string>();
/** Above this the oldest drafts of this operator go. */
const mostDrafts = 300;

export function draftOf(operator: number, chat: number, mode: Mode): string {
  const place = key(operator, chat, mode);
  const kept = unstored.get(place);
  if (kept !== undefined) return kept;
  try {
    return (JSON.parse(localStorage.getItem(place) ?? '{"text":""}') as { text: string }).text;
  } catch {
    return "";
  }
}

export function setDraft(operator: number, chat: number, mode: Mode, text: string): void {
  const place = key(operator, chat, mode);
  try {
    if (text === "") localStorage.removeItem(place);
    else {
      const isNew = localStorage.getItem(place) === null;
      localStorage.setItem(place, JSON.stringify({ text, at: Date.now() }));
      if (isNew) dropOldest(operator);
    }
    unstored.delete(place);
  } catch {
    if (text === "") unstored.delete(place);
    else unstored.set(place, text);
  }
  changed();
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

function key(operator: number, chat: number, mode: Mode): string {
  return `parlour.draft.${operator}.${chat}.${mode}`;
}

function dropOldest(operator: number): void {
  const prefix = `parlour.draft.${operator}.`;
  const own = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  if (own.length <= mostDrafts) return;
  const age = (name: string) => {
    try {
      return (JSON.parse(localStorage.getItem(name) ?? "{}") as { at?: number }).at ?? 0;
    } catch {
      return 0;
    }
  };
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
