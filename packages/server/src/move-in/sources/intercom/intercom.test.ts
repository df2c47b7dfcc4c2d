import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { openFiles, readAll } from "../export/export.fixture.ts";

const conversation = {
  type: "conversation",
  id: "1911",
  created_at: 1763620800,
  updated_at: 1763621000,
  title: "Return",
  source: {
    type: "conversation",
    id: "26965",
    subject: "",
    body: '<p>Hi <b>there</b></p><p>Where is it?<br>See <a href="https://shop.example">shop</a></p>',
    author: { type: "user", id: "5bc8", name: "Nadia", email: "nadia@shop.example" },
    attachments: [],
    url: "https://shop.example/returns",
  },
  contacts: {
    type: "contact.list",
    contacts: [{ type: "contact", id: "5bc8", external_id: "u1" }],
  },
  admin_assignee_id: 814860,
  team_assignee_id: 5,
  open: false,
  state: "closed",
  tags: { type: "tag.list", tags: [{ type: "tag", id: "t1", name: "VIP" }] },
  conversation_rating: { rating: 4, remark: "fast" },
  custom_attributes: { "Order number": "A-7", empty: null },
  conversation_parts: {
    type: "conversation_part.list",
    conversation_parts: [
      {
        type: "conversation_part",
        id: "1",
        part_type: "comment",
        body: "<ul><li>one</li><li>two &amp; three</li></ul>",
        created_at: 1763620810,
        author: { type: "admin", id: "814860", name: "Mark", email: "mk@desk.example" },
        attachments: [
          {
            type: "upload",
            name: "label.pdf",
            url: "https://files.example/label.pdf",
            content_type: "application/pdf",
            filesize: 120,
          },
        ],
      },
      {
        type: "conversation_part",
        id: "2",
        part_type: "note",
        body: "<p>Be nice</p>",
        created_at: 1763620820,
        author: { type: "admin", id: "814860", name: "Mark" },
      },
      { type: "conversation_part", id: "3", part_type: "close", body: null, author: {} },
      {
        type: "conversation_part",
        id: "4",
        part_type: "comment",
        body: "<p>Automatic</p>",
        created_at: 1763620830,
        author: { type: "bot", id: "9", name: "Fin" },
      },
    ],
  },
};
const contact = {
  type: "contact",
  id: "5bc8",
  external_id: "u1",
  email: "nadia@shop.example",
  phone: "+4930111222",
  name: "Nadia Ross",
  created_at: 1763000000,
  custom_attributes: { plan: "gold" },
};

