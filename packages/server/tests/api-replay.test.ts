import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReplayResult } from "@parlour/protocol/api";
import {
  startServiceApi,
  type ServiceResponse,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let endpoint: number;
let chats: number[];

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
  channel = created.body.id as number;
  const [row] = await service.db.query<{ endpoint_id: string }>(
    "select endpoint_id from channel where id = $1",
    [channel],
  );
  endpoint = Number(row?.endpoint_id);
  chats = [
    await service.sendCustomerMessage(acme.id, channel, "one", "Hello"),
    await service.sendCustomerMessage(acme.id, channel, "two", "Hello"),
  ];
});
afterAll(() => service.close());

/**
 * Ids of the test's deliveries by the text of their message: two chats with three messages each,
 * one second apart.
 */
let deliveryIds: Record<string, number>;
let since: string;
let roundNumber = 0;
beforeEach(async () => {
  deliveryIds = {};
  since = new Date(service.clock.now()).toISOString();
  roundNumber += 1;
  for (const text of ["a", "b", "c"])
    for (const [n, chat] of chats.entries()) {
      const sent = await service.call("POST", `/chats/${chat}/messages`, {
        key: acme.keys.operator,
        body: { kind: "text", text: `${text}${n}`, client_id: `${text}-${roundNumber}` },
      });
      deliveryIds[`${text}${n}`] = (sent.body as { delivery: { id: number } }).delivery.id;
      await service.clock.advance(1_000);
    }
  await service.db.query(
    "update delivery set state = 'failed', outcome = 'timeout', attempts = 3, tries = 3, error_code = 'timeout', error_message = '' where id = any($1::bigint[])",
    [Object.values(deliveryIds)],
  );
});

const replayDeliveries = (
  body: object,
  dry = false,
  key = acme.keys.developer,
  headers = {},
): Promise<ServiceResponse> =>
  service.call("POST", `/deliveries/replay${dry ? "?dry_run=true" : ""}`, {
    key,
    body: { endpoint, ...body },
    headers,
  });
const listPendingTexts = async (): Promise<string[]> => {
  const rows = await service.db.query<{ id: string }>(
    "select id from delivery where account_id = $1 and state = 'pending' and attempts = 0 and tries = 3 order by lane_place",
    [acme.id],
  );
  const names = new Map(Object.entries(deliveryIds).map(([name, id]) => [id, name]));
  return rows.flatMap((row) => names.get(Number(row.id)) ?? []);
};

describe("replay", () => {
  it("[API-050] [CORE-053] [WH-072] [API-328] a dry run counts, the same request without it sends each again, in the order of its chat", async () => {
    const dry = await replayDeliveries({ since }, true);
    expect([dry.status, dry.body]).toEqual([200, { count: 6, replayed: 0, left: 6 }]);
    expect(await listPendingTexts()).toEqual([]);
    const done = await replayDeliveries({ since });
    expect(Check(ReplayResult, done.body)).toBe(true);
    expect(done.body).toEqual({ count: 6, replayed: 6, left: 0 });
    const order = await listPendingTexts();
    expect(order.filter((name) => name.endsWith("0"))).toEqual(["a0", "b0", "c0"]);
    expect(order.filter((name) => name.endsWith("1"))).toEqual(["a1", "b1", "c1"]);
    expect((await replayDeliveries({ since })).body).toEqual({ count: 0, replayed: 0, left: 0 });
  });
  it("[API-050] [API-328] without a period all that failed are meant", async () => {
    const { count } = (await replayDeliveries({}, true)).body as { count: number };
    expect(count).toBeGreaterThanOrEqual(6);
    expect((await replayDeliveries({})).body).toEqual({ count, replayed: count, left: 0 });
    expect(await listPendingTexts()).toEqual(
      expect.arrayContaining(["a0", "b0", "c0", "a1", "b1", "c1"]),
    );
  });
  it("[API-050] a period and a selection narrow it; what did not fail is left alone", async () => {
    const from = Date.parse(since);
    const until = new Date(from + 4_000).toISOString();
    expect((await replayDeliveries({ since, until }, true)).body.count).toBe(4);
    expect(
      (
        await replayDeliveries(
          {
            since: new Date(from + 2_000).toISOString(),
            until,
            ids: [deliveryIds["a0"], deliveryIds["b0"], deliveryIds["c0"]],
          },
          true,
        )
      ).body.count,
    ).toBe(1);
    await service.db.query("update delivery set state = 'delivered' where id = $1", [
      deliveryIds["b0"],
    ]);
    expect(
      (await replayDeliveries({ ids: [deliveryIds["b1"], deliveryIds["b0"], deliveryIds["a1"]] }))
        .body,
    ).toEqual({
      count: 2,
      replayed: 2,
      left: 0,
    });
    expect(await listPendingTexts()).toEqual(["a1", "b1"]);
  });
  it("[API-005] the same key sends once", async () => {
    const headers = { "idempotency-key": "replay-1" };
    const first = await replayDeliveries({ since }, false, acme.keys.admin, headers);
    expect(first.body.replayed).toBe(6);
    await service.db.query("update delivery set state = 'failed' where id = any($1::bigint[])", [
      Object.values(deliveryIds),
    ]);
    expect((await replayDeliveries({ since }, false, acme.keys.admin, headers)).body).toEqual(
      first.body,
    );
    expect(await listPendingTexts()).toEqual([]);
    const audited = await service.db.query<{ target: string }>(
      "select target from audit where account_id = $1 and action = 'delivery.replay' and at > $2",
      [acme.id, since],
    );
    expect(audited.map((row) => row.target)).toEqual([`endpoint ${endpoint}: 6 deliveries`]);
  });
  it("[API-050] [API-328] an endpoint that is off is not sent to; counting it is possible", async () => {
    const setEnabled = (enabled: boolean) =>
      service.call("PATCH", `/channels/${channel}`, { key: acme.keys.owner, body: { enabled } });
    await setEnabled(false);
    const refused = await replayDeliveries({ since });
    expect([refused.status, refused.body.error.code]).toEqual([409, "not_deliverable"]);
    expect((await replayDeliveries({ since }, true)).body.count).toBe(6);
    await setEnabled(true);
  });
  it.each([
    [{ since: "now" }, "since"],
    [{ since: "2026-11-20T09:00:00Z", until: "later" }, "until"],
    [{ ids: [] }, "ids"],
    [{ ids: ["1"] }, "ids.0"],
    [{ since: "2026-11-20T09:00:00Z", state: "failed" }, "state"],
  ])("[API-002] %j is refused by name", async (body, field) => {
    const answer = await replayDeliveries(body);
    expect([answer.status, answer.body.error.field]).toEqual([400, field]);
  });
  it("[CORE-002] [CORE-053] others have no part in it", async () => {
    expect((await replayDeliveries({ since }, false, other.keys.owner)).status).toBe(404);
    expect((await replayDeliveries({ since }, true, other.keys.owner)).status).toBe(404);
    for (const role of ["operator", "viewer"] as const)
      expect((await replayDeliveries({ since }, true, acme.keys[role])).status).toBe(403);
    expect(await listPendingTexts()).toEqual([]);
  });
});
