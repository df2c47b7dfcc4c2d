import type { KeyValueStore } from "@parlour/client";
import { useSyncExternalStore } from "react";
import { browserClock } from "../clock.ts";
import {
  needsDraftUpload,
  isNewerDraft,
  isDraftFinished,
  isDraftOverwritten,
  emptyDraftRecord,
  parseDraftRecord,
  mergeTypedText,
  type DraftRecord,
} from "./draft-record.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

export type DraftMode = "text" | "note";
/**
 * Modes of drafts that stay on this device. `chat` is the id of an offline message, call or
 * article, or the number of a visitor.
 */
type LocalDraftMode = "mail" | "call" | "invite" | "article";
/**
 * Modes of drafts that other devices have too. `email` is what the operator changed about the next
 * email of a chat, as JSON (`DraftEmail`). A new email is one of chat 0, and stays on this device.
 */
type SharedDraftMode = DraftMode | "email";

/**
 * Identifies a draft: one per operator, chat and mode. Each keystroke is written to localStorage
 * synchronously. So a crash loses at most the last keystroke, and other tabs stay in sync. Browsers
 * write localStorage to disk only after seconds or minutes (Chromium: 60 times an hour). Therefore
 * each record is also written to the browser's database, which survives a killed browser.
 * `draft-sync.ts` uploads drafts to the server. A draft moves to another chat only if that
 * continues its chat.
 */
export interface DraftKey {
  readonly operator: number;
  readonly chat: number;
  readonly mode: SharedDraftMode | LocalDraftMode;
}
/** A draft that is synchronised with other devices. */
export type SharedDraftKey = DraftKey & { readonly mode: SharedDraftMode };
export const isSharedDraft = (draftKey: DraftKey): draftKey is SharedDraftKey =>
  draftKey.chat > 0 && ["text", "note", "email"].includes(draftKey.mode);

const listeners = createEventEmitter();
const writeEvents = createEventEmitter<DraftKey>();
let draftsVersion = 0;
/** Records that could not be stored (quota, private mode). Kept in memory until the page closes. */
const unstoredRecords = new Map<string, DraftRecord>();
/**
 * Records edited in this tab and not on the server yet. Another tab may overwrite the stored ones.
 */
const unsyncedRecords = new Map<string, DraftRecord>();
/** Maximum number of drafts per operator. Above it, the oldest drafts are removed. */
const maxDrafts = 300;
/** The browser's database. It keeps finished drafts until localStorage is certainly on disk. */
let database: KeyValueStore<DraftRecord> | null = null;
/** The clock of drafts, as `enableDraftDatabase` sets it. */
let clock = browserClock;
const finishedDraftTtlMs = 24 * 60 * 60_000;

/**
 * Also stores drafts in this database. Restores records that are newer than those in localStorage,
 * which can happen after the browser was killed. Must be called before drafts are shown.
 */
export async function enableDraftDatabase(
  store: KeyValueStore<DraftRecord>,
  operator: number,
  draftClock = browserClock,
): Promise<void> {
  database = store;
  clock = draftClock;
  const databaseRecords = new Map(await store.list());
  const prefix = toStoragePrefix(operator);
  for (const key of new Set([...databaseRecords.keys(), ...storedKeys(prefix)])) {
    if (!key.startsWith(prefix)) continue;
    const record = databaseRecords.get(key) ?? emptyDraftRecord;
    const localRecord = loadStoredRecord(key) ?? emptyDraftRecord;
    if (isNewerDraft(localRecord, record)) writeToDatabase(key, localRecord);
    else if (isDraftFinished(record)) {
      localStorage.removeItem(key);
      if (clock.now() - record.at > finishedDraftTtlMs) writeToDatabase(key, null);
    } else if (isNewerDraft(record, localRecord)) writeToLocalStorage(key, record);
  }
  notifyChange();
}

