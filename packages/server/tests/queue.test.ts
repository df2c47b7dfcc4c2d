import { analyzeTables } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import type { Journal } from "../src/journal/index.ts";
import {
  createDeliveryQueue,
  type DeliveryQueue,
  type EndpointGroup,
} from "../src/delivery/queue/index.ts";
import { deliveryLeaseMs } from "../src/store/deliveries/claim.ts";
import { markEndpointHealthy } from "./planned-delivery-fixture.ts";
import { openJournalFixture, type JournalFixture, type TestAccount } from "./journal-fixture.ts";

let database: JournalFixture;
let clock: ManualClock;
let journal: Journal;
let testAccount: TestAccount;
let position = 0;
/** The other nodes that count as running at `journal`. */
let otherNodes: readonly number[] = [];
const nothingDue = { claims: [], nextDue: null, failingDue: null };
beforeAll(async () => {
  database = await openJournalFixture();
  clock = new ManualClock();
  journal = await database.openNode({ clock });
  journal.onOtherNodesChange((running) => (otherNodes = running));
});
beforeEach(async () => {
  // Every test has a separate account. Lanes of other tests must not be claimed.
  await database.pools.writer.query(
    "update lane set due_at = null, lease_node = null, lease_until = null, started_at = null",
  );
  testAccount = await addHealthyAccount();
});
afterAll(() => database.drop());

/** Adds an account whose endpoint has worked. */
async function addHealthyAccount(): Promise<TestAccount> {
  const added = await database.addAccount();
  await markEndpointHealthy(database.pools, added);
  return added;
}
const setFailing = ({ id, endpointId }: TestAccount, isFailing: boolean) =>
  database.pools.writer.query(
    "update endpoint_health set failing_since = $3 where account_id = $1 and endpoint_id = $2",
    [id, endpointId, isFailing ? new Date(clock.now()) : null],
  );
const createQueue = (nodeId: number, atOnce = 64, pool = database.pools.writer): DeliveryQueue =>
  createDeliveryQueue({
    pool,
    nodeId,
    listOtherNodes: () => otherNodes,
    clock,
    slotsPerEndpoint: () => atOnce,
  });

/** Opens another node. Resolves when `journal` counts it as running. */
async function openOtherNode(): Promise<Journal> {
  const other = await database.openNode({ clock });
  await waitForOthers(1);
  return other;
}
async function waitForOthers(count: number): Promise<void> {
  await expect
    .poll(async () => {
      await clock.advance(100);
      return otherNodes.length;
    })
    .toBe(count);
}

/** Inserts a lane with `count` pending deliveries that were due `agoMs` ago. */
async function insertLane(
  key: number,
  {
    count = 1,
    agoMs = 0,
    at: target = testAccount,
  }: { count?: number; agoMs?: number; at?: TestAccount } = {},
): Promise<void> {
  const due = clock.now() - agoMs;
  await database.pools.writer.query(
    `insert into journal (account_id, position, at, name, channel_id, chat_id, seq, body)
     select $1, $2::bigint + i, to_timestamp($3::float8 / 1000), 'message_created', $4, null, null, '{}' from generate_series(1, $5::int) i`,
    [target.id, position, due, target.channelId, count],
  );
  await database.pools.writer.query(
    `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, next_at, created_at, updated_at)
     select $1, $2::bigint + i, $3, $2::bigint + i, $4, $2::bigint + i, 'text', t.at, t.at, t.at from generate_series(1, $6::int) i, (select to_timestamp($5::float8 / 1000) as at) t`,
    [target.id, position, target.endpointId, key, due, count],
  );
  position += count;
  await database.pools.writer.query(
    "insert into lane (account_id, endpoint_id, order_key, due_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))",
    [target.id, target.endpointId, key, due],
  );
}

