import type { Api, ChatQuery } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { expect, test } from "vitest";
import { createErased } from "./erased.ts";
import { createLists } from "./lists.ts";
import { createLiveStore } from "./store.ts";

test("[API-004] [CORE-035] a chat in which somebody writes while the list is read page by page is not left out", async () => {
  const chats = Array.from({ length: 5 }, (_, i) => ({ id: i + 1, created: i, activity: 10 - i }));
  const store = createLiveStore();
  /** Pages of two, as API-020 orders them. After the first of them a visitor writes in the chat that is last by then. */
  const page = ({ sort = "activity", cursor }: ChatQuery) => {
    const rows = chats.toSorted((a, b) => b[sort] - a[sort]).filter((row) => cursor === undefined || row[sort] < Number(cursor));
    const items = rows.slice(0, 2).map(({ id }) => ({ id, seq: 1, state: "waiting", assignment: null, visitor: { number: id } }) as Chat);
    const next = rows.length > 2 ? String(rows[1]?.[sort]) : null;
    const last = rows.at(-1);
    if (cursor === undefined && last) last.activity = 100;
    return Promise.resolve({ items, next_cursor: next });
  };
  const lists = createLists({
    api: { chats: page } as unknown as Api,
    store,
    chats: { openId: () => null, load: () => Promise.resolve("read"), repair: () => undefined },
    erased: createErased(),
  });
  await lists.loadRunning();
  expect([...store.get().snapshot.chats.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
});
