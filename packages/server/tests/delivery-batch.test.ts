import { afterAll, beforeAll, expect, it } from "vitest";
import type { Delivery } from "../src/core/entity.ts";
import type { DeliveryPlanner } from "../src/journal/index.ts";
import type { AttemptReport } from "../src/delivery/queue/index.ts";
import {
  deliveryColumns,
  toDeliveryRow,
  type DeliveryColumns,
  type DeliveryRow,
} from "../src/store/deliveries/delivery-row.ts";
import {
  getChatId,
  findInconsistencies,
  openJournalFixture,
  buildOperatorMessage,
  buildVisitorMessage,
  type JournalFixture,
  type TestAccount,
  type TestNode,
} from "./journal-fixture.ts";

let fixture: JournalFixture;
let node: TestNode;
let testAccount: TestAccount;
let nextDeliveryId = 1;
const planDelivery: DeliveryPlanner = (event, context) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  const channel = context.config.channels.get(testAccount.channelId);
  return channel
    ? [
        {
          endpointId: channel.endpointId ?? 0,
          orderKey: event.message.chat_id,
          deliveryId: nextDeliveryId++,
          event: "text",
        },
      ]
    : [];
};
beforeAll(async () => {
  fixture = await openJournalFixture();
  node = await fixture.openNode({ plan: planDelivery });
});
afterAll(() => fixture.drop());

/** Creates chats with one delivery each and claims all of them as the queue does. */
async function claimDeliveries(count: number): Promise<readonly DeliveryRow[]> {
  testAccount = await fixture.addAccount();
  for (let n = 0; n < count; n += 1) {
    const chat = getChatId(
      (await node.write(buildVisitorMessage(testAccount, `c${n}`, "hello"))).answer,
    );
    await node.write(
      buildOperatorMessage(testAccount, chat, testAccount.operatorIds[0] ?? 0, "one", `k${n}`),
    );
  }
  await fixture.pools.writer.query(
    "update lane set lease_node = 1, lease_until = now() + interval '30 s', started_at = now(), token = token + 1 where account_id = $1",
    [testAccount.id],
  );
  return readDeliveries();
}
async function readDeliveries(): Promise<readonly DeliveryRow[]> {
  const found = await fixture.pools.writer.query<DeliveryColumns>(
    `select ${deliveryColumns} from delivery d where account_id = $1 order by position`,
    [testAccount.id],
  );
  return found.rows.map(toDeliveryRow);
}
function toResult(delivery: DeliveryRow, more: Partial<AttemptReport> = {}): AttemptReport {
  return {
    account: testAccount.id,
    endpointId: delivery.endpointId,
    orderKey: delivery.orderKey,
    token: 1,
    delivery,
    error: null,
    unconfirmed: false,
    attempt: {
      startedAt: 1_000,
      durationMs: 10,
      outcome: "delivered",
      status: 200,
      errorCode: null,
      errorMessage: null,
      request: { url: "http://x", headers: { a: "b" }, body: '{"text":"é\\u0001\\""}' },
      reply: { headers: {}, body: "ok" },
    },
    next: { state: "delivered", dueAt: null, anchorAt: 1_000 },
    ...more,
  };
}
/** Runs `work` while the account is locked, so that all its commands become one batch. */
async function runAsOneBatch<T>(waiting: number, work: () => Promise<T>): Promise<T> {
  const holder = await fixture.pools.writer.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(-$1::bigint)", [testAccount.id]);
  const earlier = node.stats().batches;
  const first = node.write(buildVisitorMessage(testAccount, "first", "hold"));
  while (node.stats().batches === earlier) await new Promise((resolve) => setImmediate(resolve));
  const done = work();
  while (node.stats().waiting < waiting) await new Promise((resolve) => setImmediate(resolve));
  const before = node.stats().batches;
  await holder.query("commit");
  holder.release();
  await first;
  const value = await done;
  expect(node.stats().batches - before).toBe(1);
  return value;
}

