import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { listIds, openFiles, readAll } from "../export/export.fixture.ts";
import type { MoveSource } from "../../source.ts";
import { sources } from "../index.ts";

/** A dump as mysqldump writes it: definitions of tables, and rows without names of columns. */
const dump = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`lh_canned_msg\`;
CREATE TABLE \`lh_canned_msg\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`msg\` longtext NOT NULL,
  \`title\` varchar(250) NOT NULL DEFAULT '; (',
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;
LOCK TABLES \`lh_canned_msg\` WRITE;
INSERT INTO \`lh_canned_msg\` VALUES (1,'Hello; how can I help (you)?','greet'),(2,0x4869,'hi');
UNLOCK TABLES;
INSERT INTO \`lh_chat\` (\`id\`,\`nick\`,\`email\`,\`phone\`,\`time\`,\`cls_time\`,\`user_id\`,\`dep_id\`,
  \`status\`,\`fbst\`,\`online_user_id\`,\`referrer\`,\`remarks\`,\`additional_data\`) VALUES
(7,'O\\'Neil','o@shop.example','+1555',1763620800,1763621000,3,2,2,1,44,'//shop.example/a','It''s fine',
 '[{\\"key\\":\\"Plan\\",\\"value\\":\\"gold\\"},{\\"identifier\\":\\"shop\\",\\"value\\":12}]'),
(8,'زائر','','',1763620900,0,0,2,0,0,0,'','','');
INSERT INTO \`lh_chat\` (\`id\`,\`nick\`) VALUES (9,'too','many');
INSERT INTO \`lh_departament\` (\`id\`,\`name\`) VALUES (2,'Sales');
INSERT INTO \`lh_abstract_survey\` (\`id\`) VALUES (1);
INSERT INTO \`lh_msg\` (\`id\`,\`msg\`,\`time\`,\`chat_id\`,\`user_id\`,\`name_support\`) VALUES
(1,'Hi',1763620801,7,0,''),(2,'Mia has accepted the chat!',1763620802,7,-1,''),
(3,'Two\\nlines \\\\ [file=15_ab12]',1763620803,7,3,'Mia'),(4,'مرحبا',1763620901,8,0,''),
(5,'I am a robot',1763620902,8,-2,'Bot');
INSERT INTO \`lh_users\` (\`id\`,\`name\`,\`surname\`,\`email\`,\`disabled\`) VALUES
(3,'Mia','Berg','mia@desk.example',0),(4,'Old','','old@desk.example',1);
`;

test("[MV-044] a dump of Live Helper Chat becomes chats with authors, fields and votes", async () => {
  const source = await openFiles(
    "livehelperchat",
    { "dump.sql": dump },
    { address: "https://help.example/index.php/" },
  );
  await expect(source.check()).resolves.toMatchObject({ product: "Live Helper Chat" });
  const { records, problems } = await readAll(source);
  expect(records).toEqual([
    { kind: "operator", id: "3", name: "Mia Berg", email: "mia@desk.example" },
    { kind: "operator", id: "4", name: "Old", email: "old@desk.example", active: false },
    { kind: "department", id: "2", name: "Sales" },
    { kind: "reply", id: "1", shortcut: "greet", text: "Hello; how can I help (you)?" },
    { kind: "reply", id: "2", shortcut: "hi", text: "Hi" },
    { kind: "person", id: "visitor-44", name: "O'Neil", email: "o@shop.example", phone: "+1555" },
    { kind: "person", id: "chat-8", name: "زائر" },
    {
      kind: "chat",
      id: "7",
      person: "visitor-44",
      started_at: "2025-11-20T06:40:00.000Z",
      ended_at: "2025-11-20T06:43:20.000Z",
      operator: "3",
      department: "2",
      fields: { Plan: "gold", shop: "12" },
      notes: ["Page: //shop.example/a", "Remarks: It's fine"],
      rating: { score: 2, of: 2 },
    },
    {
      kind: "chat",
      id: "8",
      person: "chat-8",
      started_at: "2025-11-20T06:41:40.000Z",
      department: "2",
    },
    {
      kind: "message",
      id: "1",
      chat: "7",
      sent_at: "2025-11-20T06:40:01.000Z",
      author: { kind: "visitor" },
      text: "Hi",
    },
    {
      kind: "message",
      id: "2",
      chat: "7",
      sent_at: "2025-11-20T06:40:02.000Z",
      author: { kind: "system" },
      text: "Mia has accepted the chat!",
    },
    {
      kind: "message",
      id: "3",
      chat: "7",
      sent_at: "2025-11-20T06:40:03.000Z",
      author: { kind: "operator", id: "3", name: "Mia" },
      text: "Two\nlines \\",
      files: [
        {
          name: "file-15",
          type: null,
          size: null,
          url: "https://help.example/index.php/file/downloadfile/15/ab12",
        },
      ],
    },
    {
      kind: "message",
      id: "4",
      chat: "8",
      sent_at: "2025-11-20T06:41:41.000Z",
      author: { kind: "visitor" },
      text: "مرحبا",
    },
    {
      kind: "message",
      id: "5",
      chat: "8",
      sent_at: "2025-11-20T06:41:42.000Z",
      author: { kind: "bot", name: "Bot" },
      text: "I am a robot",
    },
  ]);
  expect(problems).toEqual([
    {
      kind: "file",
      id: "dump.sql:5",
      code: "broken_record",
      detail: "a row of lh_chat has other columns",
    },
  ]);
});

