import { expect, test } from "vitest";
import { openFiles, readAll } from "../export/export.fixture.ts";

const conversation = {
  session_id: "session_1",
  website_id: "w1",
  people_id: "p1",
  state: "resolved",
  created_at: 1763620800000,
  updated_at: 1763621000000,
  assigned: { user_id: "op1" },
  meta: {
    nickname: "Nadia",
    email: "nadia@shop.example",
    phone: "",
    origin: "chat",
    segments: ["vip"],
    data: { order: "A-7" },
    subject: "Return",
  },
};
const message = (fingerprint: number, fields: object): object => ({
  session_id: "session_1",
  website_id: "w1",
  type: "text",
  from: "user",
  origin: "chat",
  fingerprint,
  timestamp: 1763620800000 + fingerprint * 1000,
  user: { nickname: "Nadia" },
  ...fields,
});
const operator = { from: "operator", user: { user_id: "op1", nickname: "Mark" } };
/** Newest page first, as the API lists messages. */
const messages = [
  message(4, { ...operator, type: "note", content: "Be nice" }),
  message(5, { ...operator, automated: true, content: "Automatic" }),
  message(6, { type: "event", content: { namespace: "state:resolved" } }),
  message(7, { type: "carousel", content: { targets: [] } }),
  message(1, { content: "שלום" }),
  message(2, { ...operator, content: "Hi" }),
  message(3, {
    type: "file",
    content: { name: "a.png", type: "image/png", url: "https://storage.example/a.png" },
  }),
];
const expected = [
  { kind: "operator", id: "op1", name: "Mark" },
  { kind: "tag", id: "vip", name: "vip" },
  { kind: "person", id: "p1", name: "Nadia", email: "nadia@shop.example" },
  {
    kind: "chat",
    id: "session_1",
    person: "p1",
    channel: { name: "chat", kind: "web" },
    started_at: "2025-11-20T06:40:00.000Z",
    ended_at: "2025-11-20T06:43:20.000Z",
    operator: "op1",
    tags: ["vip"],
    fields: { order: "A-7" },
    notes: ["Subject: Return"],
  },
  {
    kind: "message",
    id: "session_1:1",
    chat: "session_1",
    sent_at: "2025-11-20T06:40:01.000Z",
    author: { kind: "visitor", name: "Nadia" },
    text: "שלום",
  },
  {
    kind: "message",
    id: "session_1:2",
    chat: "session_1",
    sent_at: "2025-11-20T06:40:02.000Z",
    author: { kind: "operator", id: "op1", name: "Mark" },
    text: "Hi",
  },
  {
    kind: "message",
    id: "session_1:3",
    chat: "session_1",
    sent_at: "2025-11-20T06:40:03.000Z",
    author: { kind: "visitor", name: "Nadia" },
    text: "",
    files: [{ name: "a.png", type: "image/png", size: null, url: "https://storage.example/a.png" }],
  },
  {
    kind: "message",
    id: "session_1:4",
    chat: "session_1",
    sent_at: "2025-11-20T06:40:04.000Z",
    author: { kind: "operator", id: "op1", name: "Mark" },
    text: "Be nice",
    is_note: true,
  },
  {
    kind: "message",
    id: "session_1:5",
    chat: "session_1",
    sent_at: "2025-11-20T06:40:05.000Z",
    author: { kind: "bot", name: "Mark" },
    text: "Automatic",
  },
];

test("[MV-042] conversations of Crisp become chats, with their messages in order of time", async () => {
  const source = await openFiles("crisp", {
    "conversations.json": JSON.stringify({ error: false, data: [{ ...conversation, messages }] }),
  });
  await expect(source.check()).resolves.toMatchObject({ product: "Crisp" });
  const { records, problems } = await readAll(source);
  expect(records).toEqual(expected);
  expect(problems).toEqual([
    { kind: "message", id: "7", code: "left_out", detail: "a message of type carousel" },
  ]);
});

test("[MV-042] messages of Crisp may be values of their own", async () => {
  const source = await openFiles("crisp", {
    "a-conversations.json": JSON.stringify([conversation]),
    "b-people.json": JSON.stringify({ data: [{ people_id: "p1", person: { nickname: "Nadia" } }] }),
    "c-messages.json": JSON.stringify({ error: false, data: messages.toReversed() }),
  });
  const { records } = await readAll(source);
  expect(records.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(
    expected.map(({ kind, id }) => `${kind} ${id}`).toSorted(),
  );
});
