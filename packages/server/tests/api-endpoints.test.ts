import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Endpoint, Endpoints, InspectedRequests } from "@parlour/protocol/api";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let webhook: number;
let inboundUrl: string;

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
  inboundUrl = created.body.inbound_url as string;
  const [row] = await service.db.query<{ endpoint_id: string }>(
    "select endpoint_id from channel where id = $1",
    [created.body.id],
  );
  channel = Number(row?.endpoint_id);
  const [hook] = await service.db.query<{ endpoint_id: string }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'webhook', 'https://hooks.example/crm', '', 'wxyz') returning id)
     insert into webhook (account_id, endpoint_id, events) select $1, id, '{chat_finished}' from e returning endpoint_id`,
    [acme.id],
  );
  webhook = Number(hook?.endpoint_id);
});
afterAll(() => service.close());

const readEndpoint = async (id: number, key = acme.keys.developer): Promise<Endpoint> => {
  const answer = await service.call("GET", `/endpoints/${id}`, { key });
  expect(answer.status).toBe(200);
  expect(Check(Endpoint, answer.body)).toBe(true);
  return answer.body as Endpoint;
};
const postEndpointAction = (id: number, action: string, key = acme.keys.developer, headers = {}) =>
  service.call("POST", `/endpoints/${id}/${action}`, { key, body: {}, headers });

describe("endpoints", () => {
  it("[API-051] lists every endpoint of the account, and those of one kind", async () => {
    const all = await service.call("GET", "/endpoints", { key: acme.keys.admin });
    expect(Check(Endpoints, all.body)).toBe(true);
    expect(all.body.items).toMatchObject([
      {
        id: channel,
        kind: "channel",
        name: "App",
        state: "on",
        reason: null,
        since: null,
        url: "https://hooks.example/app",
      },
      {
        id: webhook,
        kind: "webhook",
        name: "https://hooks.example/crm",
        state: "on",
        secret_hint: "wxyz",
      },
    ]);
    const some = await service.call("GET", "/endpoints?kind=webhook&limit=1", {
      key: acme.keys.admin,
    });
    expect((some.body.items as Endpoint[]).map((one) => one.id)).toEqual([webhook]);
    expect(JSON.stringify(all.body)).not.toContain("whsec_");
  });
  it("[API-051] [CORE-122] shows what is pending and waits, with the age of the oldest", async () => {
    const now = service.clock.now();
    const ago = (ms: number): string => new Date(now - ms).toISOString();
    for (const [n, state] of ["pending", "pending", "delivered"].entries())
      await service.db.query(
        `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, state, created_at, updated_at)
         values ($1, $2, $3, $2, $2, $2, 'chat_finished', $4, $5, $5)`,
        [acme.id, 10 + n, webhook, state, ago(60_000 - n * 1_000)],
      );
    await service.db.query(
      "update delivery set attempts = 1, next_at = $3 where account_id = $1 and endpoint_id = $2 and position = 10",
      [acme.id, webhook, ago(-30_000)],
    );
    // One lane waits for a slot, one has an open request, and the delivery of one lane is scheduled
    // for later.
    for (const [n, [due, lease]] of (
      [
        [ago(5_000), null],
        [ago(9_000), ago(-20_000)],
        [ago(-5_000), null],
      ] as const
    ).entries())
      await service.db.query(
        "insert into lane (account_id, endpoint_id, order_key, due_at, lease_until) values ($1, $2, $3, $4, $5)",
        [acme.id, webhook, n, due, lease],
      );
    expect(await readEndpoint(webhook)).toMatchObject({
      queue: { pending: 2, oldest_at: ago(60_000), next_at: ago(-30_000) },
      waiting: { lanes: 1, oldest_at: ago(5_000) },
    });
    expect(await readEndpoint(channel)).toMatchObject({
      queue: { pending: 0, oldest_at: null, next_at: null },
      waiting: { lanes: 0, oldest_at: null },
      recent: { attempts: 0, failed: 0 },
    });
  });
  it("[API-051] [API-173] [CORE-124] shows last success and failure, the newest attempts, and the last use of the secret", async () => {
    await service.db.query(
      `insert into endpoint_health (account_id, endpoint_id, last_success_at, last_failure_at, last_failure_outcome, last_failure_status, failing_since, recent)
       values ($1, $2, '2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z', 'http_error', 503, '2026-11-20T09:00:00Z', '1100')`,
      [acme.id, webhook],
    );
    expect(await readEndpoint(webhook)).toMatchObject({
      last_success_at: "2026-11-19T10:00:00.000Z",
      last_failure: { at: "2026-11-20T10:00:00.000Z", outcome: "http_error", status: 503 },
      failing_since: "2026-11-20T09:00:00.000Z",
      recent: { attempts: 4, failed: 2 },
      last_used_at: "2026-11-20T10:00:00.000Z",
    });
  });
  it("[API-051] [API-331] pause holds, resume lets go; both are announced and audited, a key repeats the first answer", async () => {
    const countSettingsChanges = async (): Promise<number> =>
      (
        await service.db.query(
          "select from journal where account_id = $1 and name = 'settings_changed' and body like $2",
          [acme.id, `%"kind":"endpoint","id":${webhook}%`],
        )
      ).length;
    const readAuditActions = async (): Promise<string[]> =>
      (
        await service.db.query<{ action: string; target: string }>(
          "select action, target from audit where action like 'endpoint.%' and actor_kind <> 'system' order by id",
        )
      ).map((row) => `${row.action} ${row.target}`);
    const before = { told: await countSettingsChanges(), noted: (await readAuditActions()).length };
    const paused = await postEndpointAction(webhook, "pause", acme.keys.developer, {
      "idempotency-key": "p1",
    });
    expect(paused.status).toBe(200);
    expect(paused.body).toMatchObject({
      id: webhook,
      state: "paused",
      since: new Date(service.clock.now()).toISOString(),
    });
    // No lane waits for a slot while the endpoint is paused.
    expect(paused.body.waiting).toEqual({ lanes: 0, oldest_at: null });
    await service.clock.advance(5_000);
    expect(
      (await postEndpointAction(webhook, "pause", acme.keys.developer, { "idempotency-key": "p1" }))
        .body,
    ).toEqual(paused.body);
    expect((await postEndpointAction(webhook, "pause")).body.since).toBe(paused.body.since);
    expect((await postEndpointAction(webhook, "resume", acme.keys.admin)).body).toMatchObject({
      state: "on",
      since: null,
    });
    expect((await readAuditActions()).slice(before.noted)).toEqual([
      `endpoint.pause endpoint ${webhook}`,
      `endpoint.pause endpoint ${webhook}`,
      `endpoint.resume endpoint ${webhook}`,
    ]);
    expect(await countSettingsChanges()).toBe(before.told + 3);
  });
  it("[API-051] [WH-062] [API-331] says why it is off; resume switches it on again and its failures are counted anew", async () => {
    await service.db.query(
      "update endpoint set off_at = '2026-11-20T11:00:00Z', off_reason = 'failing' where id = $1",
      [webhook],
    );
    expect(await readEndpoint(webhook)).toMatchObject({
      state: "off",
      reason: "failing",
      since: "2026-11-20T11:00:00.000Z",
    });
    expect((await postEndpointAction(webhook, "resume")).body).toMatchObject({
      state: "on",
      reason: null,
      since: null,
      failing_since: null,
    });
    await service.db.query("update webhook set enabled = false where endpoint_id = $1", [webhook]);
    expect(await readEndpoint(webhook)).toMatchObject({ state: "off", reason: "disabled" });
    await service.db.query("update webhook set enabled = true where endpoint_id = $1", [webhook]);
  });
  it("[CORE-002] [CORE-053] of another account, or to operators and viewers, there is none", async () => {
    expect((await service.call("GET", "/endpoints", { key: other.keys.owner })).body.items).toEqual(
      [],
    );
    expect(
      (await service.call("GET", `/endpoints/${webhook}`, { key: other.keys.owner })).status,
    ).toBe(404);
    for (const what of ["pause", "resume"]) {
      expect((await postEndpointAction(webhook, what, other.keys.owner)).status).toBe(404);
      for (const role of ["operator", "viewer"] as const)
        expect((await postEndpointAction(webhook, what, acme.keys[role])).status).toBe(403);
    }
    for (const role of ["operator", "viewer"] as const)
      expect((await service.call("GET", "/endpoints", { key: acme.keys[role] })).status).toBe(403);
    expect((await readEndpoint(channel)).state).toBe("on");
  });
});

describe("the inspector", () => {
  it("[API-052] [CORE-002] [CORE-001] shows an account its own requests only, and developers no words", async () => {
    const body = '{"sender":{"id":"7"},"message":{"type":"text","text":"Hello"}}';
    const sent = await fetch(`${service.origin}${new URL(inboundUrl).pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(sent.status).toBe(200);
    const read = async (key: string) => {
      const answer = await service.call("GET", "/inspector", { key });
      expect([answer.status, Check(InspectedRequests, answer.body)]).toEqual([200, true]);
      return (answer.body as InspectedRequests).items.map((one) => one.request.body);
    };
    expect(await read(acme.keys.admin)).toEqual([body]);
    expect(await read(acme.keys.developer)).toEqual([
      '{"sender":{"id":"7"},"message":{"type":"text","text":"•••"}}',
    ]);
    expect(await read(other.keys.owner)).toEqual([]);
    for (const role of ["operator", "viewer"] as const)
      expect((await service.call("GET", "/inspector", { key: acme.keys[role] })).status).toBe(403);
  });
});
