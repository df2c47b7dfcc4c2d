import type { KeyValueStore } from "@parlour/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Clock } from "../clock.ts";
import { createManualClock } from "../manual-clock.fixture.ts";
import { mergeRemoteDraft, type DraftRecord } from "./draft-record.ts";

/**
 * Content of the browser's two stores on disk. After a crash, the browser starts again with this
 * content.
 */
let local: Record<string, string>;
let databaseRecords: Map<string, DraftRecord>;

const database = (): KeyValueStore<DraftRecord> => ({
  list: () => Promise.resolve([...databaseRecords]),
  get: (name) => Promise.resolve(databaseRecords.get(name)),
  put(name, value) {
    databaseRecords.set(name, value);
    return Promise.resolve();
  },
  remove(name) {
    databaseRecords.delete(name);
    return Promise.resolve();
  },
});
/** Replaces `localStorage`. `Object.keys` must return the stored names, as with the real object. */
function stubLocalStorage(): void {
  const storage = Object.create({
    getItem: (name: string) => local[name] ?? null,
    setItem(this: Record<string, string>, name: string, value: string) {
      local[name] = value;
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete local[name];
      delete this[name];
    },
  }) as Record<string, string>;
  Object.assign(storage, local);
  vi.stubGlobal("localStorage", storage);
}
/** Opens a page of a browser that starts with the stores on disk. */
async function page(clock?: Clock) {
  vi.resetModules();
  stubLocalStorage();
  const drafts = await import("./drafts.ts");
  await drafts.enableDraftDatabase(database(), 1, clock);
  return drafts;
}

beforeEach(() => {
  local = {};
  databaseRecords = new Map();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("[API-045] a killed browser whose localStorage is a minute old has each draft as it was at the last key, in both modes", async () => {
  const firstPage = await page();
  firstPage.setDraft(1, 7, "text", "a");
  const old = { ...local };
  firstPage.setDraft(1, 7, "text", "ab");
  firstPage.setDraft(1, 7, "note", "only for us");
  firstPage.setDraft(2, 7, "text", "of a colleague at the same browser");
  local = old;
  const restartedPage = await page();
  expect([restartedPage.getDraft(1, 7, "text"), restartedPage.getDraft(1, 7, "note")]).toEqual([
    "ab",
    "only for us",
  ]);
  expect(restartedPage.listDraftsToUpload(1)).toHaveLength(2);
  expect(Object.keys(local).some((name) => name.startsWith("parlour.draft.2."))).toBe(false);
});

test("[MAIL-158] subject and recipients of an email are uploaded, those of a new email have no chat and stay", async () => {
  const drafts = await page();
  for (const chat of [0, 7]) drafts.setDraft(1, chat, "email", '{"subject":"Order 7"}');
  drafts.setDraft(1, 7, "call", "of a call");
  expect(drafts.listDraftsToUpload(1)).toEqual([{ operator: 1, chat: 7, mode: "email" }]);
});

test("[API-045] [CORE-044] a draft that was sent does not come back with an old localStorage", async () => {
  const firstPage = await page();
  firstPage.setDraft(1, 7, "text", "sent");
  const old = { ...local };
  firstPage.setDraft(1, 7, "text", "");
  await Promise.resolve();
  expect(local).toEqual({});
  local = old;
  const restartedPage = await page();
  expect(restartedPage.getDraft(1, 7, "text")).toBe("");
  expect(local).toEqual({});
  // The draft stays removed at the next start, even if localStorage was not written to disk.
  local = old;
  expect((await page()).getDraft(1, 7, "text")).toBe("");
});

test("[API-045] what the database does not have yet is taken from localStorage: a page that crashed wrote it there first", async () => {
  const firstPage = await page();
  firstPage.setDraft(1, 7, "text", "a");
  const old = new Map(databaseRecords);
  firstPage.setDraft(1, 7, "text", "ab");
  databaseRecords = old;
  const restartedPage = await page();
  expect(restartedPage.getDraft(1, 7, "text")).toBe("ab");
  expect([...databaseRecords.values()].map(({ text }) => text)).toEqual(["ab"]);
});

test("[API-045] two keys within a millisecond, or with the clock set back, keep their order; ends of drafts are forgotten after a day", async () => {
  let now = 1_000_000;
  const clock: Clock = { ...createManualClock(), now: () => now };
  const firstPage = await page(clock);
  firstPage.setDraft(1, 7, "text", "a");
  const old = { ...local };
  now = 500_000;
  firstPage.setDraft(1, 7, "text", "ab");
  local = old;
  const restartedPage = await page(clock);
  expect(restartedPage.getDraft(1, 7, "text")).toBe("ab");
  restartedPage.setDraft(1, 7, "text", "");
  await Promise.resolve();
  expect(databaseRecords.size).toBe(1);
  now = 1_000_000 + 25 * 60 * 60_000;
  await page(clock);
  expect(databaseRecords.size).toBe(0);
});

test("[API-045] a tab that follows the server without having read what is typed in another takes nothing from it; what it types later counts", async () => {
  const here = await page();
  const name = "parlour.draft.1.7.text";
  const stored = (): DraftRecord => JSON.parse(local[name] ?? "") as DraftRecord;
  here.saveDraftRecord(
    { operator: 1, chat: 7, mode: "text" },
    { text: "Hello", at: 1, version: 1, kept: "Hello" },
  );
  const stale = stored();
  // The draft is sent and then typed again. The other tab has not read either change when the
  // server reports an empty draft.
  here.setDraft(1, 7, "text", "");
  here.setDraft(1, 7, "text", "Fine");
  local[name] = JSON.stringify(
    mergeRemoteDraft(stale, { text: "", version: 2 }, Date.now() + 60_000),
  );
  expect(here.getDraft(1, 7, "text")).toBe("Fine");
  here.setDraft(1, 7, "text", "Fine, thank you");
  expect(stored().text).toBe("Fine, thank you");
  local[name] = JSON.stringify({ ...stored(), text: "", at: Date.now() + 60_000 });
  expect(here.getDraft(1, 7, "text")).toBe("");
});
