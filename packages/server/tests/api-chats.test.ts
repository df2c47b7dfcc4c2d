import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chats, Messages } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { insertChat } from "./api-chat-seed.ts";
import {
  insertVisitor,
  startServiceApi,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let acmeChannel: number;
let otherChannel: number;
const startMs = Date.UTC(2026, 0, 5, 8);

beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const channel = async (operators: readonly number[]) =>
    (
      (
        await service.call("POST", "/channels", {
          key: acme.keys.owner,
          body: { name: "C", endpoint_url: "https://hooks.example/", operators },
        })
      ).body as { id: number }
    ).id;
  acmeChannel = await channel([acme.ids.operator, acme.ids.admin]);
  otherChannel = await channel([acme.ids.admin]);
  const visitors = [
    await insertVisitor(service.db, acme.id, acmeChannel, 1, {
      name: { value: "Anna K.", source: "channel", at: "2026-01-05T08:00:00.000Z" },
    }),
    await insertVisitor(service.db, acme.id, acmeChannel, 2, {
      email: { value: "max_%@shop.test", source: "channel", at: "2026-01-05T08:00:00.000Z" },
    }),
    await insertVisitor(service.db, acme.id, otherChannel, 3),
    await insertVisitor(service.db, acme.id, acmeChannel, 4),
  ] as const;
  const operator = { id: acme.ids.operator, name: "operator" };
  await insertChat(service.db, acme.id, {
    id: 101,
    visitorId: visitors[0],
    channel: acmeChannel,
    state: "waiting",
    at: startMs + 1_000,
    texts: [
      ["visitor", "one"],
      ["visitor", "two"],
    ],
  });
  await insertChat(service.db, acme.id, {
    id: 102,
    visitorId: visitors[1],
    channel: acmeChannel,
    state: "open",
    assignee: operator,
    at: startMs + 2_000,
    texts: [
      ["visitor", "hello"],
      ["system", "accepted"],
      ["operator", "hi"],
    ],
  });
  await insertChat(service.db, acme.id, {
    id: 103,
    visitorId: visitors[2],
    channel: otherChannel,
    state: "waiting",
    at: startMs + 3_000,
    texts: [["visitor", "elsewhere"]],
  });
  await insertChat(service.db, acme.id, {
    id: 104,
    visitorId: visitors[3],
    channel: acmeChannel,
    state: "closed",
    at: startMs + 4_000,
    texts: [["visitor", "nobody came"]],
  });
  await insertChat(service.db, acme.id, {
    id: 105,
    visitorId: visitors[3],
    channel: acmeChannel,
    state: "closed",
    assignee: operator,
    at: startMs + 4_000,
    texts: [["visitor", "done"]],
  });
  // The reply in chat 102 was not delivered.
  await service.db.query(
    `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, state, attempts, error_code, error_message, created_at, updated_at)
    select $1, j.position, c.endpoint_id, 5001, 1, j.position, 'message_created', 102, 3, 'failed', 3, 'timeout', 'no answer', now(), now()
    from journal j join channel c on c.id = j.channel_id where j.chat_id = 102 and j.seq = 3`,
    [acme.id],
  );
});
afterAll(() => service.close());

const toIds = (answer: { body: any }): number[] =>
  (answer.body.items as { id: number }[]).map((one) => one.id);
const listChatIds = async (key: string, query = "") =>
  service.call("GET", `/chats${query}`, { key });

