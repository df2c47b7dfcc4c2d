import { expect, test } from "vitest";
import { listIds, openFiles, readAll } from "../export/export.fixture.ts";

const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");
const chat = {
  id: "1401.K1",
  type: "chat",
  visitor: {
    id: "6.9h",
    name: "Nadia",
    email: "nadia@shop.example",
    phone: "",
    notes: "likes tea",
  },
  timestamp: "2025-11-20T06:40:00Z",
  end_timestamp: "2025-11-20T06:43:20Z",
  department_id: 12,
  department_name: "Sales",
  agent_ids: ["980"],
  agent_names: ["Mark"],
  tags: ["vip"],
  rating: "bad",
  comment: "slow",
  webpath: [{ from: "", to: "https://shop.example/a", title: "A" }],
  history: [
    { type: "chat.memberjoin", nick: "visitor", timestamp: "2025-11-20T06:40:00Z" },
    {
      type: "chat.msg",
      nick: "visitor",
      name: "Nadia",
      msg: "Hi",
      timestamp: "2025-11-20T06:40:01Z",
    },
    {
      type: "chat.msg",
      nick: "agent:trigger",
      name: "Desk",
      msg: "Wait",
      timestamp: "2025-11-20T06:40:02Z",
    },
    {
      type: "chat.msg",
      nick: "agent:980",
      name: "Mark",
      msg: "Yes?",
      timestamp: "2025-11-20T06:40:03Z",
    },
    { type: "chat.msg", msg: "Who?", timestamp: "yesterday" },
    { type: "chat.file", nick: "visitor", timestamp: "2025-11-20T06:40:05Z" },
  ],
};

test("[MV-043] chats and offline messages of Zendesk Chat become chats", async () => {
  const source = await openFiles("zendesk", {
    "chats.json": lines([
      chat,
      {
        id: "1401.K2",
        type: "offline_msg",
        visitor: { name: "Bo", email: "bo@shop.example" },
        message: "Call me",
        timestamp: "2025-11-20T07:00:00Z",
        unread: true,
      },
    ]),
    "others.json": JSON.stringify({
      agents: [{ id: 980, display_name: "Mark S.", email: "m@desk.example", enabled: false }],
      departments: [{ id: 12, name: "Sales EU" }],
      shortcuts: [{ name: "hello", message: "Hello!", scope: "all", tags: [] }],
    }),
  });
  await expect(source.check()).resolves.toMatchObject({ product: "Zendesk" });
  const { records, problems } = await readAll(source);
  expect(records).toEqual([
    { kind: "operator", id: "980", name: "Mark S.", email: "m@desk.example", active: false },
    { kind: "department", id: "12", name: "Sales EU" },
    { kind: "tag", id: "vip", name: "vip" },
    { kind: "reply", id: "hello", shortcut: "hello", text: "Hello!" },
    {
      kind: "person",
      id: "6.9h",
      name: "Nadia",
      email: "nadia@shop.example",
      note: "likes tea",
    },
    { kind: "person", id: "bo@shop.example", name: "Bo", email: "bo@shop.example" },
    {
      kind: "chat",
      id: "1401.K1",
      person: "6.9h",
      channel: { name: "Zendesk Chat", kind: "web" },
      started_at: "2025-11-20T06:40:00.000Z",
      ended_at: "2025-11-20T06:43:20.000Z",
      operator: "980",
      department: "12",
      tags: ["vip"],
      notes: ["Page: https://shop.example/a"],
      rating: { score: 1, of: 2, text: "slow" },
    },
    {
      kind: "message",
      id: "1401.K1-2",
      chat: "1401.K1",
      sent_at: "2025-11-20T06:40:01.000Z",
      author: { kind: "visitor", name: "Nadia" },
      text: "Hi",
    },
    {
      kind: "message",
      id: "1401.K1-3",
      chat: "1401.K1",
      sent_at: "2025-11-20T06:40:02.000Z",
      author: { kind: "bot", name: "Desk" },
      text: "Wait",
    },
    {
      kind: "message",
      id: "1401.K1-4",
      chat: "1401.K1",
      sent_at: "2025-11-20T06:40:03.000Z",
      author: { kind: "operator", id: "980", name: "Mark" },
      text: "Yes?",
    },
    { kind: "message", id: "1401.K1-5", chat: "1401.K1", text: "Who?" },
    {
      kind: "chat",
      id: "1401.K2",
      person: "bo@shop.example",
      channel: { name: "Zendesk Chat", kind: "web" },
      started_at: "2025-11-20T07:00:00.000Z",
      ended_at: "2025-11-20T07:00:00.000Z",
      tags: [],
    },
    {
      kind: "message",
      id: "1401.K2-1",
      chat: "1401.K2",
      sent_at: "2025-11-20T07:00:00.000Z",
      author: { kind: "visitor" },
      text: "Call me",
    },
  ]);
  expect(problems).toMatchObject([{ kind: "file", id: "1401.K1-6", code: "file_gone" }]);
});

