import type { Chat, Delivery, EventFrame, Message } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import { markRead, mergeChats, mergeMessages, applyFrame } from "./reducer.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

const at = "2026-11-20T10:00:00.000Z";
const ines = { id: 1, name: "Ines" };
const chat = createTestChat(1, { assignee: ines, participants: [ines] });
const createMessage = (seq: number, kind: "visitor" | "operator"): Message => ({
  seq,
  id: seq,
  chat_id: 1,
  author: { kind, id: 1, name: kind },
  kind: "text",
  text: `text ${seq}`,
  created_at: at,
});
const event = (
  position: number,
  change: { name: EventFrame["name"]; data: EventFrame["data"] },
): EventFrame => ({ type: "event", position, at, ...change }) as EventFrame;
const createSnapshot = (...messages: Message[]): Snapshot =>
  mergeMessages(
    mergeChats({ ...emptySnapshot, epoch: "e", position: 5 }, [chat], 5),
    1,
    messages,
    5,
  );
const firstMessage = (snapshot: Snapshot): Message | undefined => snapshot.logs.get(1)?.messages[0];
const delivery: Delivery = {
  id: 9,
  endpoint: { id: 1, kind: "channel", name: "Shop" },
  event: "text",
  chat_id: 1,
  seq: 1,
  state: "delivered",
  attempts: 1,
  outcome: "delivered",
  error: null,
  unconfirmed: false,
  next_at: null,
  created_at: at,
  updated_at: at,
};

it("[API-107] a message entity without its delivery keeps the mark that came before", () => {
  const marked = applyFrame(
    createSnapshot(createMessage(1, "operator")),
    event(6, { name: "delivery_updated", data: { delivery } }),
  );
  expect(firstMessage(marked)?.delivery?.state).toBe("delivered");
  const updated = applyFrame(
    marked,
    event(7, {
      name: "message_updated",
      data: { message: { ...createMessage(1, "operator"), text: "changed" } },
    }),
  );
  expect(firstMessage(updated)).toMatchObject({
    text: "changed",
    delivery: { id: 9, state: "delivered" },
  });
});

it("[API-400] [API-107] an edit replaces the message and the last message, whichever comes first, and moves no receipt", () => {
  const snapshot = mergeChats(
    createSnapshot(createMessage(1, "operator"), createMessage(2, "visitor")),
    [{ ...chat, seq: 2, last_message: createMessage(2, "visitor") }],
    5,
  );
  const edited: Message = {
    ...createMessage(2, "visitor"),
    text: "changed",
    edited_at: at,
    earlier: [{ text: "text 2", at }],
  };
  const frame = event(6, { name: "message_updated", data: { message: edited } });
  const after = applyFrame(snapshot, frame);
  expect(after.logs.get(1)?.messages).toEqual([createMessage(1, "operator"), edited]);
  expect(after.chats.get(1)?.chat.last_message).toEqual(edited);
  expect(after.chats.get(1)?.chat.visitor_read).toBeUndefined();
  expect(applyFrame(after, frame)).toBe(after);
  // A response that was read before the edit arrives after it.
  const late = mergeMessages(after, 1, [createMessage(2, "visitor")], 5);
  expect(late.logs.get(1)?.messages[1]).toEqual(edited);
});

it.each([
  { text: "changed", edited_at: at },
  { reactions: [{ emoji: "👍", by: "visitor", at }] },
] as const)(
  "[CORE-410] [CORE-440] a receipt whose message was read before %j does not undo it",
  (change) => {
    const edited = { ...createMessage(1, "operator"), ...change } as Message;
    const snapshot = mergeChats(createSnapshot(edited), [{ ...chat, seq: 1 }], 5);
    const receipt = { ...createMessage(1, "operator"), received_at: at, seen_at: at };
    const after = applyFrame(
      snapshot,
      event(6, { name: "message_updated", data: { message: receipt } }),
    );
    expect(after.logs.get(1)?.messages).toMatchObject([{ ...change, seen_at: at }]);
  },
);

it("[API-472] an undone message has no delivery any more, in the chat and as its last message", () => {
  const waiting: Message = {
    ...createMessage(1, "operator"),
    delivery: { id: 9, state: "pending", attempts: 0, error: null, next_at: at },
  };
  const snapshot = mergeChats(
    createSnapshot(waiting),
    [{ ...chat, seq: 1, last_message: waiting }],
    5,
  );
  const undone: Message = {
    ...createMessage(1, "operator"),
    kind: "note",
    text: "",
    undone_at: at,
  };
  const after = applyFrame(
    snapshot,
    event(6, { name: "message_updated", data: { message: undone } }),
  );
  expect(firstMessage(after)).toEqual(undone);
  expect(after.chats.get(1)?.chat.last_message).toEqual(undone);
});