describe("list of chats", () => {
  it(
    "[API-020] newest activity first, with unread and last message",
    { meta: { pin: "main path of the service API" } },
    async () => {
      const answer = await listChatIds(acme.keys.owner);
      expect(answer.status).toBe(200);
      expect(Check(Chats, answer.body)).toBe(true);
      expect(toIds(answer)).toEqual([105, 104, 103, 102, 101]);
      const [, , , open, waiting] = answer.body.items as Chat[];
      expect(open).toMatchObject({
        id: 102,
        seq: 3,
        unread: 1,
        assignment: null,
        last_message: { seq: 3, text: "hi" },
        visitor: { number: 2 },
      });
      expect(waiting).toMatchObject({
        id: 101,
        seq: 2,
        unread: 2,
        last_message: { seq: 2, text: "two" },
        visitor: { number: 1, name: { value: "Anna K." } },
      });
    },
  );
  it.each([
    ["?state=waiting", [103, 101]],
    ["?state=closed", [105, 104]],
    ["?state=bot", []],
    ["?view=all", [103, 102, 101]],
    ["?view=waiting", [103, 101]],
    ["?view=closed", [105, 104]],
    ["?view=missed", [104]],
    ["?view=mine", []],
    ["?assignee=none", [104, 103, 101]],
    ["?sort=created", [105, 104, 103, 102, 101]],
    ["?q=anna", [101]],
    ["?q=2", [102]],
    ["?q=%232", [102]],
    ["?q=MAX_%25@", [102]],
    ["?q=%25", [102]],
    ["?q=name", []],
    ["?q=anna&view=waiting", [101]],
    ["?visitor=4", [105, 104]],
    ["?visitor=4&q=anna", []],
    ["?visitor=4&view=missed", [104]],
    ["?visitor=777", []],
    ["?q=max&sort=created", [102]],
    ["?view=missed&sort=created", [104]],
    ["?view=all&sort=created", [103, 102, 101]],
    ["?q=%5C", []],
    ["?q=%22", []],
    ["?q=%00", []],
    ["?q=", [105, 104, 103, 102, 101]],
  ])("[API-020] [API-226] %s", async (query, expected) => {
    const answer = await listChatIds(acme.keys.owner, query);
    expect(answer.status).toBe(200);
    expect(toIds(answer)).toEqual(expected);
  });
  it("[API-462] [CORE-347] finds the chat with a number, with or without #, also in a view, and none of another account", async () => {
    await service.db.query(
      "update chat set number = case id when 103 then 2 when 105 then 9103 end where account_id = $1 and id in (103, 105)",
      [acme.id],
    );
    try {
      // 2 is also the number of a visitor.
      expect(toIds(await listChatIds(acme.keys.owner, "?q=2"))).toEqual([103, 102]);
      expect(toIds(await listChatIds(acme.keys.owner, "?q=9103"))).toEqual([105]);
      expect(toIds(await listChatIds(acme.keys.owner, "?q=%239103&view=closed"))).toEqual([105]);
      expect(toIds(await listChatIds(acme.keys.owner, "?q=9103&view=all"))).toEqual([]);
      expect(toIds(await listChatIds(acme.keys.operator, "?q=2"))).toEqual([102]);
      expect(toIds(await listChatIds(other.keys.owner, "?q=9103"))).toEqual([]);
      const chat = await service.call("GET", "/chats/105", { key: acme.keys.owner });
      expect(chat.body).toMatchObject({ id: 105, number: 9103 });
    } finally {
      await service.db.query("update chat set number = null where account_id = $1", [acme.id]);
    }
  });
  it("[API-020] filters by assignee and channel", async () => {
    expect(toIds(await listChatIds(acme.keys.operator, "?assignee=me"))).toEqual([105, 102]);
    expect(toIds(await listChatIds(acme.keys.operator, "?view=mine"))).toEqual([102]);
    expect(
      toIds(await listChatIds(acme.keys.owner, `?assignee=${acme.ids.operator}&state=open`)),
    ).toEqual([102]);
    expect(toIds(await listChatIds(acme.keys.owner, `?channel=${otherChannel}`))).toEqual([103]);
  });
  it("[CORE-001] an operator sees the chats of his channels and his own, nothing else", async () => {
    expect(toIds(await listChatIds(acme.keys.operator))).toEqual([105, 104, 102, 101]);
    expect((await service.call("GET", "/chats/103", { key: acme.keys.operator })).status).toBe(404);
    expect(toIds(await listChatIds(acme.keys.viewer))).toEqual([105, 104, 103, 102, 101]);
  });
  it("[API-004] pages are stable under inserts and never repeat or skip", async () => {
    for (const sort of ["activity", "created"]) {
      const first = await listChatIds(acme.keys.owner, `?limit=2&sort=${sort}`);
      const lateChat = 900 + sort.length;
      const visitor = await insertVisitor(service.db, acme.id, acmeChannel, lateChat);
      await insertChat(service.db, acme.id, {
        id: lateChat,
        visitorId: visitor,
        channel: acmeChannel,
        state: "waiting",
        at: startMs + 9_000_000,
        texts: [["visitor", "late"]],
      });
      const second = await listChatIds(
        acme.keys.owner,
        `?limit=2&sort=${sort}&cursor=${first.body.next_cursor as string}`,
      );
      const third = await listChatIds(
        acme.keys.owner,
        `?limit=2&sort=${sort}&cursor=${second.body.next_cursor as string}`,
      );
      expect([...toIds(first), ...toIds(second), ...toIds(third)]).toEqual([
        105, 104, 103, 102, 101,
      ]);
      expect(third.body.next_cursor).toBeNull();
      for (const table of ["chat_activity where chat_id", "chat where id"])
        await service.db.query(`delete from ${table} = $1`, [lateChat]);
      expect(
        (
          await listChatIds(
            acme.keys.owner,
            `?sort=${sort === "activity" ? "created" : "activity"}&cursor=${first.body.next_cursor as string}`,
          )
        ).status,
      ).toBe(400);
    }
  });
  it.each([
    "?limit=0",
    "?limit=201",
    "?limit=100000",
    "?limit=1&limit=200",
    "?limit=x",
    "?cursor=eyJpZCI6MH0",
    "?cursor=%2e%2e",
    "?cursor=",
    "?state=lost",
    "?assignee=1e1",
    "?assignee=99999999999999999999",
    "?colour=red",
    "?q=a&q=b",
    `?q=${"a".repeat(201)}`,
    `?cursor=${Buffer.from('["activity",-1,1]').toString("base64url")}`,
    `?cursor=${Buffer.from('["activity",1.5,1]').toString("base64url")}`,
    `?cursor=${Buffer.from('["activity","x",1]').toString("base64url")}`,
  ])("[API-004] [H-253] [H-254] [H-255] %s is refused", async (query) => {
    const answer = await listChatIds(acme.keys.owner, query);
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_request"]);
  });
  it("[CORE-002] another account sees none of them", async () => {
    expect(toIds(await listChatIds(other.keys.owner))).toEqual([]);
    const unknown = await service.call("GET", "/chats/999", { key: other.keys.owner });
    const foreign = await service.call("GET", "/chats/101", { key: other.keys.owner });
    expect([foreign.status, foreign.body.error.message]).toEqual([404, unknown.body.error.message]);
    expect(
      (await service.call("GET", "/chats/101/messages", { key: other.keys.owner })).status,
    ).toBe(404);
    expect(
      (await service.call("PUT", "/chats/101/read", { key: other.keys.owner, body: { seq: 1 } }))
        .status,
    ).toBe(404);
  });
});