const users = [
  {
    id: 1,
    role: "end-user",
    name: "Nadia",
    email: "nadia@shop.example",
    time_zone: "",
    locale: "de",
  },
  { id: 2, role: "agent", name: "Mark", email: "m@desk.example", active: true, suspended: false },
];
const ticket = {
  url: "https://acme.zendesk.com/api/v2/tickets/7.json",
  id: 7,
  requester_id: 1,
  submitter_id: 1,
  assignee_id: 2,
  group_id: 5,
  subject: "Return",
  description: "I want to return it",
  status: "solved",
  priority: "high",
  tags: ["returns"],
  via: { channel: "email" },
  created_at: "2025-11-20T06:40:00Z",
  updated_at: "2025-11-20T06:43:20Z",
  satisfaction_rating: { score: "good", comment: "thanks" },
  custom_fields: [
    { id: 360, value: "A-7" },
    { id: 361, value: null },
  ],
};
const comments = [
  {
    id: 71,
    author_id: 1,
    body: "I want to return it",
    public: true,
    created_at: "2025-11-20T06:40:00Z",
  },
  {
    id: 72,
    author_id: 2,
    plain_body: "Here is the label",
    body: "Here is the *label*",
    public: true,
    created_at: "2025-11-20T06:41:00Z",
    attachments: [
      {
        file_name: "l.pdf",
        content_type: "application/pdf",
        size: 9,
        content_url: "https://f.example/l.pdf",
      },
    ],
  },
  {
    id: 73,
    author_id: 2,
    body: "Second return",
    public: false,
    created_at: "2025-11-20T06:42:00Z",
  },
  { id: 74, author_id: 99, body: "Who?", public: true, created_at: "2025-11-20T06:42:30Z" },
];

