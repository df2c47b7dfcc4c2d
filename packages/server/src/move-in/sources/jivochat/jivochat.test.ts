import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listIds, openFiles, readAll } from "../export/export.fixture.ts";

const agent = { id: "9", name: "Ines", email: "ines@desk.example", phone: "" };
const nadia = {
  name: "Nadia Ross",
  email: "nadia@shop.example",
  phone: "",
  number: "412",
  description: "",
  social: {},
  chats_count: 3,
};
const shared = {
  widget_id: "Lk29fQw7Za",
  user_token: "u_5f2c",
  session: {},
  page: { url: "https://shop.example/returns", title: "Returns" },
};
const events = [
  { event_name: "chat_accepted", chat_id: 88121, ...shared, visitor: nadia, agent },
  {
    event_name: "chat_finished",
    chat_id: 88121,
    ...shared,
    visitor: { ...nadia, phone: "+4930111222" },
    agents: [agent, { id: "11", name: "Omar", email: "", phone: "" }],
    department: { id: 2, name: "Returns" },
    tags: [{ id: 5, title: "refund" }],
    event_timestamp: 1763620900,
    chat: {
      messages: [
        { message: "أين طلبي؟", timestamp: 1763620800, type: "visitor" },
        { message: "Hi Nadia", timestamp: 1763620812, type: "agent", agent_id: 9 },
        { message: "Robot here", timestamp: 1763620813, type: "agent", agent_id: 0 },
        { message: "Who wrote this?" },
      ],
      rate: null,
      blacklisted: false,
    },
  },
  {
    event_name: "chat_updated",
    chat_id: 88121,
    ...shared,
    visitor: nadia,
    chat: { messages: [], rate: "positive", blacklisted: false },
  },
  {
    event_name: "offline_message",
    offline_message_id: "731",
    ...shared,
    visitor: { ...nadia, number: "", name: "Bo", email: "bo@shop.example" },
    message: "Please call me back",
    timestamp: "1763620950",
    event_timestamp: 1763620950,
  },
  { event_name: "call_event", chat_id: 5, ...shared, visitor: nadia, call: { status: "end" } },
  { event_name: "chat_finished", ...shared, visitor: {}, chat: {} },
];
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

test("[MV-041] event webhooks of JivoChat become chats with authors, rating and tags", async () => {
  const source = await openFiles("jivochat", { "events.jsonl": lines(events) });
  await expect(source.check()).resolves.toMatchObject({ product: "JivoChat" });
  const { records, problems } = await readAll(source);
  expect(records).toEqual([
    { kind: "operator", id: "9", name: "Ines", email: "ines@desk.example" },
    { kind: "operator", id: "11", name: "Omar" },
    { kind: "department", id: "2", name: "Returns" },
    { kind: "tag", id: "5", name: "refund" },
    {
      kind: "person",
      id: "412",
      name: "Nadia Ross",
      email: "nadia@shop.example",
      phone: "+4930111222",
      external_id: "u_5f2c",
    },
    {
      kind: "person",
      id: "bo@shop.example",
      name: "Bo",
      email: "bo@shop.example",
      external_id: "u_5f2c",
    },
    {
      kind: "chat",
      id: "88121",
      person: "412",
      channel: { name: "Lk29fQw7Za", kind: "web" },
      department: "2",
      operator: "11",
      started_at: "2025-11-20T06:40:00.000Z",
      ended_at: "2025-11-20T06:41:40.000Z",
      tags: ["refund"],
      notes: ["Page: Returns · https://shop.example/returns"],
      rating: { score: 2, of: 2 },
    },
    {
      kind: "message",
      id: "88121-1",
      chat: "88121",
      sent_at: "2025-11-20T06:40:00.000Z",
      author: { kind: "visitor" },
      text: "أين طلبي؟",
    },
    {
      kind: "message",
      id: "88121-2",
      chat: "88121",
      sent_at: "2025-11-20T06:40:12.000Z",
      author: { kind: "operator", id: "9" },
      text: "Hi Nadia",
    },
    {
      kind: "message",
      id: "88121-3",
      chat: "88121",
      sent_at: "2025-11-20T06:40:13.000Z",
      author: { kind: "bot" },
      text: "Robot here",
    },
    { kind: "message", id: "88121-4", chat: "88121", text: "Who wrote this?" },
    {
      kind: "chat",
      id: "offline-731",
      person: "bo@shop.example",
      channel: { name: "Lk29fQw7Za", kind: "web" },
      started_at: "2025-11-20T06:42:30.000Z",
      ended_at: "2025-11-20T06:42:30.000Z",
      notes: ["Page: Returns · https://shop.example/returns"],
    },
    {
      kind: "message",
      id: "offline-731-1",
      chat: "offline-731",
      sent_at: "2025-11-20T06:42:30.000Z",
      author: { kind: "visitor" },
      text: "Please call me back",
    },
  ]);
  expect(problems.map(({ id, code }) => [id, code])).toEqual([
    ["events.jsonl:5", "left_out"],
    ["events.jsonl:6", "broken_record"],
  ]);
});

