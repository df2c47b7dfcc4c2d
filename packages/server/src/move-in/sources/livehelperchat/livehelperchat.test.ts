import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { listIds, openFiles, readAll } from "../export/export.fixture.ts";
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

test("[MV-045] the REST API is read newest chat first, also while new chats come", async () => {
  const requests: string[] = [];
  let newest = 120;
  const answer = (url: URL): unknown => {
    if (url.pathname.endsWith("getusers"))
      return { error: false, result: [{ id: 3, name: "Mia", email: "mia@desk.example" }] };
    if (url.pathname.endsWith("departments"))
      return { error: false, result: [{ id: 2, name: "Sales" }] };
    const first = newest - Number(url.searchParams.get("offset") ?? 0);
    const length = Math.max(0, Math.min(Number(url.searchParams.get("limit")), first));
    const list = Array.from({ length }, (_, n) => ({
      id: first - n,
      nick: "Ada",
      dep_id: 2,
      time: 1763620800,
      email: "",
      messages:
        url.searchParams.get("include_messages") === "true"
          ? [{ id: first - n, chat_id: first - n, user_id: 0, time: 1763620801, msg: "Hi" }]
          : undefined,
    }));
    newest += 3;
    return { error: false, list, list_count: newest };
  };
  const open = async (): ReturnType<NonNullable<typeof sources.livehelperchat>> => {
    const source = await sources.livehelperchat?.(
      { address: "https://help.example/index.php", account: "api", token: "k", files: [] },
      {
        egress: {
          async open({ url, headers }) {
            requests.push(`${headers["authorization"]} ${url}`);
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
  };
  const source = await open();
  await expect(source.check()).resolves.toMatchObject({ counts: { chat: 123 } });
  expect(requests[0]).toBe("Basic YXBpOms= https://help.example/index.php/restapi/chats?limit=1");
  newest = 120;
  const { records, problems } = await readAll(source);
  expect(problems).toEqual([]);
  expect(listIds({ records, problems, cursors: [] }, "operator")).toEqual(["3"]);
  const chats = listIds({ records, problems, cursors: [] }, "chat").map(Number);
  expect(new Set(chats).size).toBe(chats.length);
  expect(chats.at(-1)).toBe(1);
  expect(chats.every((id, n) => n === 0 || id === (chats[n - 1] ?? 0) - 1)).toBe(true);
  expect(listIds({ records, problems, cursors: [] }, "message").map(Number)).toEqual(chats);
});
