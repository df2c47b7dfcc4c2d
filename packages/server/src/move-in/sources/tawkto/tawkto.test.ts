import { expect, test } from "vitest";
import { openFiles, readAll } from "../export/export.fixture.ts";

const property = { id: "58ca", name: "Shop" };
const events = [
  { event: "chat:start", chatId: "70fe", time: "2025-11-20T06:40:00.000Z", property, visitor: {} },
  {
    event: "chat:transcript_created",
    time: "2025-11-20T06:46:00.000Z",
    domain: "shop.example",
    property,
    chat: {
      id: "70fe",
      visitor: { name: "Nadia", email: "Nadia@shop.example", city: "riga", country: "LV" },
      messages: [
        {
          sender: { t: "s", n: "Shop" },
          type: "msg",
          msg: "Hi!",
          time: "2025-11-20T06:40:00.780Z",
        },
        { sender: { t: "v" }, type: "msg", msg: "مرحبا", time: "2025-11-20T06:40:10.000Z" },
        {
          sender: { t: "a", n: "Mark" },
          type: "msg",
          msg: "Yes?",
          time: "2025-11-20T06:40:20.000Z",
        },
        { sender: { t: "v" }, type: "file", msg: "", time: "2025-11-20T06:40:30.000Z" },
      ],
    },
  },
  {
    event: "ticket:create",
    time: "2025-11-20T07:00:00.000Z",
    property,
    requester: { name: "Nadia R.", email: "nadia@shop.example" },
    ticket: { id: "02ea", humanId: 3, subject: "Return", message: "Call me" },
  },
];

test("[MV-042] transcripts and tickets of tawk.to become chats", async () => {
  const source = await openFiles("tawkto", {
    "a.jsonl": events.map((event) => JSON.stringify(event)).join("\n"),
  });
  await expect(source.check()).resolves.toMatchObject({ product: "tawk.to" });
  const { records, problems } = await readAll(source);
  expect(records).toEqual([
    { kind: "person", id: "nadia@shop.example", name: "Nadia R.", email: "nadia@shop.example" },
    {
      kind: "chat",
      id: "70fe",
      person: "nadia@shop.example",
      channel: { name: "Shop", kind: "web" },
      started_at: "2025-11-20T06:40:00.780Z",
      ended_at: "2025-11-20T06:40:30.000Z",
      notes: ["Location: riga, LV", "Domain: shop.example"],
    },
    {
      kind: "message",
      id: "70fe-1",
      chat: "70fe",
      sent_at: "2025-11-20T06:40:00.780Z",
      author: { kind: "system", name: "Shop" },
      text: "Hi!",
    },
    {
      kind: "message",
      id: "70fe-2",
      chat: "70fe",
      sent_at: "2025-11-20T06:40:10.000Z",
      author: { kind: "visitor" },
      text: "مرحبا",
    },
    {
      kind: "message",
      id: "70fe-3",
      chat: "70fe",
      sent_at: "2025-11-20T06:40:20.000Z",
      author: { kind: "operator", name: "Mark" },
      text: "Yes?",
    },
    {
      kind: "chat",
      id: "ticket-02ea",
      person: "nadia@shop.example",
      channel: { name: "Shop", kind: "web" },
      started_at: "2025-11-20T07:00:00.000Z",
      ended_at: "2025-11-20T07:00:00.000Z",
      notes: ["Subject: Return", "Ticket: 3"],
    },
    {
      kind: "message",
      id: "ticket-02ea-1",
      chat: "ticket-02ea",
      sent_at: "2025-11-20T07:00:00.000Z",
      author: { kind: "visitor" },
      text: "Call me",
    },
  ]);
  expect(problems).toMatchObject([{ kind: "file", id: "70fe-4", code: "file_gone" }]);
});