describe("claims", () => {
  it("[CORE-051] a lane is held by one node at a time, oldest first, with its first pending delivery", async () => {
    await insertLane(1, { agoMs: 10, count: 3 });
    await insertLane(2, { agoMs: 30 });
    await insertLane(3, { agoMs: 20 });
    const [a, b] = [createQueue(journal.node), createQueue(journal.node)];
    // Two concurrent claims may choose the same lanes. One of them then gets none, and the next
    // claim gets the rest.
    const claims = (await Promise.all([a.claim(2, "healthy"), b.claim(2, "healthy")])).flatMap(
      (claimed) => claimed.claims,
    );
    claims.push(...(await a.claim(2, "healthy")).claims);
    expect(new Set(claims.map((claim) => claim.orderKey))).toEqual(new Set([1, 2, 3]));
    expect(claims).toHaveLength(3);
    const first = claims.find((claim) => claim.orderKey === 1);
    expect(first).toMatchObject({
      account: testAccount.id,
      endpointId: testAccount.endpointId,
      token: 1,
      interruptedAt: null,
      delivery: { state: "pending", attempts: 0, anchorAt: null },
    });
    expect(first?.delivery.position).toBe(position - 4);
    expect(first?.source.target).toMatchObject({
      endpoint: { kind: "channel", url: "http://x" },
      channel: { id: testAccount.channelId, appendPublicId: true },
    });
    expect((await a.claim(10, "healthy")).claims).toEqual([]);
  });

  it("[CORE-051] what is not due yet stays, and is named as the next due time", async () => {
    await insertLane(1, { agoMs: -3_000 });
    const queue = createQueue(journal.node);
    expect(await queue.claim(10, "healthy")).toEqual({
      claims: [],
      nextDue: clock.now() + 3_000,
      failingDue: null,
    });
  });

  it("[CORE-051] an expired lease is taken again with a higher token and tells of the attempt under way", async () => {
    await insertLane(1);
    const queue = createQueue(journal.node);
    const startedAt = clock.now();
    await queue.claim(10, "healthy");
    await clock.advance(deliveryLeaseMs - 1);
    expect((await queue.claim(10, "healthy")).claims).toEqual([]);
    await clock.advance(1);
    expect((await createQueue(journal.node).claim(10, "healthy")).claims).toMatchObject([
      { token: 2, interruptedAt: startedAt },
    ]);
  });

  it("[CORE-051] [P16] [F12] leases of dead processes are free at start, those of living ones are not", async () => {
    await insertLane(1);
    await insertLane(2);
    const deadAccount = await openOtherNode();
    await createQueue(deadAccount.node).claim(1, "healthy");
    await createQueue(journal.node).claim(1, "healthy");
    await deadAccount.close();
    await waitForOthers(0);
    const queue = createQueue(journal.node);
    expect(await queue.releaseDeadLeases()).toBe(1);
    const { claims } = await queue.claim(10, "healthy");
    expect(claims).toHaveLength(1);
    expect(claims[0]?.interruptedAt).not.toBeNull();
  });

  it("[P16] a node that dies beside others has its leases retaken within seconds", async () => {
    const other = await openOtherNode();
    await insertLane(1);
    await createQueue(other.node).claim(1, "healthy");
    const claimedAt = clock.now();
    const survivor = createQueue(journal.node);
    expect((await survivor.claim(1, "healthy")).claims).toEqual([]);
    await other.close();
    await waitForOthers(0);
    expect(clock.now() - claimedAt).toBeLessThan(5_000);
    expect((await survivor.claim(1, "healthy")).claims).toHaveLength(1);
  });

  it("[CORE-377] after a crash of the database, a node without its lock keeps its leases until it no longer counts as running", async () => {
    const other = await openOtherNode();
    await insertLane(1);
    const { claims } = await createQueue(other.node).claim(1, "healthy");
    await insertLane(2);
    const survivor = createQueue(journal.node);
    expect((await survivor.claim(10, "healthy")).claims).toMatchObject([{ orderKey: 2 }]);
    await database.endGatewaySessions();
    // The other node is still sending, and reconnects later than this one.
    await other.close();
    await clock.advance(4_900);
    expect((await survivor.claim(10, "healthy")).claims).toEqual([]);
    expect(await createQueue(journal.node).releaseDeadLeases()).toBe(0);
    await waitForOthers(0);
    expect((await survivor.claim(10, "healthy")).claims).toMatchObject([
      { orderKey: 1, token: Number(claims[0]?.token) + 1 },
    ]);
  });

  it("[CORE-122] [CORE-132] places taken by another node count", async () => {
    const other = await openOtherNode();
    for (let key = 1; key <= 4; key += 1) await insertLane(key, { agoMs: 100 - key });
    expect((await createQueue(other.node, 3).claim(2, "healthy")).claims).toHaveLength(2);
    expect((await createQueue(journal.node, 3).claim(10, "healthy")).claims).toMatchObject([
      { orderKey: 3 },
    ]);
    await other.close();
  });

  it("[CORE-122] endpoints take turns: the one lane of another is not behind a thousand old ones", async () => {
    const other = await addHealthyAccount();
    for (let key = 1; key <= 20; key += 1) await insertLane(key, { agoMs: 10_000 - key });
    await insertLane(1, { agoMs: 1, at: other });
    const queue = createQueue(journal.node);
    const { claims } = await queue.claim(4, "healthy");
    expect(claims.filter((claim) => claim.endpointId === other.endpointId)).toHaveLength(1);
    expect(
      new Set(
        claims
          .filter((claim) => claim.endpointId === testAccount.endpointId)
          .map((claim) => claim.orderKey),
      ),
    ).toEqual(new Set([1, 2, 3]));
  });

  it("[CORE-122] endpoints that fail, and those that never succeeded, are claimed apart from the others", async () => {
    const [failing, unproven] = [await addHealthyAccount(), await database.addAccount()];
    await setFailing(failing, true);
    await insertLane(1, { agoMs: 10 });
    await insertLane(2, { agoMs: 5_000, at: failing });
    await insertLane(3, { agoMs: 4_000, at: unproven });
    const queue = createQueue(journal.node);
    const keys = async (group: EndpointGroup) =>
      new Set((await queue.claim(64, group)).claims.map((claim) => claim.orderKey));
    expect(await keys("healthy")).toEqual(new Set([1]));
    expect(await keys("failing")).toEqual(new Set([2, 3]));

    await insertLane(4, { at: failing });
    expect(await keys("healthy")).toEqual(new Set([]));
    await setFailing(failing, false);
    expect(await keys("failing")).toEqual(new Set([]));
    expect(await keys("healthy")).toEqual(new Set([4]));
  });

  it("[CORE-122] a claim at healthy endpoints returns when a lane of a failing one is due and has a place", async () => {
    await setFailing(testAccount, true);
    const queue = createQueue(journal.node, 1);
    const failingDue = async () => (await queue.claim(64, "healthy")).failingDue;
    expect(await failingDue()).toBeNull();
    await insertLane(1, { agoMs: -3_000 });
    expect(await failingDue()).toBe(clock.now() + 3_000);
    await insertLane(2, { agoMs: 10 });
    expect(await failingDue()).toBe(clock.now() - 10);
    const [claim] = (await queue.claim(1, "failing")).claims;
    // The only place is taken.
    expect(await failingDue()).toBeNull();
    if (claim) queue.release(claim);
    // The lane that was due has a lease.
    expect(await failingDue()).toBe(clock.now() + 3_000);
  });

  it("[CORE-122] [WH-065] a webhook has places of its own number, and one that is paused or off is passed by", async () => {
    for (let key = 1; key <= 6; key += 1) await insertLane(key, { agoMs: 10 });
    await database.pools.writer.query("update endpoint set kind = 'webhook' where id = $1", [
      testAccount.endpointId,
    ]);
    const queue = createDeliveryQueue({
      pool: database.pools.writer,
      nodeId: journal.node,
      listOtherNodes: () => otherNodes,
      clock,
      slotsPerEndpoint: (kind) => (kind === "webhook" ? 4 : 64),
    });
    const set = (column: "paused_at" | "off_at", at: Date | null) =>
      database.pools.writer.query(`update endpoint set ${column} = $2 where id = $1`, [
        testAccount.endpointId,
        at,
      ]);
    for (const column of ["paused_at", "off_at"] as const) {
      await set(column, new Date(clock.now()));
      expect(await queue.claim(10, "healthy")).toEqual(nothingDue);
      await set(column, null);
    }
    expect((await queue.claim(10, "healthy")).claims).toHaveLength(4);
  });

  it("[CORE-050] a lane without pending deliveries is put to rest", async () => {
    await insertLane(1);
    await database.pools.writer.query(
      "update delivery set state = 'delivered' where account_id = $1",
      [testAccount.id],
    );
    const queue = createQueue(journal.node);
    expect((await queue.claim(10, "healthy")).claims).toEqual([]);
    expect(
      (
        await database.pools.writer.query(
          "select due_at, lease_until, started_at from lane where account_id = $1",
          [testAccount.id],
        )
      ).rows,
    ).toEqual([{ due_at: null, lease_until: null, started_at: null }]);
    expect(await queue.claim(10, "healthy")).toEqual(nothingDue);
  });

  it("[CORE-122] an endpoint gets no more than its places; what waits is counted with its age; a free place is used by the oldest", async () => {
    for (let key = 1; key <= 5; key += 1) await insertLane(key, { agoMs: 100 - key });
    const elsewhere = await addHealthyAccount();
    await insertLane(1, { at: elsewhere });
    const queue = createQueue(journal.node, 2);
    const { claims } = await queue.claim(10, "healthy");
    expect(new Set(claims.map((claim) => `${claim.endpointId} ${claim.orderKey}`))).toEqual(
      new Set([
        `${testAccount.endpointId} 1`,
        `${testAccount.endpointId} 2`,
        `${elsewhere.endpointId} 1`,
      ]),
    );
    expect(queue.isCrowded(testAccount.endpointId)).toBe(true);
    expect(queue.isCrowded(elsewhere.endpointId)).toBe(false);
    expect((await queue.claim(10, "healthy")).claims).toEqual([]);
    expect(await queue.claim(10, "healthy")).toEqual(nothingDue);
    await clock.advance(1_000);
    expect((await queue.stats()).endpoints).toContainEqual({
      account: testAccount.id,
      endpointId: testAccount.endpointId,
      waiting: 3,
      oldestMs: 1_097,
      underWay: 2,
    });
    queue.release({ endpointId: testAccount.endpointId, orderKey: 0 });
    expect((await queue.claim(10, "healthy")).claims).toMatchObject([{ orderKey: 3 }]);
  });
});