it("[CORE-052] [API-107] [API-366] a message that was received or seen speaks for those before it, whichever answer comes first", () => {
  const snapshot = createSnapshot(
    createMessage(1, "visitor"),
    createMessage(2, "operator"),
    { ...createMessage(3, "operator"), kind: "note" },
    createMessage(4, "operator"),
  );
  const afterReceipt = applyFrame(
    snapshot,
    event(6, {
      name: "message_updated",
      data: { message: { ...createMessage(2, "operator"), received_at: at, seen_at: at } },
    }),
  );
  const afterUpdate = applyFrame(
    afterReceipt,
    event(7, {
      name: "message_updated",
      data: { message: { ...createMessage(4, "operator"), received_at: at } },
    }),
  );
  const marks = (source: Snapshot) =>
    source.logs
      .get(1)
      ?.messages.map((entry) => [entry.received_at !== undefined, entry.seen_at !== undefined]);
  const expected = [
    [false, false],
    [true, true],
    [false, false],
    [true, false],
  ];
  expect(marks(afterUpdate)).toEqual(expected);
  expect(afterUpdate.chats.get(1)?.chat.visitor_read).toEqual({
    received: 4,
    received_at: at,
    seen: 2,
    seen_at: at,
  });
  const read: Chat = {
    ...chat,
    seq: 4,
    visitor_read: { received: 4, received_at: at, seen: 2, seen_at: at },
  };
  expect(marks(mergeChats(snapshot, [read], 5))).toEqual(expected);
  const reloaded = mergeMessages(
    afterUpdate,
    1,
    [createMessage(2, "operator"), createMessage(4, "operator")],
    7,
  );
  expect(marks(reloaded)).toEqual(expected);
});

it("[CORE-050] a dead delivery is a failed message", () => {
  const dead = applyFrame(
    createSnapshot(createMessage(1, "operator")),
    event(6, {
      name: "delivery_updated",
      data: { delivery: { ...delivery, state: "dead", error: { code: "timeout", message: "" } } },
    }),
  );
  expect(firstMessage(dead)?.delivery).toMatchObject({
    state: "failed",
    error: { code: "timeout" },
  });
});

it("[API-029] own answers behind the read mark are not unread", () => {
  const snapshot = createSnapshot(
    createMessage(1, "visitor"),
    createMessage(2, "operator"),
    createMessage(3, "visitor"),
    createMessage(4, "operator"),
  );
  expect(
    markRead(mergeChats(snapshot, [{ ...chat, seq: 4, unread: 2 }], 5), 1, 1).chats.get(1)?.chat
      .unread,
  ).toBe(1);
});

it("[API-107] a chat that an answer showed closed is not opened again by events older than the answer", () => {
  const closed: Chat = { ...chat, state: "closed", closed_at: at, close_reason: "operator" };
  const ahead = mergeChats({ ...emptySnapshot, epoch: "e", position: 5 }, [closed], 5);
  const { assignment: _assignment, unread: _unread, last_message: _last, ...entity } = chat;
  const delayed = applyFrame(ahead, event(6, { name: "chat_updated", data: { chat: entity } }));
  expect([delayed.position, delayed.chats.get(1)?.chat.state]).toEqual([6, "closed"]);
});

it("[CORE-045] an event that was applied before changes nothing, whatever it says", () => {
  const snapshot = createSnapshot(createMessage(1, "visitor"));
  expect(
    applyFrame(
      snapshot,
      event(5, { name: "message_created", data: { message: createMessage(2, "visitor") } }),
    ),
  ).toBe(snapshot);
});

it("[API-103] after a reset the position is the one of the reset, also when it is lower", () => {
  const after = applyFrame(
    { ...emptySnapshot, epoch: "old", position: 50 },
    { type: "reset", epoch: "new", position: 7 },
  );
  expect([after.epoch, after.position]).toEqual(["new", 7]);
});

it("[API-103] [F06] after a reset nothing of the old numbering outlives what is read of the new one", () => {
  const old = mergeMessages(
    { ...emptySnapshot, epoch: "old", position: 10 },
    1,
    [createMessage(1, "visitor"), createMessage(2, "visitor")],
    10,
  );
  const merged = mergeChats(old, [chat], 10);
  const written = applyFrame(
    merged,
    event(900, { name: "message_created", data: { message: createMessage(3, "visitor") } }),
  );
  const later = applyFrame(
    written,
    event(901, {
      name: "chat_updated",
      data: { chat: { ...chat, seq: 3, department: { id: 1, name: "Lost" } } },
    }),
  );
  const reset = applyFrame(later, { type: "reset", epoch: "new", position: 500 });
  const read = mergeMessages(
    mergeChats(reset, [{ ...chat, seq: 2, unread: 1 }], 500),
    1,
    [{ ...createMessage(2, "visitor"), text: "said again" }],
    500,
  );
  expect(read.chats.get(1)?.chat).toMatchObject({ seq: 2, unread: 1, department: null });
  expect(read.logs.get(1)?.messages.map(({ seq, text }) => [seq, text])).toEqual([
    [2, "said again"],
  ]);
});

it("[API-101] live says up to where everything is there, and never takes the position back", () => {
  const before = { ...emptySnapshot, epoch: "e", position: 5 };
  expect(applyFrame(before, { type: "live", position: 9 }).position).toBe(9);
  expect(applyFrame(before, { type: "live", position: 3 }).position).toBe(5);
});

it("[CORE-010] a presence frame changes one operator and keeps the others", () => {
  const ready = applyFrame(emptySnapshot, {
    type: "ready",
    epoch: "e",
    position: 1,
    mode: "live",
    presence: [
      { operator_id: 1, status: "online" },
      { operator_id: 2, status: "online" },
    ],
  });
  const after = applyFrame(ready, { type: "presence", operator_id: 2, status: "away" });
  expect([...after.presence]).toEqual([
    [1, "online"],
    [2, "away"],
  ]);
});
