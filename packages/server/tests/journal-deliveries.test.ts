import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Delivery } from "../src/core/entity.ts";
import { fail } from "../src/core/failure.ts";
import type { AttemptReport, Journal, JournalEntry, DeliveryPlanner } from "../src/journal/index.ts";
import { startChatActivityProjection } from "../src/journal/readers/chat-activity.ts";
import { startChannelDeletedSubscriber } from "../src/journal/readers/channel-deleted.ts";
import { deliveryColumns, toDeliveryRow } from "../src/queue/delivery-row.ts";
import type { AttemptRow, DeliveryColumns, DeliveryRow } from "../src/queue/delivery-row.ts";
import { createSystemClock } from "../src/clock.ts";
import { chatOf, faults, openGround, reply, say } from "./journal-kit.ts";
import type { Ground, Place } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

let drawn = 1;
/** Plans every operator message for the channel's endpoint, in the lane of its chat. */
const plan: DeliveryPlanner = (event, scene) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  const channel = [...scene.config.channels.values()][0];
  return channel ? [{ endpointId: channel.endpointId ?? 0, orderKey: event.message.chat_id, deliveryId: drawn++, event: "text" }] : [];
};
interface Lane {
  token: number;
  due: number | null;
  leased: boolean;
}
const laneOf = async (place: Place): Promise<Lane | undefined> =>
  (
    await ground.pools.writer.query<Lane>(
      "select token, (extract(epoch from due_at) * 1000)::float8 as due, lease_node is not null as leased from lane where account_id = $1",
      [place.account],
    )
  ).rows[0];
const rowsOf = async (place: Place): Promise<readonly DeliveryRow[]> =>
  (
    await ground.pools.writer.query<DeliveryColumns>(
      `select ${deliveryColumns} from delivery d where account_id = $1 order by lane_place`,
      [place.account],
    )
  ).rows.map(toDeliveryRow);
/** Claims as the queue does: with a lease and a higher token. */
const claim = async (place: Place): Promise<number> =>
  (
    await ground.pools.writer.query<{ token: number }>(
      "update lane set lease_node = 1, lease_until = now() + interval '30 s', started_at = now(), token = token + 1 where account_id = $1 returning token",
      [place.account],
    )
  ).rows[0]?.token ?? 0;
const attempt = (outcome: AttemptRow["outcome"]): AttemptRow => ({
  startedAt: Date.UTC(2026, 0, 1),
  durationMs: 12.4,
  outcome,
  status: 200,
  errorCode: null,
  errorMessage: null,
  request: { url: "http://x", headers: {}, body: "{}" },
  reply: null,
});
const report = (place: Place, delivery: DeliveryRow, token: number, more: Partial<AttemptReport>): AttemptReport => ({
  account: place.account,
  endpointId: delivery.endpointId,
  orderKey: delivery.orderKey,
  token,
  delivery,
  attempt: attempt("delivered"),
  next: { state: "delivered", dueAt: null, anchorAt: Date.UTC(2026, 0, 1) },
  error: null,
  unconfirmed: false,
  ...more,
});
async function begin(): Promise<{ node: Journal; place: Place; chat: number; updates: Delivery[] }> {
  const node = await ground.node({ plan });
  const place = await ground.account();
  const chat = chatOf((await node.write(say(place, "ann", "hello"))).answer);
  const updates: Delivery[] = [];
  node.subscribe((_, entries: readonly JournalEntry[]) => {
    for (const entry of entries)
      if (entry.name === "delivery_updated") updates.push((JSON.parse(entry.frame) as { data: { delivery: Delivery } }).data.delivery);
  }, place.account);
  for (const text of ["one", "two"]) await node.write(reply(place, chat, place.operators[0] ?? 0, text, text));
  return { node, place, chat, updates };
}