describe("one chat", () => {
  it("[API-021] [CORE-037] says who could take it and why the others cannot", async () => {
    await service.setPresence(
      [acme.keys.operator, "online"],
      [acme.keys.admin, "away"],
      [acme.keys.owner, "online"],
    );
    const { status, body } = await service.call("GET", "/chats/101", { key: acme.keys.owner });
    await service.endPresence();
    expect(status).toBe(200);
    expect(Check(Chat, body)).toBe(true);
    expect(body.assignment).toEqual({
      rules: ["all"],
      eligible: [acme.ids.operator],
      others: [
        { operator_id: acme.ids.owner, reasons: ["not_on_channel"] },
        { operator_id: acme.ids.admin, reasons: ["away"] },
        { operator_id: acme.ids.developer, reasons: ["not_on_channel", "offline"] },
        { operator_id: acme.ids.viewer, reasons: ["not_on_channel", "offline"] },
      ],
    });
    expect(
      (await service.call("GET", "/chats/105", { key: acme.keys.owner })).body.assignment,
    ).toBeNull();
  });
  it("[CORE-037] names the limit of parallel chats", async () => {
    await service.setPresence([acme.keys.operator, "online"]);
    await service.call("PATCH", `/operators/${acme.ids.operator}`, {
      key: acme.keys.owner,
      body: { chat_limit: 1 },
    });
    const { body } = await service.call("GET", "/chats/101", { key: acme.keys.owner });
    await service.call("PATCH", `/operators/${acme.ids.operator}`, {
      key: acme.keys.owner,
      body: { chat_limit: 0 },
    });
    await service.endPresence();
    expect(body.assignment.others).toContainEqual({
      operator_id: acme.ids.operator,
      reasons: ["at_limit"],
    });
  });
  it("[API-022] messages by number, oldest first, before and after", async () => {
    const messages = async (query: string) =>
      (await service.call("GET", `/chats/102/messages${query}`, { key: acme.keys.viewer })).body;
    expect(Check(Messages, await messages(""))).toBe(true);
    const seqs = async (query: string) =>
      ((await messages(query)).items as { seq: number }[]).map((one) => one.seq);
    expect(await seqs("")).toEqual([1, 2, 3]);
    expect(await seqs("?limit=2")).toEqual([2, 3]);
    expect(await seqs("?before=3&limit=1")).toEqual([2]);
    expect(await seqs("?after=1")).toEqual([2, 3]);
    expect(await seqs("?after=0&limit=1")).toEqual([1]);
    expect(await seqs("?after=1&before=3")).toEqual([2]);
    expect(await seqs("?after=3")).toEqual([]);
  });
  it("[CORE-001] a developer reads no text of people", async () => {
    const { body } = await service.call("GET", "/chats/102/messages", { key: acme.keys.developer });
    expect((body.items as { text: string }[]).map((one) => one.text)).toEqual([
      "•••",
      "accepted",
      "•••",
    ]);
    expect(
      (await service.call("GET", "/chats/102", { key: acme.keys.developer })).body.last_message
        .text,
    ).toBe("•••");
  });
  it("[API-022] [CORE-052] [API-240] carries what became of a message's delivery", async () => {
    const failed = {
      id: 5001,
      state: "failed",
      attempts: 3,
      error: { code: "timeout", message: "no answer" },
      next_at: null,
    };
    const { body } = await service.call("GET", "/chats/102/messages", { key: acme.keys.owner });
    expect(body.items[2].delivery).toEqual(failed);
    expect(body.items[0]).not.toHaveProperty("delivery");
    expect(
      (await service.call("GET", "/chats/102", { key: acme.keys.owner })).body.last_message
        .delivery,
    ).toEqual(failed);
  });
});

