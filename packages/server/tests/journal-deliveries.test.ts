import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Delivery } from "../src/core/entity.ts";
import { fail } from "../src/core/failure.ts";
import type { JournalEntry, DeliveryPlanner } from "../src/journal/index.ts";
import { startChatActivityProjection } from "../src/journal/subscribers/chat-activity.ts";
import { startChannelDeletedSubscriber } from "../src/journal/subscribers/channel-deleted.ts";
import { deliveryColumns, toDeliveryRow } from "../src/store/deliveries/delivery-row.ts";
import type {
  AttemptReport,
  AttemptRow,
  DeliveryColumns,
  DeliveryRow,
} from "../src/store/deliveries/delivery-row.ts";
import { createSystemClock } from "../src/clock.ts";
import {
  getChatId,
  findInconsistencies,
  openJournalFixture,
  buildOperatorMessage,
  buildVisitorMessage,
} from "./journal-fixture.ts";
import type { JournalFixture, TestAccount, TestNode } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

let nextDeliveryId = 1;
/**
 * Plans a delivery of every operator message to the channel's endpoint, in the lane of its chat.
 */
const planDelivery: DeliveryPlanner = (event, context) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  const channel = [...context.config.channels.values()][0];
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
interface Lane {
  token: number;
  due: number | null;
  leased: boolean;
}
const readLane = async (testAccount: TestAccount): Promise<Lane | undefined> =>
  (
    await fixture.pools.writer.query<Lane>(
      "select token, (extract(epoch from due_at) * 1000)::float8 as due, lease_node is not null as leased from lane where account_id = $1",
      [testAccount.id],
    )
  ).rows[0];
const readDeliveries = async (testAccount: TestAccount): Promise<readonly DeliveryRow[]> =>
  (
    await fixture.pools.writer.query<DeliveryColumns>(
      `select ${deliveryColumns} from delivery d where account_id = $1 order by lane_place`,
      [testAccount.id],
    )
  ).rows.map(toDeliveryRow);
/** Claims as the queue does: with a lease and a higher token. */
const claimDelivery = async (testAccount: TestAccount): Promise<number> =>
  (
    await fixture.pools.writer.query<{ token: number }>(
      "update lane set lease_node = 1, lease_until = now() + interval '30 s', started_at = now(), token = token + 1 where account_id = $1 returning token",
      [testAccount.id],
    )
  ).rows[0]?.token ?? 0;