/**
 * A queue, the blocks of tables and indexes that each of its claims has read so far, and how many
 * rows of which tables they were.
 */
function createMeasuredQueue(atOnce?: number) {
  const blocks: number[] = [];
  const reads: unknown[] = [];
  const { writer } = database.pools;
  const query = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const { plan, tables } = await explain(statement);
    reads.push(tables);
    blocks.push(Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]));
    return writer.query(statement);
  };
  const pool = Object.create(writer, { query: { value: query } }) as pg.Pool;
  return { queue: createQueue(journal.node, atOnce, pool), blocks, reads };
}

/** Returns the plan of a statement with the blocks and tables that it reads. Rolls it back. */
async function explain({
  text,
  values,
}: pg.QueryConfig): Promise<{ plan: Record<string, unknown>; tables: unknown[] }> {
  const client = await database.pools.writer.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const tables = await client.query(
      "select relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch from pg_stat_xact_user_tables where seq_scan + idx_scan > 0",
    );
    await client.query("rollback");
    return { plan: rows[0]?.["QUERY PLAN"][0].Plan ?? {}, tables: tables.rows };
  } finally {
    client.release();
  }
}

it("[CORE-122] a lane with 20,000 deliveries behind it does not slow the claims of others", async () => {
  let lastReads: unknown;
  const measure = async (): Promise<number> => {
    const { queue, blocks, reads } = createMeasuredQueue(1_000);
    for (let key = 1_000; key < 1_005; key += 1) {
      await insertLane(key, { agoMs: 1 });
      expect((await queue.claim(10, "healthy")).claims).toHaveLength(1);
    }
    lastReads = reads.at(-1);
    // The first claim of a connection also reads the catalogue.
    return Math.min(...blocks);
  };
  const empty = await measure();
  await insertLane(1, { count: 20_000, agoMs: 5 });
  // Without it, plans for an almost empty table are used.
  await analyzeTables(database.url, ["lane", "delivery", "journal"]);
  await createQueue(journal.node).claim(1, "healthy");
  testAccount = await addHealthyAccount();
  const filled = await measure();
  expect(filled, JSON.stringify(lastReads)).toBeLessThan(3 * empty);
});