describe("read mark and numbers", () => {
  it("[API-029] moves forward only, unless set back, and never past the last message", async () => {
    const unread = async () =>
      (await service.call("GET", "/chats/101", { key: acme.keys.operator })).body.unread as number;
    const mark = (body: object) =>
      service.call("PUT", "/chats/101/read", { key: acme.keys.operator, body });
    const device = await service.connect({ key: acme.keys.operator });
    expect((await mark({ seq: 1 })).status).toBe(204);
    expect(await unread()).toBe(1);
    await mark({ seq: 999 });
    expect(await unread()).toBe(0);
    await mark({ seq: 1 });
    expect(await unread()).toBe(0);
    await mark({ seq: 0, unread: true });
    expect(await unread()).toBe(2);
    expect((await service.call("GET", "/chats/101", { key: acme.keys.admin })).body.unread).toBe(2);
    // The operator's other devices receive each change of the read mark and nothing else.
    await device.settle();
    expect(device.framesOfType("read").map((frame) => [frame["chat_id"], frame["seq"]])).toEqual([
      [101, 1],
      [101, 2],
      [101, 0],
    ]);
    expect((await mark({ seq: -1 })).status).toBe(400);
    expect(
      (await service.call("PUT", "/chats/101/read", { key: acme.keys.viewer, body: { seq: 1 } }))
        .status,
    ).toBe(403);
  });
  it("[API-029] counts per view and the unread of own and waiting chats", async () => {
    const counters = async (key: string) =>
      (await service.call("GET", "/chats/counters", { key })).body;
    expect(await counters(acme.keys.operator)).toEqual({
      views: { mine: 1, waiting: 1, bot: 0, snoozed: 0, all: 2, missed: 1, offline: 0, calls: 0 },
      unread: 3,
    });
    expect(await counters(acme.keys.owner)).toEqual({
      views: { mine: 0, waiting: 2, bot: 0, snoozed: 0, all: 3, missed: 1, offline: 0, calls: 0 },
      unread: 3,
    });
    expect(await counters(other.keys.owner)).toEqual({
      views: { mine: 0, waiting: 0, bot: 0, snoozed: 0, all: 0, missed: 0, offline: 0, calls: 0 },
      unread: 0,
    });
  });
});