export function getDraft(operator: number, chat: number, mode: DraftKey["mode"]): string {
  return getDraftRecord({ operator, chat, mode }).text;
}

/** Adds a paragraph below the text that is written in a chat. */
export function appendToDraft(
  operator: number,
  chat: number,
  text: string,
  mode: DraftMode = "text",
): void {
  const written = getDraft(operator, chat, mode).trimEnd();
  setDraft(operator, chat, mode, written === "" ? text : `${written}\n\n${text}`);
}

export function setDraft(
  operator: number,
  chat: number,
  mode: DraftKey["mode"],
  text: string,
): void {
  const draftKey = { operator, chat, mode };
  const previous = getDraftRecord(draftKey);
  const at = Math.max(clock.now(), previous.at + 1);
  const begunSeq = findBegunSeq(draftKey, previous, text);
  saveDraftRecord(draftKey, { ...previous, text, at, begunSeq, isFollowed: undefined });
  writeEvents.emit(draftKey);
}

/** Returns the number of the last message that the operator has read in a chat, if it is loaded. */
type FindReadSeq = (chat: number) => number | undefined;
let findReadSeq: FindReadSeq = () => undefined;

/** Sets how drafts find what the operator has read, which each stores at its start (CORE-477). */
export function trackReadMessages(find: FindReadSeq): void {
  findReadSeq = find;
}

/** A reply begins with its first letter, and keeps what was read then until it is empty. */
function findBegunSeq(
  { chat, mode }: DraftKey,
  previous: DraftRecord,
  text: string,
): number | undefined {
  if (mode !== "text" || text.trim() === "") return undefined;
  return (previous.text.trim() === "" ? undefined : previous.begunSeq) ?? findReadSeq(chat);
}

export function getDraftRecord(draftKey: DraftKey): DraftRecord {
  const key = toStorageKey(draftKey);
  const unstored = unstoredRecords.get(key);
  if (unstored !== undefined) return unstored;
  const stored = loadStoredRecord(key);
  const typed = unsyncedRecords.get(key);
  if (stored === null) return emptyDraftRecord;
  return typed !== undefined && isDraftOverwritten(stored, typed)
    ? mergeTypedText(stored, typed)
    : stored;
}

/** Saves a record. A record that is empty, also on the server, counts as removed. */
export function saveDraftRecord(draftKey: DraftKey, record: DraftRecord): void {
  const key = toStorageKey(draftKey);
  if (isSharedDraft(draftKey) && (needsDraftUpload(record) || record.tried !== undefined))
    unsyncedRecords.set(key, record);
  else unsyncedRecords.delete(key);
  const isNew = writeToLocalStorage(key, record);
  writeToDatabase(key, record);
  if (isNew) removeOldestDrafts(draftKey.operator);
  notifyChange();
}

/** Writes a record to localStorage. Returns whether the draft is new. */
function writeToLocalStorage(key: string, record: DraftRecord): boolean {
  try {
    // With a database, the finished draft stays until the database has stored it.
    if (isDraftFinished(record) && database === null) localStorage.removeItem(key);
    else {
      const isNew = localStorage.getItem(key) === null;
      localStorage.setItem(key, JSON.stringify(record));
      unstoredRecords.delete(key);
      return isNew;
    }
    unstoredRecords.delete(key);
  } catch {
    if (isDraftFinished(record)) unstoredRecords.delete(key);
    else unstoredRecords.set(key, record);
  }
  return false;
}

/** Writes a record to the database, if there is one. Null removes the record. */
function writeToDatabase(key: string, record: DraftRecord | null): void {
  if (database === null) return;
  const removeFinished = () => {
    const localRecord = record !== null && isDraftFinished(record) ? loadStoredRecord(key) : null;
    if (localRecord !== null && isDraftFinished(localRecord)) localStorage.removeItem(key);
  };
  (record === null ? database.remove(key) : database.put(key, record))
    .then(removeFinished)
    .catch((error: unknown) => {
      console.warn("a draft is kept by this page alone", error);
    });
}