describe("the ledger", () => {
  it("[CORE-050] what an event owes is a row with it, and wakes its lane once", async () => {
    const { place, chat } = await begin();
    const rows = await rowsOf(place);
    expect(rows).toMatchObject([
      { position: 4, lanePlace: 4, seq: 2, chatId: chat, state: "pending", tries: 0 },
      { position: 5, lanePlace: 5, seq: 3 },
    ]);
    expect(await laneOf(place)).toMatchObject({ token: 0, leased: false, due: rows[0]?.createdAt });
  });

  it("[CORE-051] [F13] a lane is put to rest under its token only: a stale one leaves the lease to who holds it", async () => {
    const { node, place } = await begin();
    const [first] = await rowsOf(place);
    if (!first) throw new Error("a delivery");
    const stale = await claim(place);
    const token = await claim(place);
    const dueAt = Date.now() + 3_000;
    const resting: Partial<AttemptReport> = { attempt: null, next: { state: "pending", dueAt, anchorAt: null } };
    expect(await node.report(report(place, first, stale, resting))).toBe(false);
    expect(await laneOf(place)).toMatchObject({ token, leased: true });
    expect(await node.report(report(place, first, token, resting))).toBe(true);
    expect(await laneOf(place)).toEqual({ token: token + 1, due: dueAt, leased: false });
  });

  it("[CORE-051] a result is written under its token, moves the lane on, and a stale one writes nothing", async () => {
    const { node, place, updates } = await begin();
    const [first, second] = await rowsOf(place);
    if (!first || !second) throw new Error("two deliveries");
    const token = await claim(place);
    const dueAt = Date.now() + 3_000;
    expect(
      await node.report(
        report(place, first, token, {
          attempt: attempt("timeout"),
          next: { state: "pending", dueAt, anchorAt: 5 },
          error: { code: "timeout", message: "no answer" },
        }),
      ),
    ).toBe(true);
    expect(await laneOf(place)).toEqual({ token: token + 1, due: dueAt, leased: false });
    expect(await node.report(report(place, first, token, {}))).toBe(false);
    const [again] = await rowsOf(place);
    if (!again) throw new Error("the delivery");
    expect(again).toMatchObject({ attempts: 1, tries: 1, anchorAt: 5, outcome: "timeout", errorCode: "timeout", nextAt: dueAt });
    const next = await claim(place);
    expect(await node.report(report(place, again, next - 1, {}))).toBe(false);
    expect(await node.report(report(place, again, next, {}))).toBe(true);
    // The next delivery of the lane is due at once.
    expect((await laneOf(place))?.due).toBeLessThanOrEqual(Date.now());
    expect(
      await node.report(report(place, second, await claim(place), { attempt: null, next: { state: "failed", dueAt: null, anchorAt: 6 } })),
    ).toBe(true);
    expect(await laneOf(place)).toMatchObject({ due: null, leased: false });
    const attempts = await ground.pools.writer.query(
      "select n, outcome, duration_ms from attempt where account_id = $1 order by delivery_id, n",
      [place.account],
    );
    expect(attempts.rows).toEqual([
      { n: 1, outcome: "timeout", duration_ms: 12 },
      { n: 2, outcome: "delivered", duration_ms: 12 },
    ]);
    expect(updates).toMatchObject([
      { state: "pending", attempts: 1, endpoint: { id: place.endpoint, kind: "channel", name: "Shop" }, error: { code: "timeout" } },
      { state: "delivered", attempts: 2 },
      { state: "failed", attempts: 0 },
    ]);
    expect(
      (
        await ground.pools.writer.query(
          "select last_failure_outcome, last_success_at is not null as good, recent from endpoint_health where account_id = $1",
          [place.account],
        )
      ).rows,
    ).toEqual([{ last_failure_outcome: "timeout", good: true, recent: "01" }]);
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CH-086] send again is a new series with the same ids at the end of the lane", async () => {
    const { node, place, updates } = await begin();
    const [first] = await rowsOf(place);
    if (!first) throw new Error("a delivery");
    await expect(node.resend(place.account, first.id)).rejects.toThrow("not_deliverable");
    await expect(node.resend(place.account, 999_999)).rejects.toThrow("not_found");
    await node.report(
      report(place, first, await claim(place), { attempt: attempt("http_error"), next: { state: "failed", dueAt: null, anchorAt: 5 } }),
    );
    const [one, two] = await Promise.allSettled([node.resend(place.account, first.id), node.resend(place.account, first.id)]);
    expect([one.status, two.status].toSorted((a, b) => a.localeCompare(b))).toEqual(["fulfilled", "rejected"]);
    const rows = await rowsOf(place);
    expect(rows.map((row) => row.id)).toEqual([first.id + 1, first.id]);
    expect(rows[1]).toMatchObject({ state: "pending", attempts: 0, tries: 1, anchorAt: null, outcome: null, position: first.position });
    expect(updates.at(-1)).toMatchObject({ id: first.id, state: "pending", attempts: 0 });
  });

  it("[CH-111] a deleted channel: running chats close, what is pending fails, an attempt under way writes nothing", async () => {
    const { node, place, chat, updates } = await begin();
    const reader = await startChannelDeletedSubscriber({
      journal: node,
      pool: ground.pools.writer,
      clock: createSystemClock(),
      onFault: (error) => {
        throw error;
      },
    });
    const [first] = await rowsOf(place);
    if (!first) throw new Error("a delivery");
    const token = await claim(place);
    await node.change(place.account, async (tx) => {
      await tx.query("update channel set deleted_at = now() where account_id = $1", [place.account]);
      return { result: null, changed: [{ kind: "channel", id: place.channel }] };
    });
    await settled(reader, node, place);
    expect(await rowsOf(place)).toMatchObject([
      { state: "failed", outcome: "channel_deleted", errorCode: "channel_deleted" },
      { state: "failed" },
    ]);
    expect(await node.report(report(place, first, token, {}))).toBe(false);
    expect((await ground.pools.writer.query("select state from chat where id = $1", [chat])).rows).toEqual([{ state: "closed" }]);
    expect(updates.filter((update) => update.outcome === "channel_deleted")).toHaveLength(2);
    await expect(node.resend(place.account, first.id)).rejects.toThrow("not_deliverable");
    await reader.close();
  });
});