test("[MV-042] conversations of Intercom in a zip become chats with notes, tags and files", async () => {
  const zip = new ZipFile();
  const add = (name: string, content: string): void =>
    zip.addReadStream(Readable.from([Buffer.from(content)]), name);
  add(
    "export/conversations.json",
    JSON.stringify({ type: "conversation.list", conversations: [conversation] }),
  );
  add("export/contacts.json", JSON.stringify({ type: "list", data: [contact] }));
  add(
    "export/admins.json",
    JSON.stringify({ admins: [{ type: "admin", id: "814860", name: "Mark Strong" }] }),
  );
  add("export/teams.json", JSON.stringify({ teams: [{ type: "team", id: "5", name: "Returns" }] }));
  add("export/picture.png", "\u{89}PNG");
  add("__MACOSX/export/._contacts.json", "{");
  zip.end();
  const source = await openFiles("intercom", { "export.zip": await buffer(zip.outputStream) });
  await expect(source.check()).resolves.toMatchObject({ product: "Intercom" });
  const { records, problems } = await readAll(source);
  expect(problems).toEqual([]);
  expect(records).toEqual([
    { kind: "operator", id: "814860", name: "Mark", email: "mk@desk.example" },
    { kind: "department", id: "5", name: "Returns" },
    { kind: "tag", id: "t1", name: "VIP" },
    {
      kind: "person",
      id: "5bc8",
      name: "Nadia",
      email: "nadia@shop.example",
      phone: "+4930111222",
      external_id: "u1",
      created_at: "2025-11-13T02:13:20.000Z",
      fields: { plan: "gold" },
    },
    {
      kind: "chat",
      id: "1911",
      person: "5bc8",
      channel: { name: "conversation", kind: "web" },
      started_at: "2025-11-20T06:40:00.000Z",
      ended_at: "2025-11-20T06:43:20.000Z",
      operator: "814860",
      department: "5",
      tags: ["VIP"],
      fields: { "Order number": "A-7" },
      notes: ["Title: Return", "Page: https://shop.example/returns"],
      rating: { score: 4, of: 5, text: "fast" },
    },
    {
      kind: "message",
      id: "1911-source",
      chat: "1911",
      sent_at: "2025-11-20T06:40:00.000Z",
      author: { kind: "visitor", id: "5bc8", name: "Nadia" },
      text: "Hi there\nWhere is it?\nSee shop (https://shop.example)",
    },
    {
      kind: "message",
      id: "1",
      chat: "1911",
      sent_at: "2025-11-20T06:40:10.000Z",
      author: { kind: "operator", id: "814860", name: "Mark" },
      text: "• one\n• two & three",
      files: [
        {
          name: "label.pdf",
          type: "application/pdf",
          size: 120,
          url: "https://files.example/label.pdf",
        },
      ],
    },
    {
      kind: "message",
      id: "2",
      chat: "1911",
      sent_at: "2025-11-20T06:40:20.000Z",
      author: { kind: "operator", id: "814860", name: "Mark" },
      text: "Be nice",
      is_note: true,
    },
    {
      kind: "message",
      id: "4",
      chat: "1911",
      sent_at: "2025-11-20T06:40:30.000Z",
      author: { kind: "bot", name: "Fin" },
      text: "Automatic",
    },
  ]);
  const file = { name: "", type: null, size: null, path: "export/picture.png" };
  const found = await source.openFile(file);
  expect(await text(Readable.from(found ?? []))).toContain("PNG");
  await expect(source.openFile({ ...file, path: "none.png" })).resolves.toBeNull();
});

test("[MV-042] a conversation of Intercom without a contact is reported", async () => {
  const source = await openFiles("intercom", {
    "a.json": JSON.stringify([{ ...conversation, contacts: null, source: { author: {} } }]),
  });
  const { records, problems } = await readAll(source);
  expect(records.some(({ kind }) => kind === "chat")).toBe(false);
  expect(problems).toEqual([{ kind: "chat", id: "1911", code: "no_person" }]);
});

test("[MV-046] published articles of Intercom are read with their translations and collections", async () => {
  const article = { type: "article", parent_id: 145, parent_type: "collection" };
  const source = await openFiles("intercom", {
    "articles.json": JSON.stringify({
      type: "list",
      data: [
        {
          ...article,
          id: "39",
          title: "Thanks",
          body: "<p>For everything</p>",
          state: "published",
          default_locale: "en",
          url: "https://help.example/en/articles/39",
          translated_content: {
            type: "article_translated_content",
            en: { type: "article_content", title: "Thanks", body: "", state: "published" },
            fr: {
              type: "article_content",
              title: "Merci",
              body: "<p>Tout</p>",
              state: "published",
            },
            de: { type: "article_content", title: "Danke", body: "", state: "draft" },
            ar: null,
          },
        },
        { ...article, id: "40", title: "Draft", body: null, state: "draft", parent_id: null },
      ],
    }),
    "collections.json": JSON.stringify({
      type: "list",
      data: [{ id: "145", workspace_id: "w1", name: "Orders", order: 1 }],
    }),
  });
  await source.check();
  const { records, problems } = await readAll(source);
  const shared = { section: "Orders" };
  expect(records).toEqual([
    {
      ...shared,
      kind: "article",
      id: "39",
      title: "Thanks",
      language: "en",
      html: "<p>For everything</p>",
      url: "https://help.example/en/articles/39",
    },
    {
      ...shared,
      kind: "translation",
      id: "39/fr",
      article: "39",
      title: "Merci",
      language: "fr",
      html: "<p>Tout</p>",
    },
  ]);
  expect(problems).toEqual([
    { kind: "article", id: "40", code: "not_published" },
    { kind: "translation", id: "39/de", code: "not_published" },
  ]);
});
