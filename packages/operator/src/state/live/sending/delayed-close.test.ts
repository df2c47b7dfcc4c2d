import { ApiError, mergeChats, type Api } from "@parlour/client";
import type { Chat, Message } from "@parlour/protocol";
import { expect, test } from "vitest";
import { createDelayedClose } from "./delayed-close.ts";
import { createLiveStore } from "../store.ts";

const createMessage = (seq: number, kind: "visitor" | "operator") =>
  ({ seq, chat_id: 1, author: { kind, id: 9, name: "" } }) as Message;
const createChat = (seq: number, last: Message, unread = 0) =>
  ({ id: 1, seq, state: "open", assignment: null, unread, last_message: last }) as unknown as Chat;

/** Creates a page with one chat whose close is pending. `pass` runs the only timer of the page. */
function createCloseFixture() {
  const store = createLiveStore();
  const show = (chat: Chat) => store.setSnapshot(mergeChats(store.get().snapshot, [chat], 0));
  show(createChat(1, createMessage(1, "visitor")));
  const state = {
    now: 0,
    isLive: true,
    there: createChat(1, createMessage(1, "visitor")),
    answers: true,
  };
  const calls: string[] = [];
  const failures: string[] = [];
  let due = () => undefined as void;
  const timers = {
    now: () => state.now,
    set: (run: () => void) => (due = run),
    clear: () => undefined,
  };
  const api = {
    chat: () =>
      state.answers
        ? Promise.resolve(state.there)
        : Promise.reject(new ApiError({ code: "network", status: 0, message: "" })),
    close: () =>
      Promise.resolve(void calls.push("close")).then(() => ({ ...state.there, state: "closed" })),
  } as unknown as Api;
  const closes = createDelayedClose({ api, store, timers, isLive: () => state.isLive });
  closes.close(1, (failure) => failures.push(failure.kind));
  const pass = async (ms: number) => {
    state.now += ms;
    due();
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return { state, show, calls, kept: failures, pass };
}

test("[CORE-038] what the visitor wrote while the close waited keeps the chat open, also when somebody else said more behind it", async () => {
  const w = createCloseFixture();
  w.state.isLive = false;
  await w.pass(5_000);
  w.show(createChat(3, createMessage(3, "operator"), 1));
  w.state.isLive = true;
  for (let n = 0; n < 3; n++) await w.pass(1_000);
  expect([w.calls, w.kept]).toEqual([[], ["wrote"]]);
});

test("[CORE-038] a page that slept over its 5 s looks at the chat first: the connection may only seem to live", async () => {
  const w = createCloseFixture();
  w.state.there = createChat(2, createMessage(2, "visitor"), 1);
  w.state.answers = false;
  await w.pass(3_600_000);
  w.state.answers = true;
  for (let n = 0; n < 3; n++) await w.pass(1_000);
  expect([w.calls, w.kept]).toEqual([[], ["wrote"]]);
  const quiet = createCloseFixture();
  for (const ms of [3_600_000, 1_000, 1_000]) await quiet.pass(ms);
  expect([quiet.calls, quiet.kept]).toEqual([["close"], []]);
});