describe("settings", () => {
  it("[CORE-040] a change is one entry, and every command decided on older settings is decided again", async () => {
    const [a, b] = [await ground.node(), await ground.node()];
    const place = await ground.account();
    await Promise.all([a, b].map((node) => node.write(say(place, "ann", "hello"))));
    const names: string[] = [];
    b.subscribe((_, entries) => names.push(...entries.map((entry) => entry.name)), place.account);
    const result = await a.change(place.account, async (tx) => {
      await tx.query("update channel set enabled = false where account_id = $1 and id = $2", [place.account, place.channel]);
      return { result: 7, changed: [{ kind: "channel", id: place.channel }] };
    });
    expect(result).toBe(7);
    const command = {
      ...say(place, "ann", "late"),
      handler: (context: Parameters<ReturnType<typeof say>["handler"]>[0]) =>
        context.config.channels.get(place.channel)?.enabled ? say(place, "ann", "late").handler(context) : fail("channel_disabled", "off"),
    };
    for (const node of [a, b]) await expect(node.write(command)).rejects.toThrow("channel_disabled");
    expect((await a.read(place.account, 4, 9)).map((entry) => JSON.parse(entry.frame) as unknown)).toMatchObject([
      { name: "settings_changed", position: 5, data: { kind: "channel", id: place.channel } },
    ]);
    expect((await b.config(place.account)).channels.get(place.channel)?.enabled).toBe(false);
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-040] a change that throws leaves nothing, one that changes nothing adds nothing", async () => {
    const node = await ground.node();
    const place = await ground.account();
    await expect(
      node.change(place.account, async (tx) => {
        await tx.query("update account set name = 'no' where id = $1", [place.account]);
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    expect(
      await node.change(place.account, async (tx) => ({
        result: (await tx.query<{ name: string }>("select name from account where id = $1", [place.account]))[0]?.name,
        changed: [],
      })),
    ).toMatch(/^p/);
    expect((await node.head(place.account)).position).toBe(0);
    await expect(node.change(999_999, () => Promise.resolve({ result: 1, changed: [] }))).rejects.toThrow("not_found");
    await expect(node.write(say({ ...place, account: 999_999 }, "x", "y"))).rejects.toThrow("not_found");
  });
});

describe("readers", () => {
  it("[API-020] last activity follows the messages, from where the cursor stood", async () => {
    const node = await ground.node();
    const place = await ground.account();
    const chat = chatOf((await node.write(say(place, "ann", "before the reader"))).answer);
    await ground.pools.writer.query("update chat_activity set last_at = 'epoch' where chat_id = $1", [chat]);
    const reader = await startChatActivityProjection({
      journal: node,
      pool: ground.pools.writer,
      clock: createSystemClock(),
      onFault: (error) => {
        throw error;
      },
    });
    await reader.settle();
    const last = async (): Promise<number> =>
      (
        await ground.pools.writer.query<{ at: number }>(
          "select (extract(epoch from last_at) * 1000)::float8 as at from chat_activity where chat_id = $1",
          [chat],
        )
      ).rows[0]?.at ?? 0;
    expect(await last()).toBeGreaterThan(0);
    await node.write(say(place, "ann", "after"));
    await reader.settle();
    const entry = (await node.read(place.account, 0, 10)).at(-1);
    expect(await last()).toBe(entry?.at);
    expect(
      (await ground.pools.writer.query("select position from cursor where reader = 'activity' and account_id = $1", [place.account])).rows,
    ).toEqual([{ position: entry?.position }]);
    await reader.close();
  });
});

/**
 * Waits until the consumer has processed everything up to the present head. Its own writes move the
 * head.
 */
async function settled(reader: { settle(): Promise<void> }, node: Journal, place: Place): Promise<void> {
  let before = -1;
  for (
    let head = (await node.head(place.account, Number.MAX_SAFE_INTEGER)).position;
    head !== before || node.published(place.account) !== head;
    head = (await node.head(place.account, Number.MAX_SAFE_INTEGER)).position
  ) {
    before = head;
    await reader.settle();
  }
}
