import { createManualTimers, mergeChats } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { expect, test } from "vitest";
import { createChatAccess } from "./chat-access.ts";
import { createLiveStore } from "./store.ts";

const chat = {
  id: 1,
  seq: 2,
  state: "waiting",
  assignee: null,
  participants: [],
  assignment: null,
  unread: 2,
  visitor: { number: 1 },
};

/** Creates a page that shows one waiting chat with two unread messages. */
function world(role: "operator" | "viewer" = "operator") {
  const timers = createManualTimers();
  const store = createLiveStore();
  store.setSnapshot(mergeChats(store.get().snapshot, [chat as unknown as Chat], 0));
  const serverCounters = { views: { mine: 0, waiting: 1, snoozed: 0, bot: 0, all: 1 }, unread: 2 };
  let reads = 0;
  const lists = {
    invalidateRequests: () => undefined,
    loadRunning: () => Promise.resolve(void reads++),
  };
  const sight = createChatAccess({
    loadCounters: () => Promise.resolve(serverCounters as never),
    store,
    me: { id: 7, role },
    lists,
    timers,
  });
  return { timers, there: serverCounters, sight, reads: () => reads };
}

test("[API-029] [CORE-045] after a break the list is read again when more was read elsewhere, or chats went out of sight", async () => {
  const w = world();
  await w.sight.handleReconnect();
  w.there.unread = 0;
  expect(w.reads()).toBe(0);
  await w.sight.handleReconnect();
  expect(w.reads()).toBe(1);
  w.there.unread = 2;
  await w.sight.handleReconnect();
  expect(w.reads()).toBe(1);
  w.there.unread = 3;
  await w.sight.handleReconnect();
  expect(w.reads()).toBe(1);
  w.there.views = { ...w.there.views, waiting: 0, all: 0 };
  await w.sight.handleReconnect();
  expect(w.reads()).toBe(2);
});

test("[CORE-001] many changes of channels are one reading, and none for who sees every chat", async () => {
  for (const [role, reads] of [
    ["operator", 1],
    ["viewer", 0],
  ] as const) {
    const w = world(role);
    for (const kind of ["channel", "channel", "account"]) w.sight.handleSettingsChange(kind);
    await w.timers.advance(600);
    expect(w.reads(), role).toBe(reads);
  }
});
