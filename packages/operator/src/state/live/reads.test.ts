import { ApiError, manualTimers } from "@parlour/client";
import { expect, it } from "vitest";
import { createReads } from "./reads.ts";
import { createLiveStore } from "./store.ts";

/** Marks of which the server takes those that it is told to take. */
function world() {
  const timers = manualTimers();
  const calls: string[] = [];
  const state = { live: true, status: 204, hold: null as Promise<void> | null };
  const api = {
    markRead: async (chatId: number, seq: number, unread = false) => {
      calls.push(`${chatId} ${seq}${unread ? " unread" : ""}`);
      await state.hold;
      if (state.status !== 204) throw new ApiError({ code: "x", message: "x", status: state.status } as never);
    },
  };
  const store = createLiveStore();
  return { timers, calls, state, store, reads: createReads({ api, store, timers, isLive: () => state.live, onSeen: () => undefined }) };
}

it("[API-029] a mark that did not arrive is told again with the next connection, one that did is not", async () => {
  const { timers, calls, state, reads } = world();
  reads.markRead(1, 3);
  await timers.settle();
  state.live = false;
  state.status = 0;
  reads.markRead(2, 5);
  await timers.advance(60_000);
  expect(calls).toEqual(["1 3", "2 5"]);
  state.live = true;
  state.status = 204;
  reads.tellAll();
  await timers.settle();
  reads.tellAll();
  await timers.settle();
  expect(calls).toEqual(["1 3", "2 5", "2 5"]);
});

it("[API-029] a failing server is asked again after a while, a refusal is final", async () => {
  const { timers, calls, state, reads } = world();
  state.status = 503;
  reads.markRead(1, 3);
  await timers.advance(5_100);
  expect(calls).toEqual(["1 3", "1 3"]);
  state.status = 404;
  await timers.advance(60_000);
  expect(calls).toEqual(["1 3", "1 3", "1 3"]);
});

it("[API-029] of marks set while one is under way only the furthest follows", async () => {
  const { timers, calls, state, reads } = world();
  let go = () => {};
  state.hold = new Promise((resolve) => (go = resolve));
  for (const seq of [3, 4, 5, 4]) reads.markRead(1, seq);
  expect(calls).toEqual(["1 3"]);
  go();
  await timers.settle();
  expect(calls).toEqual(["1 3", "1 5"]);
});

it("[API-029] at most 100 chats wait, the oldest is given up", async () => {
  const { timers, calls, state, reads } = world();
  state.live = false;
  state.status = 0;
  for (let chat = 1; chat <= 101; chat++) reads.markRead(chat, 1);
  await timers.settle();
  calls.length = 0;
  state.status = 204;
  reads.tellAll();
  await timers.settle();
  expect([calls.length, calls[0]]).toEqual([100, "2 1"]);
});
