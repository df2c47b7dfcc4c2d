import { mergeChats } from "@parlour/client";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, test } from "vitest";
import { evictUnusedChats } from "./evict.ts";
import { createLiveStore } from "../store.ts";

test("[CORE-045] of many closed chats the oldest go, never the open one, nor what a list that was scrolled through shows", () => {
  const store = createLiveStore();
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
  const [listed, otherRecords] = [ids(1, 450), ids(1_000, 500)];
  const chats = [...listed, ...otherRecords].map((id) => createTestChat(id, { state: "closed" }));
  store.setSnapshot(mergeChats(store.get().snapshot, chats, 1));
  const { paged } = store.get();
  store.set({ paged: { ...paged, closed: { ...paged.closed, ids: listed, state: "ready" } } });
  evictUnusedChats(store, [], 1_000);
  const { snapshot, paged: after } = store.get();
  expect(after.closed.ids).toEqual(listed);
  expect([...snapshot.chats.keys()].toSorted((a, b) => a - b)).toEqual([
    ...listed,
    1_000,
    ...otherRecords.slice(-200),
  ]);
});
