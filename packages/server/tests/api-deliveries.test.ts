import { analyzeTables } from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Deliveries } from "@parlour/protocol/api";
import type { DeliveryFilter } from "../src/store/deliveries/delivery-record.ts";
import { listDeliveries } from "../src/store/deliveries/delivery-list.ts";
import { readDeliveryTotals } from "../src/store/deliveries/delivery-totals.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
/** Ids of the endpoints of acme, by kind. */
const endpointIds: Record<"channel" | "bot" | "webhook", number> = {
  channel: 0,
  bot: 0,
  webhook: 0,
};

beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const created = await service.call("POST", "/channels", {
    key: acme.keys.owner,
    body: {
      name: "App",
      endpoint_url: "https://hooks.example/app",
      operators: [acme.ids.operator],
    },
  });
  const [row] = await service.db.query<{ endpoint_id: string }>(
    "select endpoint_id from channel where id = $1",
    [created.body.id],
  );
  endpointIds.channel = Number(row?.endpoint_id);
  for (const kind of ["bot", "webhook"] as const) {
    const [created] = await service.db.query<{ id: string }>(
      "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, $2, 'https://hooks.example/' || $2, '', 'abcd') returning id",
      [acme.id, kind],
    );
    endpointIds[kind] = Number(created?.id);
  }
  const rows = [
    [1, "channel", "text", 11, 1, "delivered", 1, "09:00"],
    [2, "bot", "CLIENT_MESSAGE", 11, 2, "failed", 3, "09:10"],
    [2, "webhook", "chat_updated", 11, 2, "pending", 2, "09:10"],
    [3, "webhook", "chat_finished", 12, null, "dead", 10, "09:20"],
    [4, "channel", "text", 12, 4, "pending", 0, "09:30"],
    [5, "webhook", "offline_message", null, null, "delivered", 1, "09:40"],
  ] as const;
  for (const [position, kind, event, chat, seq, state, attempts, at] of rows)
    await service.db.query(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, state, attempts, created_at, updated_at)
       values ($1, $2, $3, $4, 1, $2, $5, $6, $7, $8, $9, $10, $10)`,
      [
        acme.id,
        position,
        endpointIds[kind],
        100 * position + endpointIds[kind],
        event,
        chat,
        seq,
        state,
        attempts,
        `2026-11-20T${at}:00Z`,
      ],
    );
});
afterAll(() => service.close());

const requestDeliveries = async (query: string, key = acme.keys.developer): Promise<string[]> => {
  const answer = await service.call("GET", `/deliveries?${query}`, { key });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(Check(Deliveries, answer.body)).toBe(true);
  return (answer.body.items as { event: string; endpoint: { kind: string } }[]).map(
    (one) => `${one.endpoint.kind} ${one.event}`,
  );
};

describe("the delivery log", () => {
  it.each([
    [
      "",
      [
        "webhook offline_message",
        "channel text",
        "webhook chat_finished",
        "webhook chat_updated",
        "bot CLIENT_MESSAGE",
        "channel text",
      ],
    ],
    ["kind=webhook", ["webhook offline_message", "webhook chat_finished", "webhook chat_updated"]],
    ["event=text", ["channel text", "channel text"]],
    ["event=text&kind=bot", []],
    ["event=nothing", []],
    ["state=pending", ["channel text", "webhook chat_updated"]],
    ["state=retrying", ["webhook chat_updated"]],
    ["state=delivered&kind=channel", ["channel text"]],
    ["state=dead", ["webhook chat_finished"]],
    ["state=failed&event=CLIENT_MESSAGE", ["bot CLIENT_MESSAGE"]],
    ["chat=11", ["webhook chat_updated", "bot CLIENT_MESSAGE", "channel text"]],
    ["chat=11&seq=2", ["webhook chat_updated", "bot CLIENT_MESSAGE"]],
    ["chat=11&kind=channel", ["channel text"]],
    ["q=12", ["channel text", "webhook chat_finished"]],
    ["q=%2312&event=text", ["channel text"]],
    [
      "since=2026-11-20T09:20:00Z&until=2026-11-20T09:40:00Z",
      ["channel text", "webhook chat_finished"],
    ],
    ["since=2026-11-20T09:20:00.001Z&kind=webhook", ["webhook offline_message"]],
    ["until=2026-11-20T09:00:00Z", []],
    ["since=2026-11-21T00:00:00%2B01:00", []],
  ])("[API-050] [CORE-053] [WH-071] `%s` narrows the list, newest first", async (query, found) => {
    expect(await requestDeliveries(query)).toEqual(found);
  });
  it("[API-463] [CORE-347] a delivery has the number of its chat, by which it is found; one without a chat has none", async () => {
    await service.db.query(
      `insert into chat (account_id, id, number, source, visitor_id, state, created_at, body)
         values ($1, 12, 4807, 1, 1, 'closed', now(), '{}')`,
      [acme.id],
    );
    const list = async (query: string) =>
      (await service.call("GET", `/deliveries?${query}`, { key: acme.keys.developer })).body
        .items as { id: number; chat_id: number | null; chat_number?: number }[];
    for (const q of ["q=4807", "q=%234807"]) {
      const found = await list(q);
      expect(found.map((one) => [one.chat_id, one.chat_number])).toEqual([
        [12, 4807],
        [12, 4807],
      ]);
    }
    const [{ id } = { id: 0 }] = await list("q=4807");
    const single = await service.call("GET", `/deliveries/${id}`, { key: acme.keys.developer });
    expect(single.body).toMatchObject({ chat_id: 12, chat_number: 4807 });
    for (const one of await list(""))
      expect(one.chat_number, String(one.id)).toBe(one.chat_id === 12 ? 4807 : undefined);
  });
  it("[API-050] [API-150] [API-329] lists deliveries whose answer was not usable, and with each the time, status and use of its last attempt", async () => {
    const id = 500 + endpointIds.webhook;
    const responseData = {
      taken: [{ field: "page" }],
      ignored: [{ field: "contact_info.x", reason: "unknown_field" }],
      ignored_count: 1,
    };
    await service.db.query(
      "update delivery set tries = 2, outcome = 'delivered', error_code = 'result_missing', error_message = 'empty' where id = $1",
      [id],
    );
    await service.db.query(
      `insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, reply)
       values ($1, $2, 1, '2026-11-20T09:40:00Z', 15000, 'timeout', null, null), ($1, $2, 2, '2026-11-20T09:41:00Z', 84, 'delivered', 200, $3)`,
      [acme.id, id, JSON.stringify({ headers: {}, body: "", used: responseData })],
    );
    expect(await requestDeliveries("state=not_usable")).toEqual(["webhook offline_message"]);
    expect(await requestDeliveries("state=not_usable&kind=bot")).toEqual([]);
    const { body } = await service.call("GET", "/deliveries", { key: acme.keys.developer });
    const [newest, other] = body.items as { last_attempt: unknown }[];
    expect([newest?.last_attempt, other?.last_attempt]).toEqual([
      { duration_ms: 84, status: 200, used: responseData },
      null,
    ]);
    const one = await service.call("GET", `/deliveries/${id}`, { key: acme.keys.developer });
    expect(one.body).toMatchObject({
      last_attempt: { duration_ms: 84 },
      attempts_made: [{ used: null }, { used: responseData, reply: { headers: {}, body: "" } }],
    });
    expect(JSON.stringify(one.body.attempts_made[1].reply)).not.toContain("taken");
  });
  it("[API-050] finds a delivery by its own id and those of one endpoint", async () => {
    expect(await requestDeliveries(`q=${300 + endpointIds.webhook}`)).toEqual([
      "webhook chat_finished",
    ]);
    expect(await requestDeliveries(`endpoint=${endpointIds.bot}`)).toEqual(["bot CLIENT_MESSAGE"]);
    expect(await requestDeliveries(`endpoint=${endpointIds.bot}&kind=webhook`)).toEqual([]);
  });
  it.each(["", "kind=webhook&", "state=pending&", "q=11&"])(
    "[API-004] pages of `%s` hold every delivery once",
    async (filter) => {
      const pagedIds: string[] = [];
      let cursor = "";
      for (let pages = 0; pages < 10; pages++) {
        const { body } = await service.call("GET", `/deliveries?${filter}limit=1${cursor}`, {
          key: acme.keys.owner,
        });
        pagedIds.push(
          ...(body.items as { endpoint: { kind: string }; event: string }[]).map(
            (one) => `${one.endpoint.kind} ${one.event}`,
          ),
        );
        if (body.next_cursor === null) break;
        cursor = `&cursor=${body.next_cursor as string}`;
      }
      expect(pagedIds).toEqual(await requestDeliveries(filter));
    },
  );
  it.each([
    ["state=lost", "state"],
    ["kind=letter", "kind"],
    ["q=nadia", "q"],
    ["chat=1e1", "chat"],
    ["seq=0", "seq"],
    ["since=yesterday", "since"],
    ["until=2026-11-20", "until"],
    ["account_id=2", "account_id"],
  ])("[API-002] `%s` is refused by name", async (query, field) => {
    const answer = await service.call("GET", `/deliveries?${query}`, { key: acme.keys.owner });
    expect([answer.status, answer.body.error.field]).toEqual([400, field]);
  });
  it("[CORE-001] [CORE-125] [WH-071] every attempt is shown; without words to developers, without credentials to anybody", async () => {
    const request = {
      url: "https://hooks.example/bot",
      headers: { authorization: "Bearer 0123456789abcdef" },
      body: '{"message":{"type":"TEXT","text":"Hi"}}',
    };
    await service.db.query(
      `insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply)
       values ($1, $2, 1, '2026-11-20T09:10:00Z', 12, 'http_error', 503, 'http_error', 'HTTP 503', $3, '{"headers":{},"body":"down"}')`,
      [acme.id, 200 + endpointIds.bot, JSON.stringify(request)],
    );
    const read = async (key: string) =>
      (await service.call("GET", `/deliveries/${200 + endpointIds.bot}`, { key })).body
        .attempts_made as unknown;
    const shown = (body: string) => [
      {
        n: 1,
        started_at: "2026-11-20T09:10:00.000Z",
        duration_ms: 12,
        outcome: "http_error",
        status: 503,
        error: { code: "http_error", message: "HTTP 503" },
        request: { url: request.url, headers: { authorization: "Bearer …cdef" }, body },
        reply: { headers: {}, body: "down" },
        used: null,
      },
    ];
    expect(await read(acme.keys.admin)).toEqual(shown(request.body));
    expect(await read(acme.keys.developer)).toEqual(
      shown('{"message":{"type":"TEXT","text":"•••"}}'),
    );
  });
  it("[CORE-002] [CORE-053] nobody else's: another account sees nothing, operators and viewers are refused", async () => {
    for (const query of [
      "",
      "kind=webhook",
      `endpoint=${endpointIds.bot}`,
      "chat=11",
      "q=11",
      "event=text",
    ])
      expect(await requestDeliveries(query, other.keys.owner)).toEqual([]);
    for (const role of ["operator", "viewer"] as const)
      expect((await service.call("GET", "/deliveries", { key: acme.keys[role] })).status).toBe(403);
  });
});

it("[API-151] the figures of the last 24 hours follow endpoint, kind and event, and nobody else reads them", async () => {
  const { id, keys } = await service.createAccount("figures");
  const [hook, bot] = await service.db.query<{ id: string }>(
    `insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'webhook', 'https://hooks.example/f', '', 'abcd'),
       ($1, 'bot', 'https://hooks.example/b', '', 'abcd') returning id`,
    [id],
  );
  const ends = { webhook: Number(hook?.id), bot: Number(bot?.id) };
  const now = service.clock.now();
  const hour = 3_600_000;
  // Deliveries of the day before and then of the last 24 hours: kind, event, state, error, time of
  // the last attempt, age in hours.
  const rows = [
    ["webhook", "chat_finished", "delivered", null, 20, 30],
    ["webhook", "chat_finished", "pending", null, null, 26],
    ["webhook", "chat_finished", "delivered", null, 100, 20],
    ["webhook", "chat_accepted", "delivered", "result_missing", 700, 10],
    ["webhook", "chat_finished", "dead", "timeout", 15_000, 8],
    ["bot", "CLIENT_MESSAGE", "failed", "timeout", 3_000, 6],
    ["bot", "CLIENT_MESSAGE", "pending", null, null, 1],
  ] as const;
  for (const [n, [kind, event, state, error, ms, age]] of rows.entries()) {
    const at = new Date(now - age * hour);
    const delivery = 1_000_000 * id + n;
    await service.db.query(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, state, tries, error_code, created_at, updated_at)
       values ($1, $2, $3, $4, $2, $2, $5, $6, $7, $8, $9, $9)`,
      [id, n + 1, ends[kind], delivery, event, state, ms === null ? 0 : 1, error, at],
    );
    if (ms !== null)
      await service.db.query(
        "insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome) values ($1, $2, 1, $3, $4, 'delivered')",
        [id, delivery, at, ms],
      );
  }
  const read = async (query = "", key = keys.developer) =>
    (await service.call("GET", `/deliveries/totals${query}`, { key })).body as unknown;
  expect(await read()).toEqual({
    since: new Date(now - 24 * hour).toISOString(),
    events: 5,
    is_capped: false,
    events_before: 2,
    delivered: 2,
    failed: 1,
    dead: 1,
    not_usable: 1,
    queued: {
      count: 2,
      is_capped: false,
      oldest_at: new Date(now - 26 * hour).toISOString(),
      endpoint_id: ends.webhook,
    },
    took: { attempts: 4, median_ms: 700, p95_ms: 15_000 },
  });
  expect(await read("?kind=bot")).toMatchObject({
    events: 2,
    events_before: 0,
    failed: 1,
    queued: { count: 1, endpoint_id: ends.bot },
    took: { attempts: 1 },
  });
  expect(await read(`?endpoint=${ends.webhook}&event=chat_accepted`)).toMatchObject({
    events: 1,
    not_usable: 1,
    queued: { count: 0, oldest_at: null },
  });
  expect(await read("?event=call_event")).toMatchObject({ events: 0, took: null });
  expect(await read(`?endpoint=${ends.webhook}`, other.keys.owner)).toMatchObject({
    events: 0,
    queued: { count: 0 },
  });
  const refused = await service.call("GET", "/deliveries/totals", { key: keys.operator });
  expect(refused.status).toBe(403);
  expect(
    (await service.call("GET", "/deliveries/totals?state=failed", { key: keys.owner })).body,
  ).toMatchObject({
    error: { field: "state" },
  });
});

