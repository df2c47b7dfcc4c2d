import { ApiError, createManualTimers, mergeChats, mergeMessages } from "@parlour/client";
import type { Chat, Message } from "@parlour/protocol";
import { expect, it } from "vitest";
import { createReadMarks } from "./read-marks.ts";
import { createLiveStore } from "../store.ts";

/** Creates read marks with a server that accepts only some requests. */
function world() {
  const timers = createManualTimers();
  const calls: string[] = [];
  const state = { live: true, status: 204, hold: null as Promise<void> | null };
  const sendMark = async (chatId: number, seq: number, unread = false) => {
    calls.push(`${chatId} ${seq}${unread ? " unread" : ""}`);
    await state.hold;
    if (state.status !== 204)
      throw new ApiError({ code: "x", message: "x", status: state.status } as never);
  };
  const store = createLiveStore();
  const requests: number[] = [];
  const deps = {
    isLive: () => state.live,
    onSeen: () => undefined,
    readChat: (id: number) => void requests.push(id),
  };
  return {
    timers,
    calls,
    state,
    store,
    asked: requests,
    reads: createReadMarks({ sendMark, store, timers, ...deps }),
  };
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
  reads.sendAll();
  await timers.settle();
  reads.sendAll();
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
  reads.sendAll();
  await timers.settle();
  expect([calls.length, calls[0]]).toEqual([100, "2 1"]);
});

it("[API-029] what was read on another device is read here too; marks of this page that are further stay", async () => {
  const { timers, state, store, asked: requests, reads } = world();
  const chat = { id: 1, seq: 4, state: "open", assignment: null, unread: 4 } as unknown as Chat;
  const messages = [1, 2, 3, 4].map(
    (seq) => ({ seq, chat_id: 1, author: { kind: "visitor", id: 9, name: "" } }) as Message,
  );
  const unread = () => store.get().snapshot.chats.get(1)?.chat.unread;
  store.setSnapshot(mergeChats(store.get().snapshot, [chat], 0));
  reads.applyServerMark(1, 2);
  expect([unread(), requests]).toEqual([4, [1]]);
  store.setSnapshot(mergeMessages(store.get().snapshot, 1, messages, 0));
  reads.applyServerMark(1, 2);
  expect([unread(), requests]).toEqual([2, [1]]);
  let go = () => {};
  state.hold = new Promise((resolve) => (go = resolve));
  reads.markRead(1, 4);
  reads.applyServerMark(1, 3);
  expect(unread()).toBe(0);
  go();
  await timers.settle();
  reads.applyServerMark(1, 1);
  expect(unread()).toBe(3);
  reads.applyServerMark(1, 4);
  expect([unread(), requests]).toEqual([0, [1]]);
  reads.applyServerMark(2, 9);
  expect(requests).toEqual([1]);
});