const createAttempt = (outcome: AttemptRow["outcome"]): AttemptRow => ({
  startedAt: Date.UTC(2026, 0, 1),
  durationMs: 12.4,
  outcome,
  status: 200,
  errorCode: null,
  errorMessage: null,
  request: { url: "http://x", headers: {}, body: "{}" },
  reply: null,
});
const createReport = (
  testAccount: TestAccount,
  delivery: DeliveryRow,
  token: number,
  more: Partial<AttemptReport>,
): AttemptReport => ({
  account: testAccount.id,
  endpointId: delivery.endpointId,
  orderKey: delivery.orderKey,
  token,
  delivery,
  attempt: createAttempt("delivered"),
  next: { state: "delivered", dueAt: null, anchorAt: Date.UTC(2026, 0, 1) },
  error: null,
  unconfirmed: false,
  ...more,
});
async function startChat(): Promise<{
  node: TestNode;
  place: TestAccount;
  chat: number;
  updates: Delivery[];
}> {
  const node = await fixture.openNode({ plan: planDelivery });
  const testAccount = await fixture.addAccount();
  const chat = getChatId(
    (await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
  );
  const updates: Delivery[] = [];
  node.subscribe((_, entries: readonly JournalEntry[]) => {
    for (const entry of entries)
      if (entry.name === "delivery_updated")
        updates.push((JSON.parse(entry.frame) as { data: { delivery: Delivery } }).data.delivery);
  }, testAccount.id);
  for (const text of ["one", "two"])
    await node.write(
      buildOperatorMessage(testAccount, chat, testAccount.operatorIds[0] ?? 0, text, text),
    );
  return { node, place: testAccount, chat, updates };
}

describe("the delivery log", () => {
  it("[CORE-050] what an event owes is a row with it, and wakes its lane once", async () => {
    const { place: testAccount, chat } = await startChat();
    const rows = await readDeliveries(testAccount);
    expect(rows).toMatchObject([
      { position: 4, lanePosition: 4, seq: 2, chatId: chat, state: "pending", totalAttempts: 0 },
      { position: 5, lanePosition: 5, seq: 3 },
    ]);
    expect(await readLane(testAccount)).toMatchObject({
      token: 0,
      leased: false,
      due: rows[0]?.createdAt,
    });
  });

  it("[CORE-050] messages name the lanes of their deliveries, so that only a free lane is claimed", async () => {
    const { node, place: testAccount, chat } = await startChat();
    const planned: unknown[] = [];
    node.onDeliveriesPlanned((lanes) => void planned.push(lanes));
    await node.write(
      buildOperatorMessage(testAccount, chat, testAccount.operatorIds[0] ?? 0, "three", "three"),
    );
    expect(planned).toMatchObject([[{ endpointId: testAccount.endpointId, orderKey: chat }]]);
  });

  it("[CORE-051] [F13] a lane is put to rest under its token only: a stale one leaves the lease to who holds it", async () => {
    const { node, place: testAccount } = await startChat();
    const [first] = await readDeliveries(testAccount);
    if (!first) throw new Error("a delivery");
    const stale = await claimDelivery(testAccount);
    const token = await claimDelivery(testAccount);
    const dueAt = Date.now() + 3_000;
    const resting: Partial<AttemptReport> = {
      attempt: null,
      next: { state: "pending", dueAt, anchorAt: null },
    };
    expect(await node.report(createReport(testAccount, first, stale, resting))).toMatchObject({
      isWritten: false,
    });
    expect(await readLane(testAccount)).toMatchObject({ token, leased: true });
    expect(await node.report(createReport(testAccount, first, token, resting))).toMatchObject({
      isWritten: true,
    });
    expect(await readLane(testAccount)).toEqual({ token: token + 1, due: dueAt, leased: false });
  });

  it("[CORE-051] a result is written under its token, moves the lane on, and a stale one writes nothing", async () => {
    const { node, place: testAccount, updates } = await startChat();
    const [first, second] = await readDeliveries(testAccount);
    if (!first || !second) throw new Error("two deliveries");
    const token = await claimDelivery(testAccount);
    const dueAt = Date.now() + 3_000;
    expect(
      await node.report(
        createReport(testAccount, first, token, {
          attempt: createAttempt("timeout"),
          next: { state: "pending", dueAt, anchorAt: 5 },
          error: { code: "timeout", message: "no answer" },
        }),
      ),
    ).toMatchObject({ isWritten: true });
    expect(await readLane(testAccount)).toEqual({ token: token + 1, due: dueAt, leased: false });
    expect(await node.report(createReport(testAccount, first, token, {}))).toMatchObject({
      isWritten: false,
    });
    const [again] = await readDeliveries(testAccount);
    if (!again) throw new Error("the delivery");
    expect(again).toMatchObject({
      attempts: 1,
      totalAttempts: 1,
      anchorAt: 5,
      outcome: "timeout",
      errorCode: "timeout",
      nextAt: dueAt,
    });
    const next = await claimDelivery(testAccount);
    expect(await node.report(createReport(testAccount, again, next - 1, {}))).toMatchObject({
      isWritten: false,
    });
    expect(await node.report(createReport(testAccount, again, next, {}))).toMatchObject({
      isWritten: true,
    });
    // The next delivery of the lane can be sent immediately.
    expect((await readLane(testAccount))?.due).toBeLessThanOrEqual(Date.now());
    expect(
      await node.report(
        createReport(testAccount, second, await claimDelivery(testAccount), {
          attempt: null,
          next: { state: "failed", dueAt: null, anchorAt: 6 },
        }),
      ),
    ).toMatchObject({ isWritten: true });
    expect(await readLane(testAccount)).toMatchObject({ due: null, leased: false });
    const attempts = await fixture.pools.writer.query(
      "select n, outcome, duration_ms from attempt where account_id = $1 order by delivery_id, n",
      [testAccount.id],
    );
    expect(attempts.rows).toEqual([
      { n: 1, outcome: "timeout", duration_ms: 12 },
      { n: 2, outcome: "delivered", duration_ms: 12 },
    ]);
    expect(updates).toMatchObject([
      {
        state: "pending",
        attempts: 1,
        endpoint: { id: testAccount.endpointId, kind: "channel", name: "Shop" },
        error: { code: "timeout" },
      },
      { state: "delivered", attempts: 2 },
      { state: "failed", attempts: 0 },
    ]);
    expect(
      (
        await fixture.pools.writer.query(
          "select last_failure_outcome, last_success_at is not null as good, recent from endpoint_health where account_id = $1",
          [testAccount.id],
        )
      ).rows,
    ).toEqual([{ last_failure_outcome: "timeout", good: true, recent: "01" }]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CH-086] send again is a new series with the same ids at the end of the lane", async () => {
    const { node, place: testAccount, updates } = await startChat();
    const [first] = await readDeliveries(testAccount);
    if (!first) throw new Error("a delivery");
    await expect(node.resend(testAccount.id, first.id)).rejects.toThrow("not_deliverable");
    await expect(node.resend(testAccount.id, 999_999)).rejects.toThrow("not_found");
    await node.report(
      createReport(testAccount, first, await claimDelivery(testAccount), {
        attempt: createAttempt("http_error"),
        next: { state: "failed", dueAt: null, anchorAt: 5 },
      }),
    );
    const [one, two] = await Promise.allSettled([
      node.resend(testAccount.id, first.id),
      node.resend(testAccount.id, first.id),
    ]);
    expect([one.status, two.status].toSorted((a, b) => a.localeCompare(b))).toEqual([
      "fulfilled",
      "rejected",
    ]);
    const rows = await readDeliveries(testAccount);
    expect(rows.map((row) => row.id)).toEqual([first.id + 1, first.id]);
    expect(rows[1]).toMatchObject({
      state: "pending",
      attempts: 0,
      totalAttempts: 1,
      anchorAt: null,
      outcome: null,
      position: first.position,
    });
    expect(updates.at(-1)).toMatchObject({ id: first.id, state: "pending", attempts: 0 });
  });

  it("[CH-111] a deleted channel: running chats close, what is pending fails, an attempt under way writes nothing", async () => {
    const { node, place: testAccount, chat, updates } = await startChat();
    const reader = await startChannelDeletedSubscriber({
      journal: node,
      cancelPending: node.cancelPending,
      pool: fixture.pools.writer,
      clock: createSystemClock(),
      onFault: (error) => {
        throw error;
      },
    });
    const [first] = await readDeliveries(testAccount);
    if (!first) throw new Error("a delivery");
    const token = await claimDelivery(testAccount);
    await node.change(testAccount.id, async (tx) => {
      await tx.query("update channel set deleted_at = now() where account_id = $1", [
        testAccount.id,
      ]);
      return { result: null, changed: [{ kind: "channel", id: testAccount.channelId }] };
    });
    await waitUntilSettled(reader, node, testAccount);
    expect(await readDeliveries(testAccount)).toMatchObject([
      { state: "failed", outcome: "channel_deleted", errorCode: "channel_deleted" },
      { state: "failed" },
    ]);
    expect(await node.report(createReport(testAccount, first, token, {}))).toMatchObject({
      isWritten: false,
    });
    expect(
      (await fixture.pools.writer.query("select state from chat where id = $1", [chat])).rows,
    ).toEqual([{ state: "closed" }]);
    expect(updates.filter((update) => update.outcome === "channel_deleted")).toHaveLength(2);
    await expect(node.resend(testAccount.id, first.id)).rejects.toThrow("not_deliverable");
    await reader.close();
  });
});

describe("settings", () => {
  it("[CORE-040] a change is one entry, and every command decided on older settings is decided again", async () => {
    const [a, b] = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    await Promise.all(
      [a, b].map((node) => node.write(buildVisitorMessage(testAccount, "ann", "hello"))),
    );
    const names: string[] = [];
    b.subscribe((_, entries) => names.push(...entries.map((entry) => entry.name)), testAccount.id);
    const result = await a.change(testAccount.id, async (tx) => {
      await tx.query("update channel set enabled = false where account_id = $1 and id = $2", [
        testAccount.id,
        testAccount.channelId,
      ]);
      return { result: 7, changed: [{ kind: "channel", id: testAccount.channelId }] };
    });
    expect(result).toBe(7);
    const command = {
      ...buildVisitorMessage(testAccount, "ann", "late"),
      handler: (context: Parameters<ReturnType<typeof buildVisitorMessage>["handler"]>[0]) =>
        context.config.channels.get(testAccount.channelId)?.enabled
          ? buildVisitorMessage(testAccount, "ann", "late").handler(context)
          : fail("channel_disabled", "off"),
    };
    for (const node of [a, b])
      await expect(node.write(command)).rejects.toThrow("channel_disabled");
    expect(
      (await a.read(testAccount.id, 4, 9)).map((entry) => JSON.parse(entry.frame) as unknown),
    ).toMatchObject([
      {
        name: "settings_changed",
        position: 5,
        data: { kind: "channel", id: testAccount.channelId },
      },
    ]);
    expect((await b.config(testAccount.id)).channels.get(testAccount.channelId)?.enabled).toBe(
      false,
    );
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[API-577] changes of an account that wait for each other use one connection", async () => {
    const node = await fixture.openNode();
    const { id } = await fixture.addAccount();
    const idle = fixture.pools.stats().writer;
    let end = (): void => undefined;
    const isBlocked = new Promise<void>((resolve) => (end = resolve));
    const change = (result: number) =>
      node.change(id, async () => {
        await isBlocked;
        return { result, changed: [] };
      });
    const changes = Array.from({ length: 12 }, (_, n) => change(n));
    const { connections, waiting } = fixture.pools.stats().writer;
    expect(waiting).toBeLessThan(2);
    expect(connections).toBeLessThanOrEqual(idle.connections + 1);
    end();
    expect(await Promise.all(changes)).toEqual(changes.map((_, n) => n));
  });

  it("[CORE-040] a change that throws leaves nothing, one that changes nothing adds nothing", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    await expect(
      node.change(testAccount.id, async (tx) => {
        await tx.query("update account set name = 'no' where id = $1", [testAccount.id]);
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    expect(
      await node.change(testAccount.id, async (tx) => ({
        result: (
          await tx.query<{ name: string }>("select name from account where id = $1", [
            testAccount.id,
          ])
        )[0]?.name,
        changed: [],
      })),
    ).toMatch(/^p/);
    expect((await node.head(testAccount.id)).position).toBe(0);
    await expect(
      node.change(999_999, () => Promise.resolve({ result: 1, changed: [] })),
    ).rejects.toThrow("not_found");
    await expect(
      node.write(buildVisitorMessage({ ...testAccount, id: 999_999 }, "x", "y")),
    ).rejects.toThrow("not_found");
  });
});

describe("readers", () => {
  it("[API-020] last activity follows the messages, from where the cursor stood", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    const chat = getChatId(
      (await node.write(buildVisitorMessage(testAccount, "ann", "before the reader"))).answer,
    );
    await fixture.pools.writer.query(
      "update chat_activity set last_at = 'epoch' where chat_id = $1",
      [chat],
    );
    const reader = await startChatActivityProjection({
      journal: node,
      pool: fixture.pools.writer,
      clock: createSystemClock(),
      onFault: (error) => {
        throw error;
      },
    });
    await reader.settle();
    const last = async (): Promise<number> =>
      (
        await fixture.pools.writer.query<{ at: number }>(
          "select (extract(epoch from last_at) * 1000)::float8 as at from chat_activity where chat_id = $1",
          [chat],
        )
      ).rows[0]?.at ?? 0;
    expect(await last()).toBeGreaterThan(0);
    await node.write(buildVisitorMessage(testAccount, "ann", "after"));
    await reader.settle();
    const entry = (await node.read(testAccount.id, 0, 10)).at(-1);
    expect(await last()).toBe(entry?.at);
    expect(
      (
        await fixture.pools.writer.query(
          "select position from cursor where reader = 'activity' and account_id = $1",
          [testAccount.id],
        )
      ).rows,
    ).toEqual([{ position: entry?.position }]);
    await reader.close();
  });
});

/**
 * Waits until the consumer has processed everything up to the current head. Writes of the consumer
 * also advance the head.
 */
async function waitUntilSettled(
  reader: { settle(): Promise<void> },
  node: TestNode,
  testAccount: TestAccount,
): Promise<void> {
  let before = -1;
  for (
    let head = (await node.head(testAccount.id, Number.MAX_SAFE_INTEGER)).position;
    head !== before || node.published(testAccount.id) !== head;
    head = (await node.head(testAccount.id, Number.MAX_SAFE_INTEGER)).position
  ) {
    before = head;
    await reader.settle();
  }
}