function loadStoredRecord(key: string): DraftRecord | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : parseDraftRecord(text);
  } catch {
    return null;
  }
}

/** Returns whether the server has the current text of the draft. */
export function isDraftSynced(operator: number, chat: number, mode: DraftMode): boolean {
  return !needsDraftUpload(getDraftRecord({ operator, chat, mode }));
}

/** Returns the drafts of this operator that must be uploaded. */
export function listDraftsToUpload(operator: number): SharedDraftKey[] {
  const prefix = toStoragePrefix(operator);
  const keys = new Set([
    ...storedKeys(prefix),
    ...[...unstoredRecords.keys()].filter((key) => key.startsWith(prefix)),
  ]);
  return [...keys]
    .flatMap((key): SharedDraftKey[] => {
      const [chat, mode] = key.slice(prefix.length).split(".");
      const draftKey = { operator, chat: Number(chat), mode } as DraftKey;
      return isSharedDraft(draftKey) ? [draftKey] : [];
    })
    .filter((draftKey) => needsDraftUpload(getDraftRecord(draftKey)));
}

/** Subscribes to edits of drafts in this tab. Returns the function that unsubscribes. */
export const onDraftWritten = writeEvents.subscribe;

/** Returns a number that increases with each change of any draft, in this tab or another. */
export function useDrafts(): number {
  return useSyncExternalStore(subscribe, () => draftsVersion);
}

/** Returns the draft that a chat row shows: the reply, or else the note. Null if both are empty. */
export function getDraftPreview(operator: number, chat: number): string | null {
  const text = getDraft(operator, chat, "text") || getDraft(operator, chat, "note");
  return text.trim() === "" ? null : text;
}

const toStoragePrefix = (operator: number): string => `parlour.draft.${operator}.`;
const toStorageKey = ({ operator, chat, mode }: DraftKey): string =>
  `${toStoragePrefix(operator)}${chat}.${mode}`;

function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function removeOldestDrafts(operator: number): void {
  const draftNames = storedKeys(toStoragePrefix(operator));
  if (draftNames.length <= maxDrafts) return;
  const lastChange = (name: string) => parseDraftRecord(localStorage.getItem(name)).at;
  for (const name of draftNames
    .toSorted((a, b) => lastChange(a) - lastChange(b))
    .slice(0, draftNames.length - maxDrafts)) {
    localStorage.removeItem(name);
    writeToDatabase(name, null);
  }
}

function notifyChange(): void {
  draftsVersion += 1;
  listeners.emit();
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key?.startsWith("parlour.draft.") !== true) return;
  const typed = unsyncedRecords.get(key);
  if (typed !== undefined)
    handleOtherTabWrite(key, typed, newValue === null ? null : parseDraftRecord(newValue));
  notifyChange();
}

/** Stores the text of this tab again if another tab has overwritten it without having read it. */
function handleOtherTabWrite(key: string, typed: DraftRecord, written: DraftRecord | null): void {
  // With a database, a finished draft is stored as a newer record before it is removed.
  if (
    written === null
      ? database === null
      : written.at > typed.at && !isDraftOverwritten(written, typed)
  ) {
    unsyncedRecords.delete(key);
    return;
  }
  const stored = loadStoredRecord(key);
  if (stored !== null && !isDraftOverwritten(stored, typed)) return;
  const record = mergeTypedText(stored ?? typed, typed);
  unsyncedRecords.set(key, record);
  writeToLocalStorage(key, record);
  writeToDatabase(key, record);
}

function subscribe(listener: () => void): () => void {
  if (listeners.count() === 0) window.addEventListener("storage", onStorage);
  const unsubscribe = listeners.subscribe(listener);
  return () => {
    unsubscribe();
    if (listeners.count() === 0) window.removeEventListener("storage", onStorage);
  };
}