it("[CORE-122] [F21] a claim beside an endpoint where 200,000 lanes wait does not read them, with its places taken and with one free", async () => {
  const deadAccount = await addHealthyAccount();
  const { queue, blocks } = createMeasuredQueue();
  const measure = async (freeSlots: () => number): Promise<number> => {
    blocks.length = 0;
    for (let n = 0; n < 5; n += 1) {
      const free = freeSlots();
      await insertLane(++laneKey);
      const { claims } = await queue.claim(10, "healthy");
      expect(claims.map((claim) => claim.endpointId).toSorted((a, b) => a - b)).toEqual(
        [
          testAccount.endpointId,
          ...Array.from({ length: free }, () => deadAccount.endpointId),
        ].toSorted((a, b) => a - b),
      );
      queue.release({ endpointId: testAccount.endpointId, orderKey: 0 });
    }
    return Math.min(...blocks);
  };
  let laneKey = 10_000_000;
  // A claim passes the lanes with a lease, at most 69 here, which may be in blocks of their own.
  // The waiting lanes have 2,000 blocks.
  const maxBlocks = 3 * (await measure(() => 0)) + 4 * 69;

  // The oldest 100 lanes have deliveries and take all slots. The following lanes of this endpoint
  // are older than those of other endpoints.
  for (let key = 1; key <= 100; key += 1)
    await insertLane(key, { agoMs: 10_000 - key, at: deadAccount });
  expect((await queue.claim(64, "healthy")).claims).toHaveLength(64);
  await database.pools.writer.query(
    "insert into lane (account_id, endpoint_id, order_key, due_at) select $1, $2, 1000 + i, to_timestamp($3::float8 / 1000) from generate_series(1, 200000) i",
    [deadAccount.id, deadAccount.endpointId, clock.now() - 1_000],
  );
  try {
    expect(await measure(() => 0), "all places taken").toBeLessThan(maxBlocks);
    expect(
      await measure(() => {
        queue.release({ endpointId: deadAccount.endpointId, orderKey: 0 });
        return 1;
      }),
      "one place free",
    ).toBeLessThan(maxBlocks);
    expect(
      (await createQueue(journal.node).stats()).endpoints.find(
        (one) => one.endpointId === deadAccount.endpointId,
      ),
    ).toMatchObject({
      waiting: 200_031,
      underWay: 69,
    });
  } finally {
    await database.pools.writer.query("delete from lane where endpoint_id = $1", [
      deadAccount.endpointId,
    ]);
  }
});