it("[CORE-050] [CH-088] results of one batch: each has its row, its attempt and its entry; the endpoint's health is that of the latest", async () => {
  const deliveries = await claimDeliveries(5);
  const [a, b, c, d, e] = deliveries;
  if (!a || !b || !c || !d || !e) throw new Error("five deliveries");
  const failed = (at: number, status: number): Partial<AttemptReport> => ({
    attempt: {
      startedAt: at,
      durationMs: 5,
      outcome: "http_error",
      status,
      errorCode: "http_error",
      errorMessage: "no",
      request: null,
      reply: null,
    },
    next: { state: "pending", dueAt: 9_000_000_000_000, anchorAt: at },
    error: { code: "http_error", message: "no" },
  });
  const written = await runAsOneBatch(5, () =>
    Promise.all([
      node.report(toResult(a)),
      node.report(toResult(b, failed(5_000, 503))),
      node.report(toResult(c, failed(3_000, 404))),
      node.report(toResult(d, { token: 0 })),
      node.report(
        toResult(e, {
          attempt: null,
          next: { state: "failed", dueAt: null, anchorAt: 7 },
          error: { code: "timeout", message: "no answer" },
        }),
      ),
    ]),
  );
  expect(written.map(({ isWritten }) => isWritten)).toEqual([true, true, true, false, true]);
  expect(await readDeliveries()).toMatchObject([
    { state: "delivered", attempts: 1, outcome: "delivered", anchorAt: 1_000, nextAt: null },
    {
      state: "pending",
      attempts: 1,
      outcome: "http_error",
      nextAt: 9_000_000_000_000,
      errorCode: "http_error",
    },
    { state: "pending", attempts: 1 },
    { state: "pending", attempts: 0, outcome: null },
    { state: "failed", attempts: 0, errorCode: "timeout" },
  ]);
  const attempts = await fixture.pools.writer.query(
    "select delivery_id as id, n, status, request, reply from attempt where account_id = $1 order by delivery_id",
    [testAccount.id],
  );
  expect(attempts.rows).toEqual([
    {
      id: a.id,
      n: 1,
      status: 200,
      request: { url: "http://x", headers: { a: "b" }, body: '{"text":"é\\u0001\\""}' },
      reply: { headers: {}, body: "ok" },
    },
    { id: b.id, n: 1, status: 503, request: null, reply: null },
    { id: c.id, n: 1, status: 404, request: null, reply: null },
  ]);
  const lanes = await fixture.pools.writer.query(
    "select (extract(epoch from due_at) * 1000)::float8 as due, token, lease_node is not null as leased from lane where account_id = $1 order by order_key = $2 desc, order_key = $3 desc, order_key = $4 desc limit 4",
    [testAccount.id, a.orderKey, b.orderKey, d.orderKey],
  );
  expect(lanes.rows.slice(0, 3)).toMatchObject([
    { due: null, token: 2, leased: false },
    { due: 9_000_000_000_000, token: 2, leased: false },
    { token: 1, leased: true },
  ]);
  expect(
    (
      await fixture.pools.writer.query(
        "select last_failure_outcome, last_failure_status, recent, (extract(epoch from last_failure_at) * 1000)::float8 as at, (extract(epoch from last_success_at) * 1000)::float8 as good from endpoint_health where account_id = $1",
        [testAccount.id],
      )
    ).rows,
  ).toEqual([
    {
      last_failure_outcome: "http_error",
      last_failure_status: 503,
      recent: "100",
      at: 5_005,
      good: 1_010,
    },
  ]);
  expect(await findInconsistencies(fixture.pools)).toEqual([]);
});

it("[API-173] the results of the newest 25 attempts at an endpoint are kept", async () => {
  const [only] = await claimDeliveries(1);
  if (!only) throw new Error("a delivery");
  const health = (text: string) =>
    fixture.pools.writer.query<{ recent: string }>(text, [testAccount.id, only.endpointId]);
  await health(
    `insert into endpoint_health (account_id, endpoint_id, recent) values ($1, $2, repeat('1', 24) || '0')`,
  );
  expect(await node.report(toResult(only))).toMatchObject({ isWritten: true });
  const { rows: healthRows } = await health(
    "select recent from endpoint_health where account_id = $1 and endpoint_id = $2",
  );
  expect(healthRows).toEqual([{ recent: `${"1".repeat(23)}01` }]);
});

it("[CH-111] [CORE-050] the result of an attempt and the end of its channel in one batch: one of them is written, and the last entry says what the row says", async () => {
  const [only] = await claimDeliveries(1);
  if (!only) throw new Error("a delivery");
  const updates: Delivery[] = [];
  node.subscribe((_, entries) => {
    for (const entry of entries)
      if (entry.name === "delivery_updated")
        updates.push((JSON.parse(entry.frame) as { data: { delivery: Delivery } }).data.delivery);
  }, testAccount.id);
  const [{ isWritten }, ended] = await runAsOneBatch(2, () =>
    Promise.all([
      node.report(toResult(only)),
      node.cancelPending(testAccount.id, only.endpointId, {
        state: "failed",
        outcome: "channel_deleted",
      }),
    ]),
  );
  expect(isWritten).toBe(ended === 0);
  expect(updates).toHaveLength(1);
  expect(await readDeliveries()).toMatchObject([
    { state: updates[0]?.state, outcome: updates[0]?.outcome },
  ]);
  expect(await findInconsistencies(fixture.pools)).toEqual([]);
});
