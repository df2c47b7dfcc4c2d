import { ApiError } from "@parlour/client";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { describe, expect, it } from "vitest";
import { sortChats } from "../inbox/chat-order.ts";
import { computeInboxCounts } from "../inbox/counts.ts";
import { findFirstRingingChat } from "../inbox/offers.ts";
import { testTime, createMessage, createLiveFixture } from "./live-client.fixture.ts";

describe("live state", () => {
  it("[API-101] a chat opened before the list is there does not hide the list", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    await w.timers.advance(2000);
    expect(sortChats(w.live.get(), "all", "new", 1)).toHaveLength(3);
    expect(w.live.get().snapshot.logs.get(1)?.messages).toHaveLength(1);
    expect(w.live.get().connection.kind).toBe("live");
  });

  it("[CORE-045] [API-103] each connection is told once it has caught up; after the first, whether the journal did not reach back", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    expect(w.backs).toEqual([false]);
    const reconnect = async (mode: string) => {
      w.lose();
      await w.timers.advance(1000);
      w.say({ type: "ready", epoch: "e", position: 11, mode, presence: [] });
    };
    await reconnect("catching_up");
    expect(w.backs).toEqual([false]);
    w.say({ type: "live", position: 11 });
    await reconnect("catching_up");
    w.say({ type: "reset", epoch: "f", position: 3 });
    w.say({ type: "live", position: 3 });
    await w.timers.settle();
    expect(w.backs).toEqual([false, false, true]);
  });

  it("[CORE-045] a reply written offline goes out after the catch-up; one that a colleague overtook is held", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    w.lose();
    await w.live.sendMessage(1, "text", "mine");
    expect(w.calls).toEqual([]);
    await w.timers.advance(1000);
    const ivan = createMessage(1, 2, {
      author: { kind: "operator", id: 2, name: "Ivan" },
      text: "his",
    });
    w.say({ type: "ready", epoch: "e", position: 11, mode: "catching_up", presence: [] });
    w.messages.get(1)?.push(ivan);
    w.event(11, "message_created", { message: ivan });
    await w.timers.settle();
    expect(w.calls).toEqual([]);
    w.say({ type: "live", position: 11 });
    await w.timers.advance(100);
    expect(w.calls).toEqual([]);
    expect(w.live.get().outbox[0]).toMatchObject({ state: "held", heldBy: { name: "Ivan" } });
    w.live.release(w.live.get().outbox[0]?.clientId ?? "");
    await w.timers.advance(100);
    expect(w.calls).toEqual(["say mine"]);
  });

  it("[CORE-116] an open page forgets a visitor who was erased, also what an answer brings that was on its way", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    w.live.openChat(1);
    await w.timers.settle();
    const texts = (id: number) =>
      w.live
        .get()
        .snapshot.logs.get(id)
        ?.messages.map((message) => message.text);
    expect(texts(1)).toEqual(["m1"]);
    const release = w.hold();
    w.live.retryMessages(1);
    w.live.openChat(2);
    w.live.openChat(1);
    const erasedMessage = createMessage(1, 1, { text: "", erased: true });
    w.messages.set(1, [erasedMessage]);
    w.chats.set(
      1,
      createTestChat(1, {
        state: "closed",
        visitor: { ...createTestChat(1).visitor, erased: true },
        last_message: erasedMessage,
      }),
    );
    w.event(11, "settings_changed", { kind: "visitor", id: 1 });
    await w.timers.advance(10);
    expect([w.erased, texts(1)]).toEqual([[1], [""]]);
    release();
    await w.timers.settle();
    expect([texts(1), texts(2)]).toEqual([[""], ["m1"]]);
    expect(w.live.get().snapshot.chats.get(1)?.chat).toMatchObject({
      visitor: { erased: true },
      last_message: { text: "" },
    });
    expect(w.live.get().snapshot.chats.size).toBe(3);
  });

  it("[CORE-038] a close is held 5 s, undone in between, and sent at once when the page goes away", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    w.live.close(1, () => undefined);
    expect(computeInboxCounts(w.live.get(), 1).all).toBe(2);
    w.live.undoClose(1);
    await w.timers.advance(6000);
    expect(w.calls).toEqual([]);
    w.live.close(1, () => undefined);
    await w.timers.advance(5000);
    w.live.close(2, () => undefined);
    w.live.sendPendingCloses();
    await w.timers.settle();
    expect(w.calls).toEqual(["close 1", "close 2 keepalive"]);
    expect(computeInboxCounts(w.live.get(), 1).all).toBe(1);
  });

  it("[CORE-038] [CORE-052] a close waits for the replies written before it", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    w.lose();
    await w.live.sendMessage(1, "text", "last words");
    w.live.close(1, () => undefined);
    await w.timers.advance(10_000);
    expect(w.calls).toEqual([]);
    w.say({ type: "ready", epoch: "e", position: 10, mode: "live", presence: [] });
    w.say({ type: "live", position: 10 });
    await w.timers.advance(2000);
    expect(w.calls).toEqual(["say last words", "close 1"]);
  });

  it("[CORE-038] a close that falls due without a connection waits for it; what the visitor wrote meanwhile keeps the chat open", async () => {
    const w = createLiveFixture();
    const kept: unknown[] = [];
    w.live.start();
    await w.connect();
    for (const id of [1, 2]) w.live.close(id, (failure) => kept.push([id, failure]));
    w.lose();
    await w.timers.advance(10_000);
    expect(w.calls).toEqual([]);
    expect(computeInboxCounts(w.live.get(), 1).all).toBe(1);
    w.say({ type: "ready", epoch: "e", position: 10, mode: "live", presence: [] });
    w.say({ type: "live", position: 10 });
    const message = createMessage(2, 2);
    w.event(11, "message_created", {
      message,
      chat: createTestChat(2, { seq: 2, last_message: message }),
    });
    await w.timers.advance(3000);
    expect(w.calls).toEqual(["close 1"]);
    expect(kept).toEqual([[2, { kind: "wrote" }]]);
    expect([...w.live.get().closing.keys()]).toEqual([]);
  });

  it("[CORE-038] a close that nobody answered is sent again; it may have been carried out the first time", async () => {
    const w = createLiveFixture();
    const kept: unknown[] = [];
    const refusal = (status: number, code: string) => new ApiError({ status, code, message: code });
    w.refusals.push(
      refusal(0, "unreachable"),
      refusal(409, "chat_closed"),
      refusal(403, "forbidden"),
    );
    w.live.start();
    await w.connect();
    w.live.close(1, (failure) => kept.push(failure));
    await w.timers.advance(5000);
    expect([...w.live.get().closing.keys()]).toEqual([1]);
    await w.timers.advance(3000);
    expect(w.calls).toEqual(["close 1", "close 1"]);
    expect([...w.live.get().closing.keys()]).toEqual([]);
    w.live.close(2, (failure) => kept.push(failure));
    await w.timers.advance(5000);
    expect(kept).toMatchObject([{ kind: "refused", error: { code: "forbidden" } }]);
    expect(computeInboxCounts(w.live.get(), 1).all).toBe(3);
  });

  it("[CORE-034] a ringing chat that a colleague takes says who took it", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    const waiting = createTestChat(7, {
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { since: testTime, offered: [1, 2] },
    });
    w.event(11, "chat_created", { chat: waiting });
    await w.timers.advance(1);
    expect(findFirstRingingChat(w.live.get(), 1)?.id).toBe(7);
    w.event(12, "chat_accepted", {
      chat: { ...waiting, state: "open", assignee: { id: 2, name: "Ivan" }, wait: null },
      by: { id: 2, name: "Ivan" },
    });
    await w.timers.advance(1);
    expect(w.live.get().taken).toMatchObject({ chatId: 7, by: "Ivan" });
    expect(findFirstRingingChat(w.live.get(), 1)).toBeNull();
  });

  it("[CORE-034] a list read over HTTP that is ahead of the events does not hide who took the ringing chat", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    const waiting = createTestChat(7, {
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { since: testTime, offered: [1, 2] },
    });
    w.event(11, "chat_created", { chat: waiting });
    await w.timers.advance(1);
    const ivan = { id: 2, name: "Ivan" };
    const taken = { ...waiting, state: "open" as const, assignee: ivan, wait: null };
    w.chats.set(7, taken);
    w.live.loadRunning();
    await w.timers.advance(1);
    w.event(12, "chat_accepted", { chat: taken, by: ivan });
    await w.timers.advance(1);
    expect(w.live.get().taken).toMatchObject({ chatId: 7, by: "Ivan" });
    await w.timers.advance(4000);
    expect(w.live.get().taken).toBeNull();
  });

  it("[API-029] marking unread holds until the chat is opened again", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    await w.live.markUnread(1);
    expect(w.live.get().snapshot.chats.get(1)?.chat.unread).toBe(1);
    w.live.markRead(1, 1);
    expect(w.live.get().snapshot.chats.get(1)?.chat.unread).toBe(1);
    w.live.openChat(1);
    w.live.markRead(1, 1);
    expect(w.live.get().snapshot.chats.get(1)?.chat.unread).toBe(0);
    expect(w.calls).toEqual(["read 1 0 unread", "read 1 1"]);
  });

  it("[API-029] a list read before the server had the mark does not keep the chat unread", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    w.live.markRead(1, 1);
    w.chats.set(1, createTestChat(1, { unread: 1 }));
    w.say({ type: "reset", epoch: "e2", position: 20 });
    await w.timers.settle();
    expect(w.live.get().snapshot.chats.get(1)?.chat.unread).toBe(1);
    w.live.markRead(1, 1);
    w.live.markRead(1, 1);
    await w.timers.settle();
    expect(w.live.get().snapshot.chats.get(1)?.chat.unread).toBe(0);
    expect(w.calls).toEqual(["read 1 1", "read 1 1"]);
  });

  it("[CORE-040] a lost message makes the chat read itself again", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    w.messages.set(
      1,
      [1, 2, 3].map((seq) => createMessage(1, seq)),
    );
    w.event(12, "message_created", { message: createMessage(1, 3) });
    await w.timers.advance(1);
    await w.timers.settle();
    expect(
      w.live
        .get()
        .snapshot.logs.get(1)
        ?.messages.map((message) => message.seq),
    ).toEqual([1, 2, 3]);
  });

  it("[CORE-040] a message that comes while the first page of its chat is under way is shown, and no reply goes before it", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    const release = w.hold();
    w.live.openChat(1);
    const his = createMessage(1, 2, { author: { kind: "operator", id: 2, name: "Ivan" } });
    w.messages.set(1, [createMessage(1, 1), his]);
    w.event(11, "message_created", { message: his });
    await w.live.sendMessage(1, "text", "mine");
    await w.timers.advance(1);
    release();
    await w.timers.settle();
    expect(
      w.live
        .get()
        .snapshot.logs.get(1)
        ?.messages.map(({ seq }) => seq),
    ).toEqual([1, 2]);
    expect([w.calls, w.live.get().outbox[0]?.state]).toEqual([[], "held"]);
  });

  it("[CORE-001] [API-107] when people are chosen for a channel anew, chats come into sight and go out of it", async () => {
    const w = createLiveFixture();
    w.live.start();
    w.live.openChat(1);
    await w.connect();
    w.chats.delete(2);
    w.chats.set(4, createTestChat(4));
    w.event(11, "settings_changed", { kind: "channel", id: 1 });
    w.event(12, "settings_changed", { kind: "channel", id: 2 });
    await w.timers.advance(600);
    expect(sortChats(w.live.get(), "all", "new", 1).map(({ id }) => id)).toEqual([4, 3, 1]);
  });

  it("[CORE-047] a typing signal ends by itself after 15 s", async () => {
    const w = createLiveFixture();
    w.live.start();
    await w.connect();
    w.say({
      type: "typing",
      chat_id: 1,
      typing: true,
      preview: "hel",
      author: { kind: "visitor", id: 1, name: "Anna" },
    });
    expect(w.live.get().typing.get(1)).toMatchObject({ preview: "hel" });
    await w.timers.advance(15_100);
    expect(w.live.get().typing.has(1)).toBe(false);
  });
});