test("[MV-043] tickets of Zendesk Support become chats with comments, notes and files", async () => {
  const expectedMessages = [
    { id: "71", author: { kind: "visitor", id: "1" }, text: "I want to return it" },
    {
      id: "72",
      author: { kind: "operator", id: "2" },
      text: "Here is the label",
      files: [{ name: "l.pdf", type: "application/pdf", size: 9, url: "https://f.example/l.pdf" }],
    },
    { id: "73", author: { kind: "operator", id: "2" }, text: "Second return", is_note: true },
    { id: "74", text: "Who?" },
  ];
  const inside = await openFiles("zendesk", {
    "tickets.json": lines([{ ...ticket, comments }]),
    "users.json": lines(users),
    "groups.json": lines([
      { id: 5, url: "https://a.zendesk.com/api/v2/groups/5.json", name: "Desk" },
    ]),
    "fields.json": JSON.stringify({
      ticket_fields: [
        { id: 360, type: "text", title: "Order" },
        { id: 1, type: "subject", title: "Subject" },
      ],
    }),
  });
  await inside.check();
  const { records, problems } = await readAll(inside);
  expect(problems).toEqual([]);
  expect(records.slice(0, 6)).toEqual([
    { kind: "operator", id: "2", name: "Mark", email: "m@desk.example", active: true },
    { kind: "department", id: "5", name: "Desk" },
    { kind: "tag", id: "returns", name: "returns" },
    { kind: "field", id: "360", of: "chat", key: "360", name: "Order", type: "text" },
    { kind: "person", id: "1", name: "Nadia", email: "nadia@shop.example" },
    {
      kind: "chat",
      id: "ticket-7",
      person: "1",
      channel: { name: "email", kind: "email" },
      started_at: "2025-11-20T06:40:00.000Z",
      ended_at: "2025-11-20T06:43:20.000Z",
      operator: "2",
      department: "5",
      tags: ["returns"],
      fields: { 360: "A-7" },
      notes: ["Subject: Return", "Priority: high"],
      rating: { score: 2, of: 2, text: "thanks" },
    },
  ]);
  expect(records.slice(6)).toMatchObject(expectedMessages);
  expect(records.at(-1)).not.toHaveProperty("author");

  const beside = await openFiles("zendesk", {
    "a-tickets.json": JSON.stringify({ tickets: [ticket], next_page: null }),
    "b-comments.json": lines(comments.map((comment) => ({ ...comment, ticket_id: 7 }))),
    "c-users.json": JSON.stringify({ users }),
  });
  const others = (await readAll(beside)).records.filter(({ kind }) => kind === "message");
  expect(others).toMatchObject(expectedMessages);

  const alone = await openFiles("zendesk", { "tickets.json": lines([ticket]) });
  const read = await readAll(alone);
  expect(listIds(read, "message")).toEqual(["ticket-7"]);
  expect(read.records.at(-1)).toMatchObject({ text: "I want to return it" });
});

test("[MV-046] published articles of Zendesk are read with their translations and sections", async () => {
  const article = { id: 9, section_id: 3, locale: "en-us", source_locale: "en-us", draft: false };
  const source = await openFiles("zendesk", {
    "articles.json": JSON.stringify({
      articles: [
        {
          ...article,
          title: "Returns",
          body: "<p>In 30 days</p>",
          html_url: "https://help.example/hc/en-us/articles/9",
          position: 4,
        },
        { ...article, id: 10, title: "Draft", body: "", draft: true },
        { ...article, id: 11, title: "Uhr", body: "<p>Um 9</p>", locale: "de" },
      ],
    }),
    // The default language is a translation, too.
    "translations.json": JSON.stringify({
      translations: [
        {
          id: 1,
          source_id: 9,
          source_type: "Article",
          locale: "en-us",
          title: "Returns",
          body: "x",
        },
        { id: 2, source_id: 9, source_type: "Article", locale: "fr", title: "Retours", body: "30" },
        // Pages overlap: the same text is read once, another one is reported.
        { id: 2, source_id: 9, source_type: "Article", locale: "fr", title: "Retours", body: "30" },
        { id: 4, source_id: 9, source_type: "Article", locale: "fr", title: "Retours", body: "31" },
        { id: 3, source_id: 3, source_type: "Section", locale: "fr", title: "Commandes", body: "" },
      ],
    }),
    "zections.json": JSON.stringify({ sections: [{ id: 3, name: "Orders", category_id: 1 }] }),
  });
  await source.check();
  const { records, problems } = await readAll(source);
  const shared = { section: "Orders" };
  expect(records).toEqual([
    {
      ...shared,
      kind: "article",
      id: "9",
      title: "Returns",
      language: "en-us",
      html: "<p>In 30 days</p>",
      url: "https://help.example/hc/en-us/articles/9",
      position: 4,
    },
    {
      ...shared,
      kind: "translation",
      id: "11/de",
      article: "11",
      title: "Uhr",
      language: "de",
      html: "<p>Um 9</p>",
    },
    {
      ...shared,
      kind: "translation",
      id: "9/fr",
      article: "9",
      title: "Retours",
      language: "fr",
      html: "30",
    },
  ]);
  expect(problems).toEqual([
    { kind: "article", id: "10", code: "not_published" },
    { kind: "translation", id: "9/fr", code: "repeated" },
  ]);
});