describe("visitors", () => {
  it("[API-030] newest first, searched, in pages", async () => {
    const numbers = async (key: string, query = "") =>
      ((await service.call("GET", `/visitors${query}`, { key })).body.items as { number: number }[])
        .map((one) => one.number)
        .filter((n) => n < 900);
    expect(await numbers(acme.keys.owner)).toEqual([4, 3, 2, 1]);
    expect(await numbers(acme.keys.operator)).toEqual([4, 2, 1]);
    expect(await numbers(acme.keys.owner, "?q=ANNA")).toEqual([1]);
    expect(await numbers(acme.keys.owner, "?q=%231")).toEqual([1]);
    const page = await service.call("GET", "/visitors?q=4&limit=1", { key: acme.keys.owner });
    expect([page.status, page.body.next_cursor]).toEqual([200, null]);
    const first = await service.call("GET", "/visitors?limit=1", { key: acme.keys.owner });
    const second = await service.call(
      "GET",
      `/visitors?limit=1&cursor=${first.body.next_cursor as string}`,
      { key: acme.keys.owner },
    );
    expect(second.body.items[0].number).toBeLessThan(first.body.items[0].number as number);
    expect((await service.call("GET", "/visitors/3", { key: acme.keys.operator })).status).toBe(
      404,
    );
    expect((await service.call("GET", "/visitors/1", { key: other.keys.owner })).status).toBe(404);
    expect(
      (await service.call("GET", "/visitors/1", { key: acme.keys.operator })).body,
    ).toMatchObject({
      number: 1,
      name: { value: "Anna K.", source: "channel" },
      customer: "1",
    });
  });
});

describe("deliveries", () => {
  it("[API-050] [API-326] administrators and developers filter the delivery log and read every attempt", async () => {
    await service.db.query(
      `insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, request, reply)
      values ($1, 5001, 1, now(), 12, 'http_error', 503, '{"url":"https://hooks.example/","headers":{"a":"b"},"body":"{}"}', '{"headers":{},"body":"down"}'), ($1, 5001, 2, now(), 3000, 'timeout', null, null, null)`,
      [acme.id],
    );
    const all = await service.call("GET", "/deliveries?state=failed&chat=102", {
      key: acme.keys.developer,
    });
    expect(all.body).toMatchObject({
      items: [
        {
          id: 5001,
          endpoint: { kind: "channel", name: "C" },
          event: "message_created",
          chat_id: 102,
          seq: 3,
          state: "failed",
          attempts: 3,
          error: { code: "timeout" },
        },
      ],
      next_cursor: null,
    });
    expect(
      (await service.call("GET", "/deliveries?state=pending", { key: acme.keys.owner })).body.items,
    ).toEqual([]);
    expect(
      (
        await service.call("GET", "/deliveries?since=2999-01-01T00:00:00Z", {
          key: acme.keys.owner,
        })
      ).body.items,
    ).toEqual([]);
    expect(
      (await service.call("GET", "/deliveries?since=yesterday", { key: acme.keys.owner })).status,
    ).toBe(400);
    const one = await service.call("GET", "/deliveries/5001", { key: acme.keys.admin });
    expect(one.body.attempts_made).toMatchObject([
      {
        n: 1,
        duration_ms: 12,
        outcome: "http_error",
        status: 503,
        request: { body: "{}" },
        reply: { body: "down" },
      },
      { n: 2, outcome: "timeout", request: null },
    ]);
    expect((await service.call("GET", "/deliveries", { key: acme.keys.operator })).status).toBe(
      403,
    );
    expect((await service.call("GET", "/deliveries/5001", { key: other.keys.owner })).status).toBe(
      404,
    );
  });
});
