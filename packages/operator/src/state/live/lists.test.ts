import { ApiError, createManualTimers, type Api, type ChatQuery } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { expect, test } from "vitest";
import type { Chats } from "./chats/chats.ts";
import { createErasedVisitors } from "./chats/erased-visitors.ts";
import { createInboxLists } from "./lists.ts";
import { createLiveStore } from "./store.ts";

function listsOver(
  store: ReturnType<typeof createLiveStore>,
  chats: (query: ChatQuery) => Promise<unknown>,
) {
  const timers = createManualTimers();
  const lists = createInboxLists({
    api: { chats } as unknown as Api,
    store,
    timers,
    random: () => 0,
    chats: { openId: () => null, repair: () => undefined } as unknown as Chats,
    erased: createErasedVisitors(),
  });
  return { lists, timers };
}

test("[API-004] [CORE-035] a chat in which somebody writes while the list is read page by page is not left out", async () => {
  const chats = Array.from({ length: 5 }, (_, i) => ({ id: i + 1, created: i, activity: 10 - i }));
  const store = createLiveStore();
  /**
   * Returns pages of two chats in the order of API-020. After the first page, a visitor writes in
   * the chat that is last at that time.
   */
  const page = ({ sort = "activity", cursor }: ChatQuery) => {
    const rows = chats
      .toSorted((a, b) => b[sort] - a[sort])
      .filter((row) => cursor === undefined || row[sort] < Number(cursor));
    const items = rows
      .slice(0, 2)
      .map(
        ({ id }) =>
          ({ id, seq: 1, state: "waiting", assignment: null, visitor: { number: id } }) as Chat,
      );
    const next = rows.length > 2 ? String(rows[1]?.[sort]) : null;
    const last = rows.at(-1);
    if (cursor === undefined && last) last.activity = 100;
    return Promise.resolve({ items, next_cursor: next });
  };
  await listsOver(store, page).lists.loadRunning();
  expect([...store.get().snapshot.chats.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
});

/**
 * Creates closed chats in pages of two, latest first. The next requests can be delayed or refused.
 */
async function createClosedListFixture(...ended: number[]) {
  const store = createLiveStore();
  const gates: Promise<void>[] = [];
  const asked = { q: "" };
  const { lists, timers } = listsOver(store, async ({ cursor }) => {
    const rows = ended.slice(cursor === undefined ? 0 : ended.indexOf(Number(cursor)) + 1);
    await gates.shift();
    const items = rows
      .slice(0, 2)
      .map(
        (id) =>
          ({ id, seq: 1, state: "closed", assignment: null, visitor: { number: id } }) as Chat,
      );
    return { items, next_cursor: rows.length > 2 ? String(rows[1]) : null };
  });
  await lists.loadPaged("closed", asked, false);
  const list = () => store.get().paged.closed;
  /** Ends more chats and notifies the screen that shows the list. */
  const end = async (...more: number[]) => {
    ended.unshift(...more);
    lists.markStale();
    if (list().isStale) await lists.renewPaged("closed", asked);
  };
  return { lists, timers, gates, asked, list, end };
}

test("[CORE-045] a list of closed chats takes in what ends while it is shown, and goes on where it had come", async () => {
  const { lists, asked, list, end } = await createClosedListFixture(5, 4, 3, 2, 1);
  await lists.loadPaged("closed", asked, true);
  expect(list().ids).toEqual([5, 4, 3, 2]);
  await end(6);
  expect([list().ids, list().isStale]).toEqual([[6, 5, 4, 3, 2], false]);
  await lists.loadPaged("closed", asked, true);
  expect([list().ids, list().cursor]).toEqual([[6, 5, 4, 3, 2, 1], null]);
});

test("[CORE-045] more than a page ended while nobody told: the list begins anew and leaves nothing out", async () => {
  const { lists, asked, list, end } = await createClosedListFixture(4, 3, 2, 1);
  await end(8, 7, 6, 5);
  expect(list().ids).toEqual([8, 7]);
  for (let n = 0; n < 3; n++) await lists.loadPaged("closed", asked, true);
  expect(list().ids).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
});

test("[CORE-045] a chat that ends while the next page is on its way, or whose list finds no answer, is taken in later", async () => {
  const { lists, timers, gates, asked, list, end } = await createClosedListFixture(4, 3, 2, 1);
  let go = () => undefined as void;
  gates.push(Promise.resolve(), new Promise((resolve) => (go = resolve)));
  const renewed = end(5);
  const more = lists.loadPaged("closed", asked, true);
  await renewed;
  expect([list().ids, list().isStale]).toEqual([[4, 3], true]);
  go();
  await more;
  gates.push(Promise.reject(new ApiError({ code: "unavailable", status: 503, message: "" })));
  await lists.renewPaged("closed", asked);
  expect(list()).toMatchObject({ ids: [4, 3, 2, 1], isStale: false, state: "ready" });
  await timers.advance(1_000);
  expect(list().isStale).toBe(true);
  await lists.renewPaged("closed", asked);
  expect(list()).toMatchObject({ ids: [5, 4, 3, 2, 1], isStale: false });
});

test("[CORE-045] a list that nobody opened is not asked for when a chat ends", async () => {
  const store = createLiveStore();
  const queries: ChatQuery[] = [];
  const { lists } = listsOver(store, (query) => {
    queries.push(query);
    return Promise.resolve({ items: [], next_cursor: null });
  });
  const previous = store.get().paged;
  lists.markStale();
  await lists.renewPaged("missed", { q: "" });
  expect([store.get().paged, queries]).toEqual([previous, []]);
});

test("[VIEW-011] a saved view is loaded again with as many chats as were shown, page by page", async () => {
  const store = createLiveStore();
  const ids = [1, 2, 3, 4, 5, 6, 7];
  const { lists } = listsOver(store, ({ cursor }) => {
    const from = Number(cursor ?? 0);
    const items = ids
      .slice(from, from + 2)
      .map((id) => ({ id, seq: 1, state: "open", assignment: null, visitor: { number: id } }));
    return Promise.resolve({ items, next_cursor: from + 2 < ids.length ? String(from + 2) : null });
  });
  const query = { q: "", view: 1 };
  for (const isMore of [false, true, true]) await lists.loadPaged("saved", query, isMore);
  ids.shift();
  lists.markSavedStale();
  await lists.renewPaged("saved", query);
  expect(store.get().paged.saved).toMatchObject({ ids: [2, 3, 4, 5, 6, 7], cursor: null });
});
