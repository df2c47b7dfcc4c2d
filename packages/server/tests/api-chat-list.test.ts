import { afterAll, beforeAll, expect, it } from "vitest";
import { insertChat } from "./api-chat-seed.ts";
import {
  insertVisitor,
  startServiceApi,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let channel: number;
const startMs = Date.UTC(2026, 0, 5, 8);

beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  const created = await service.call("POST", "/channels", {
    key: acme.keys.owner,
    body: { name: "C", endpoint_url: "https://hooks.example/", operators: [acme.ids.operator] },
  });
  channel = (created.body as { id: number }).id;
  const visitor = await insertVisitor(service.db, acme.id, channel, 1);
  const chat = { visitorId: visitor, channel, texts: [["visitor", "Where is my order?"]] as const };
  await insertChat(service.db, acme.id, { ...chat, id: 201, state: "closed", at: startMs + 1_000 });
  await insertChat(service.db, acme.id, { ...chat, id: 202, state: "closed", at: startMs + 2_000 });
  await insertChat(service.db, acme.id, {
    ...chat,
    id: 203,
    state: "waiting",
    at: startMs + 3_000,
  });
  await service.db.query(
    `update chat set body = replace(body, '"department":null', '"department":{"id":7,"name":"\\"department\\":{\\"id\\":8,"}') where id in (201, 203)`,
  );
});
afterAll(() => service.close());

const listChats = (query: string) =>
  service.call("GET", `/chats?${query}`, { key: acme.keys.owner });
const toIds = (answer: { body: any }): number[] =>
  (answer.body.items as { id: number }[]).map((one) => one.id);

it("[API-020] a list of one department, running and closed, whatever its name looks like", async () => {
  expect(toIds(await listChats("department=7"))).toEqual([203, 201]);
  expect(toIds(await listChats("department=7&view=closed"))).toEqual([201]);
  expect(toIds(await listChats("department=7&view=waiting"))).toEqual([203]);
  expect(toIds(await listChats("department=7&sort=created"))).toEqual([203, 201]);
  expect(toIds(await listChats("department=8"))).toEqual([]);
  const first = await listChats("department=7&limit=1");
  expect(toIds(first)).toEqual([203]);
  expect(toIds(await listChats(`department=7&limit=1&cursor=${first.body.next_cursor}`))).toEqual([
    201,
  ]);
  expect((await listChats("department=x")).status).toBe(400);
});

it("[API-021] the last message is what somebody wrote: lines that say to whom a chat was offered are passed over", async () => {
  for (const [seq, code] of [
    [2, "offered"],
    [3, "ladder_channel"],
    [4, "transferred"],
  ] as const) {
    await service.db.query(
      `insert into journal (account_id, position, at, name, channel_id, chat_id, seq, author_kind, body)
      select $1, max(position) + 1, $2, 'message_created', $3, 203, $4, 'system', $5 from journal where account_id = $1`,
      [
        acme.id,
        new Date(startMs + 4_000).toISOString(),
        channel,
        seq,
        JSON.stringify({
          id: 20_300 + seq,
          chat_id: 203,
          author: { kind: "system", id: null, name: "" },
          kind: "text",
          text: "Offered to nobody",
          line: { code },
          created_at: new Date(startMs + 4_000).toISOString(),
        }),
      ],
    );
  }
  const chat = (await service.call("GET", "/chats/203", { key: acme.keys.owner })).body;
  expect(chat).toMatchObject({ seq: 4, last_message: { seq: 1, text: "Where is my order?" } });
});