test("[MV-040] the same values are read from lines, a list, an object, gzip and UTF-16", async () => {
  const expected = await readAll(await openFiles("jivochat", { "a.json": lines(events) }));
  for (const content of [
    JSON.stringify(events),
    JSON.stringify(events, null, 2),
    `\u{FEFF}${lines(events)}`,
    JSON.stringify({ count: 6, events, next: [] }, null, 1),
    events.map((event) => JSON.stringify(event, null, 2)).join("\n"),
    gzipSync(lines(events)),
    Buffer.from(`\u{FEFF}${lines(events)}`, "utf16le"),
  ])
    await expect(readAll(await openFiles("jivochat", { "a.json": content }))).resolves.toEqual(
      expected,
    );
});

test("[MV-040] broken values and wrong encodings are reported, and stop nothing", async () => {
  const [accepted, finished] = events.map((event) => JSON.stringify(event));
  const source = await openFiles("jivochat", {
    "a.jsonl": Buffer.concat([
      Buffer.from(`${accepted}\n{"event_name":"chat_fin\n\n[1]\n`),
      Buffer.from(`${finished?.replace("Hi Nadia", "Grüße").replace(/[أ-ي؟]/g, "")}\n`, "latin1"),
    ]),
    "b.json": `[${finished?.replace("88121", "7")}, 5, {"a":}, ${accepted?.slice(0, 40)}`,
  });
  const read = await readAll(source);
  expect(listIds(read, "chat")).toEqual(["88121", "7"]);
  expect(read.problems.map(({ kind, id, code }) => `${kind} ${id} ${code}`)).toEqual([
    "file a.jsonl:2 broken_record",
    "file a.jsonl:4 broken_record",
    "file a.jsonl:5 wrong_encoding",
    "file b.json:2 broken_record",
    "file b.json:3 broken_record",
    "file b.json:4 broken_record",
  ]);
});

test("[MV-040] reading goes on at every cursor, also in another process", async () => {
  const many = Array.from({ length: 1_190 }, (_, n) => ({ ...events[1], chat_id: n + 1 }));
  // Events that were sent again are in the file twice.
  const files = { "a.jsonl": lines([...many, ...many.slice(0, 50)]) };
  const read = await readAll(await openFiles("jivochat", files));
  expect(listIds(read, "chat")).toHaveLength(1_190);
  expect(listIds(read, "message")).toHaveLength(4_760);
  expect(read.cursors).toHaveLength(12);
  const again = [];
  for (const cursor of read.cursors) {
    const source = await openFiles("jivochat", files);
    again.push(...(await source.readPage("chat", cursor)).records);
  }
  expect(again).toEqual(read.records.filter(({ kind }) => kind === "chat" || kind === "message"));
});

test("[MV-040] files of another system, and files that are no export, are refused", async () => {
  const intercom = { type: "conversation", id: "1", conversation_parts: {} };
  const wrong = await openFiles("jivochat", { "a.json": JSON.stringify([intercom]) });
  await expect(wrong.check()).rejects.toMatchObject({
    code: "other_system",
    message: "a.json: this seems to come from Intercom.",
    options: { isFinal: true },
  });
  for (const content of ["<!doctype html>", "", `{"some":"settings"}`, `\u{0}\u{1}`]) {
    const source = await openFiles("jivochat", { "a.json": content });
    await expect(source.check()).rejects.toMatchObject({ code: "wrong_format" });
  }
});