it("[API-050] [API-151] a page and the figures read little of a long delivery log, whatever it is narrowed by", async () => {
  const { id } = await service.createAccount("long");
  const [first] = await service.db.query<{ id: string }>(
    `insert into endpoint (account_id, kind, url, secret, secret_hint)
     select $1, case when g < 10 then 'channel' when g < 11 then 'bot' else 'webhook' end, 'https://hooks.example', '', 'abcd' from generate_series(1, 12) g returning id`,
    [id],
  );
  const from = Number(first?.id);
  // Bot events are rare. One webhook event happened once, long ago. One delivery in a thousand
  // failed.
  await service.db.query(
    `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, state, error_code, attempts, created_at, updated_at)
     select $1, g, $2 + case when g % 10000 = 7 then 9 when g % 10 < 7 then g % 9 else 10 + g % 2 end, $2 * 1000000 + g, g % 500, g,
       case when g = 5000 then 'call_event' when g % 10000 = 7 then 'CLIENT_MESSAGE' when g % 10 < 7 then 'text' else 'chat_updated' end,
       1000 + g % 4000, g / 4000, case when g % 1000 = 3 then 'failed' else 'delivered' end, case when g % 1000 = 4 then 'result_not_ok' end, 1, timestamptz '2026-01-01' + g * interval '1 minute', now()
     from generate_series(1, 100000) g`,
    [id, from],
  );
  await analyzeTables(service.databaseUrl, ["delivery"]);
  const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1) + minute * 60_000);
  const filters: Record<string, Partial<DeliveryFilter>> = {
    everything: {},
    "one chat": { chatId: 1234 },
    "an endpoint with little": { endpointId: from + 9 },
    "a kind": { kind: "bot" },
    "an event that happened once": { event: "call_event" },
    "an event that never happened": { event: "nothing", state: "delivered" },
    failed: { state: "failed", endpointId: from + 9 },
    retrying: { state: "retrying" },
    "not usable": { state: "not_usable" },
    "not usable of an event": { state: "not_usable", event: "text" },
    "pending at one endpoint": { state: "pending", endpointId: from + 1 },
    "pending of an event": { state: "pending", event: "text" },
    "the last minutes": { since: at(99_990) },
    "long ago": { until: at(500) },
    "a time and a kind": { since: at(40_000), until: at(50_000), kind: "bot" },
    "an id": { either: 1234 },
    "a later page": { after: { position: 50_000, endpointId: from }, kind: "channel" },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const plans: string[] = [];
    const explained = async <T>(
      account: number,
      text: string,
      list: readonly unknown[] = [],
    ): Promise<readonly T[]> => {
      const rows = await service.db.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        list,
      );
      const { Plan: plan } = rows[0]?.["QUERY PLAN"][0] ?? { Plan: {} };
      plans.push(`${account}`);
      expect(
        (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
        name,
      ).toBeLessThan(450);
      return [];
    };
    await listDeliveries({ rows: explained, one: () => Promise.resolve(null) }, id, {
      limit: 10,
      ...filter,
    });
    expect(plans).toEqual([`${id}`]);
  }
  // Maximum number of blocks that a query may read. The data has 1,440 of 100,000 deliveries per
  // day. With lower limits, only the newest deliveries are read.
  let most = 2_500;
  const one = async (
    _account: number,
    text: string,
    list: readonly unknown[] = [],
  ): Promise<null> => {
    const rows = await service.db.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      list,
    );
    const { Plan: plan } = rows[0]?.["QUERY PLAN"][0] ?? { Plan: {} };
    expect((plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0), text).toBeLessThan(
      most,
    );
    return null;
  };
  const reader = { one, rows: () => Promise.resolve([]) };
  const limits = { deliveries: 2_000, attempts: 100 };
  for (const filter of [
    {},
    { kind: "bot" as const },
    { event: "chat_updated" },
    { endpointId: from },
  ])
    await readDeliveryTotals(reader, id, { ...filter, now: at(100_000).getTime() }, limits);
  most = 400;
  await readDeliveryTotals(
    reader,
    id,
    { now: at(100_000).getTime() },
    { deliveries: 100, attempts: 10 },
  );
});