test("[MV-044] saved answers of the REST API are read, and files without an address reported", async () => {
  const chat = { id: 7, nick: "Nadia", email: "", dep_id: 2, time: 1763620800, status: 2 };
  const messages = [
    { id: 1, chat_id: 7, user_id: 0, time: 1763620801, msg: "[file=15_ab12]" },
    { id: 2, chat_id: 7, user_id: 3, time: 1763620802, msg: "Thanks", name_support: "Mia" },
  ];
  const source = await openFiles("livehelperchat", {
    "page-1.json": JSON.stringify({ list: [{ ...chat, messages }], list_count: 1, error: false }),
  });
  await source.check();
  const read = await readAll(source);
  expect(listIds(read, "person")).toEqual(["chat-7"]);
  expect(listIds(read, "message")).toEqual(["2"]);
  expect(read.problems).toMatchObject([{ kind: "file", id: "1", code: "file_gone" }]);
});

interface Api {
  /** Chats by their ids, newest first. */
  readonly list: (offset: number, limit: number) => unknown;
  readonly requests?: string[];
  readonly users?: unknown;
}
const createChat = (id: number): Readonly<Record<string, unknown>> => ({
  id,
  nick: "Ada",
  dep_id: 2,
  time: 1763620800,
  email: "",
  messages: [{ id, chat_id: id, user_id: 0, time: 1763620801, msg: "Hi" }],
});
const users = [{ id: 3, name: "Mia", email: "mia@desk.example" }];
async function openApi(api: Api): Promise<MoveSource> {
  const answer = ({ pathname, searchParams }: URL): unknown => {
    if (pathname.endsWith("getusers")) return { error: false, result: api.users ?? users };
    if (pathname.endsWith("departments"))
      return { error: false, result: [{ id: 2, name: "Sales" }] };
    const number = (name: string): number => Number(searchParams.get(name) ?? 0);
    return { error: false, list: api.list(number("offset"), number("limit")), list_count: 123 };
  };
  const source = await sources.livehelperchat?.(
    { address: "https://help.example/index.php", account: "api", token: "k", files: [] },
    {
      egress: {
        async open({ url, headers }) {
          api.requests?.push(`${headers["authorization"]} ${url}`);
          return {
            kind: "answered",
            status: 200,
            headers: { "content-type": "application/json" },
            body: Readable.from([Buffer.from(JSON.stringify(answer(new URL(url))))]),
          } as never;
        },
      },
      version: "1.2.3",
      signal: new AbortController().signal,
    },
  );
  if (source === undefined) throw new Error("cannot be read");
  return source;
}
const createIds = (newest: number): number[] =>
  Array.from({ length: newest }, (_, n) => newest - n);

test("[MV-045] the REST API is read newest chat first, also while new chats come", async () => {
  const requests: string[] = [];
  let newest = 120;
  const source = await openApi({
    requests,
    list(offset, limit) {
      const ids = createIds(newest).slice(offset, offset + limit);
      // Few chats come with each request, and once more than a page has.
      newest += newest < 300 && offset > 0 ? 200 : newest % 2 === 0 ? 3 : 2;
      return ids.map(createChat);
    },
  });
  await expect(source.check()).resolves.toMatchObject({ counts: { chat: 123 } });
  expect(requests[0]).toBe("Basic YXBpOms= https://help.example/index.php/restapi/chats?limit=1");
  newest = 120;
  const read = await readAll(source);
  expect(read.problems).toEqual([]);
  expect(listIds(read, "operator")).toEqual(["3"]);
  const chats = listIds(read, "chat").map(Number);
  expect(chats).toEqual(createIds(chats[0] ?? 0));
  expect(listIds(read, "message").map(Number)).toEqual(chats);
});

test("[MV-045] [MV-051] chats that are deleted while the REST API is read hide no other chat", async () => {
  let ids = createIds(300);
  const source = await openApi({
    list: (offset, limit) => ids.slice(offset, offset + limit).map(createChat),
  });
  const read: string[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await source.readPage("chat", cursor);
    read.push(...page.records.flatMap(({ kind, id }) => (kind === "chat" ? id : [])));
    // First a whole page of chats that were read is deleted, then some.
    if (read.length === 50) ids = ids.slice(50);
    if (read.length === 100) ids = ids.slice(30);
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(read).toEqual(createIds(300).map(String));
});

test("[MV-045] [MV-052] broken elements and lists of the REST API are reported, and hide no other chat", async () => {
  const list = createIds(120).map((id): unknown =>
    id === 71 ? null : id === 100 ? { ...createChat(id), id: null } : createChat(id),
  );
  const source = await openApi({
    users: { 1: users[0], 4: { name: "Nobody" } },
    // A server whose owner lowered the limit.
    list: (offset, limit) => list.slice(offset, offset + Math.min(limit, 20)),
  });
  const read = await readAll(source);
  const broken = { kind: "chat", id: "?", code: "broken_record" };
  expect(read.problems).toMatchObject([
    { kind: "operator", id: "?", code: "broken_record" },
    broken,
    broken,
  ]);
  expect(listIds(read, "operator")).toEqual(["3"]);
  expect(listIds(read, "chat")).toHaveLength(118);
  const empty = await openApi({ list: () => undefined });
  await expect(empty.readPage("chat", null)).rejects.toMatchObject({ code: "broken_json" });
});
