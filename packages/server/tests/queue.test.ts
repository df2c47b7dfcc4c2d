import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import type { Journal } from "../src/journal/index.ts";
import { leaseMs, createDeliveryQueue, type DeliveryQueue } from "../src/queue/index.ts";
import { openGround, type Ground, type Place } from "./journal-kit.ts";

let ground: Ground;
let clock: ManualClock;
let journal: Journal;
let place: Place;
let position = 0;
beforeAll(async () => {
  ground = await openGround();
  clock = new ManualClock();
  journal = await ground.node({ clock });
});
beforeEach(async () => {
  // Every test has its own account. Lanes of other tests must not be due.
  await ground.pools.writer.query("update lane set due_at = null, lease_node = null, lease_until = null, started_at = null");
  place = await ground.account();
});
afterAll(() => ground.drop());

const queueOf = (nodeId: number, atOnce = 64): DeliveryQueue =>
  createDeliveryQueue({ pool: ground.pools.writer, nodeId, clock, slotsPerEndpoint: () => atOnce });

/** Inserts a lane with `count` pending deliveries that were due `agoMs` ago. */
async function lane(key: number, { count = 1, agoMs = 0, at = place }: { count?: number; agoMs?: number; at?: Place } = {}): Promise<void> {
  const due = clock.now() - agoMs;
  await ground.pools.writer.query(
    `insert into journal (account_id, position, at, name, channel_id, chat_id, seq, body)
     select $1, $2::bigint + i, to_timestamp($3::float8 / 1000), 'message_created', $4, null, null, '{}' from generate_series(1, $5::int) i`,
    [at.account, position, due, at.channel, count],
  );
  await ground.pools.writer.query(
    `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, next_at, created_at, updated_at)
     select $1, $2::bigint + i, $3, $2::bigint + i, $4, $2::bigint + i, 'text', t.at, t.at, t.at from generate_series(1, $6::int) i, (select to_timestamp($5::float8 / 1000) as at) t`,
    [at.account, position, at.endpoint, key, due, count],
  );
  position += count;
  await ground.pools.writer.query(
    "insert into lane (account_id, endpoint_id, order_key, due_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))",
    [at.account, at.endpoint, key, due],
  );
}

describe("claims", () => {
  it("[CORE-051] a lane is held by one node at a time, oldest first, with its first pending delivery", async () => {
    await lane(1, { agoMs: 10, count: 3 });
    await lane(2, { agoMs: 30 });
    await lane(3, { agoMs: 20 });
    const [a, b] = [queueOf(journal.node), queueOf(journal.node)];
    // Two concurrent claims may choose the same lanes. One of them then gets none, and the next
    // claim gets the rest.
    const claims = (await Promise.all([a.claim(2), b.claim(2)])).flatMap((claimed) => claimed.claims);
    claims.push(...(await a.claim(2)).claims);
    expect(new Set(claims.map((claim) => claim.orderKey))).toEqual(new Set([1, 2, 3]));
    expect(claims).toHaveLength(3);
    const first = claims.find((claim) => claim.orderKey === 1);
    expect(first).toMatchObject({
      account: place.account,
      endpointId: place.endpoint,
      token: 1,
      interruptedAt: null,
      delivery: { state: "pending", attempts: 0, anchorAt: null },
    });
    expect(first?.delivery.position).toBe(position - 4);
    expect(first?.source.target).toMatchObject({
      endpoint: { kind: "channel", url: "http://x" },
      channel: { id: place.channel, appendPublicId: true },
    });
    expect((await a.claim(10)).claims).toEqual([]);
  });

  it("[CORE-051] what is not due yet stays, and is named as the next due time", async () => {
    await lane(1, { agoMs: -3_000 });
    const queue = queueOf(journal.node);
    expect(await queue.claim(10)).toEqual({ claims: [], nextDue: clock.now() + 3_000 });
  });

  it("[CORE-051] an expired lease is taken again with a higher token and tells of the attempt under way", async () => {
    await lane(1);
    const queue = queueOf(journal.node);
    const startedAt = clock.now();
    await queue.claim(10);
    await clock.advance(leaseMs - 1);
    expect((await queue.claim(10)).claims).toEqual([]);
    await clock.advance(1);
    expect((await queueOf(journal.node).claim(10)).claims).toMatchObject([{ token: 2, interruptedAt: startedAt }]);
  });

  it("[CORE-051] [P16] [F12] leases of dead processes are free at start, those of living ones are not", async () => {
    await lane(1);
    await lane(2);
    const dead = await ground.node({ clock });
    await queueOf(dead.node).claim(1);
    await queueOf(journal.node).claim(1);
    await dead.close();
    const queue = queueOf(journal.node);
    expect(await queue.releaseDeadLeases()).toBe(1);
    const { claims } = await queue.claim(10);
    expect(claims).toHaveLength(1);
    expect(claims[0]?.interruptedAt).not.toBeNull();
  });

  it("[P16] a node that dies beside others has its leases retaken within seconds", async () => {
    const other = await ground.node({ clock });
    await lane(1);
    await queueOf(other.node).claim(1);
    const survivor = queueOf(journal.node);
    expect((await survivor.claim(1)).claims).toEqual([]);
    await other.close();
    await clock.advance(5_000);
    expect((await survivor.claim(1)).claims).toHaveLength(1);
  });

  it("[CORE-122] [CORE-132] places taken by another node count", async () => {
    const other = await ground.node({ clock });
    for (let key = 1; key <= 4; key += 1) await lane(key, { agoMs: 100 - key });
    expect((await queueOf(other.node, 3).claim(2)).claims).toHaveLength(2);
    expect((await queueOf(journal.node, 3).claim(10)).claims).toMatchObject([{ orderKey: 3 }]);
    await other.close();
  });

  it("[CORE-122] endpoints take turns: the one lane of another is not behind a thousand old ones, and those that work come before those that fail", async () => {
    const [other, failing] = [await ground.account(), await ground.account()];
    for (let key = 1; key <= 20; key += 1) await lane(key, { agoMs: 10_000 - key });
    await lane(1, { agoMs: 5_000, at: failing });
    await lane(1, { agoMs: 1, at: other });
    await ground.pools.writer.query(
      "insert into endpoint_health (account_id, endpoint_id, failing_since) values ($1, $2, now()), ($3, $4, now())",
      [place.account, place.endpoint, failing.account, failing.endpoint],
    );
    const queue = queueOf(journal.node);
    const first = (await queue.claim(1)).claims;
    expect(first.map((claim) => claim.endpointId)).toEqual([other.endpoint]);
    const { claims } = await queue.claim(4);
    expect(claims.filter((claim) => claim.endpointId === failing.endpoint)).toHaveLength(1);
    expect(new Set(claims.filter((claim) => claim.endpointId === place.endpoint).map((claim) => claim.orderKey))).toEqual(
      new Set([1, 2, 3]),
    );
  });

  it("[CORE-122] few lanes of endpoints that fail come with one claim, and the next one is due at once", async () => {
    const other = await ground.account();
    for (let key = 1; key <= 20; key += 1) await lane(key, { agoMs: 100 - key });
    for (let key = 1; key <= 10; key += 1) await lane(key, { agoMs: 1, at: other });
    await ground.pools.writer.query("insert into endpoint_health (account_id, endpoint_id, failing_since) values ($1, $2, now())", [
      place.account,
      place.endpoint,
    ]);
    const queue = queueOf(journal.node);
    const { claims, nextDue } = await queue.claim(64);
    const keys = (of: number) => claims.filter((claim) => claim.endpointId === of).map((claim) => claim.orderKey);
    expect(keys(other.endpoint)).toHaveLength(10);
    expect(new Set(keys(place.endpoint))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(nextDue).toBeLessThanOrEqual(clock.now());
    expect((await queue.claim(64)).claims).toHaveLength(8);
    expect((await queue.claim(64)).claims).toHaveLength(4);
    expect(await queue.claim(64)).toEqual({ claims: [], nextDue: null });
  });

  it("[CORE-122] [WH-065] a webhook has places of its own number, and one that is paused or off is passed by", async () => {
    for (let key = 1; key <= 6; key += 1) await lane(key, { agoMs: 10 });
    await ground.pools.writer.query("update endpoint set kind = 'webhook' where id = $1", [place.endpoint]);
    const queue = createDeliveryQueue({
      pool: ground.pools.writer,
      nodeId: journal.node,
      clock,
      slotsPerEndpoint: (kind) => (kind === "webhook" ? 4 : 64),
    });
    const set = (column: "paused_at" | "off_at", at: Date | null) =>
      ground.pools.writer.query(`update endpoint set ${column} = $2 where id = $1`, [place.endpoint, at]);
    for (const column of ["paused_at", "off_at"] as const) {
      await set(column, new Date(clock.now()));
      expect(await queue.claim(10)).toEqual({ claims: [], nextDue: null });
      await set(column, null);
    }
    expect((await queue.claim(10)).claims).toHaveLength(4);
  });

  it("[CORE-050] a lane without pending deliveries is put to rest", async () => {
    await lane(1);
    await ground.pools.writer.query("update delivery set state = 'delivered' where account_id = $1", [place.account]);
    const queue = queueOf(journal.node);
    expect((await queue.claim(10)).claims).toEqual([]);
    expect(
      (await ground.pools.writer.query("select due_at, lease_until, started_at from lane where account_id = $1", [place.account])).rows,
    ).toEqual([{ due_at: null, lease_until: null, started_at: null }]);
    expect(await queue.claim(10)).toEqual({ claims: [], nextDue: null });
  });

  it("[CORE-122] an endpoint gets no more than its places; what waits is counted with its age; a free place is used by the oldest", async () => {
    for (let key = 1; key <= 5; key += 1) await lane(key, { agoMs: 100 - key });
    const elsewhere = await ground.account();
    await lane(1, { at: elsewhere });
    const queue = queueOf(journal.node, 2);
    const { claims } = await queue.claim(10);
    expect(new Set(claims.map((claim) => `${claim.endpointId} ${claim.orderKey}`))).toEqual(
      new Set([`${place.endpoint} 1`, `${place.endpoint} 2`, `${elsewhere.endpoint} 1`]),
    );
    expect((await queue.claim(10)).claims).toEqual([]);
    expect(await queue.claim(10)).toEqual({ claims: [], nextDue: null });
    await clock.advance(1_000);
    expect((await queue.stats()).endpoints).toContainEqual({
      account: place.account,
      endpointId: place.endpoint,
      waiting: 3,
      oldestMs: 1_097,
      underWay: 2,
    });
    queue.release({ endpointId: place.endpoint });
    expect((await queue.claim(10)).claims).toMatchObject([{ orderKey: 3 }]);
  });
});

it("[CORE-122] a lane with 20,000 deliveries behind it does not slow the claims of others", async () => {
  const time = async (): Promise<number> => {
    const queue = queueOf(journal.node, 1_000);
    const times: number[] = [];
    for (let key = 1_000; key < 1_015; key += 1) {
      await lane(key, { agoMs: 1 });
      const startedAt = performance.now();
      expect((await queue.claim(10)).claims).toHaveLength(1);
      times.push(performance.now() - startedAt);
    }
    // The minimum: other load on the machine only increases times.
    return Math.min(...times);
  };
  const empty = await time();
  await lane(1, { count: 20_000, agoMs: 5 });
  await queueOf(journal.node).claim(1);
  place = await ground.account();
  expect(await time()).toBeLessThan(Math.max(3 * empty, 15));
});

it("[CORE-122] [F21] a claim beside an endpoint where 200,000 lanes wait takes at most three times as long, with its places taken and with one free", async () => {
  const dead = await ground.account();
  const queue = queueOf(journal.node);
  const time = async (places: () => number): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const free = places();
      await lane(++laneKey);
      const startedAt = performance.now();
      const { claims } = await queue.claim(10);
      times.push(performance.now() - startedAt);
      expect(claims.map((claim) => claim.endpointId).toSorted((a, b) => a - b)).toEqual(
        [place.endpoint, ...Array.from({ length: free }, () => dead.endpoint)].toSorted((a, b) => a - b),
      );
      queue.release({ endpointId: place.endpoint });
    }
    // The minimum: checkpoints, vacuum and other load do not count.
    return Math.min(...times);
  };
  let laneKey = 10_000_000;
  const empty = await time(() => 0);
  // Reading each of those lanes would take at least 50 ms.
  const most = Math.max(3 * empty, 5);

  // The oldest 100 lanes have deliveries and take all slots. The lanes behind them are due
  // before those of other endpoints.
  for (let key = 1; key <= 100; key += 1) await lane(key, { agoMs: 10_000 - key, at: dead });
  expect((await queue.claim(64)).claims).toHaveLength(64);
  await ground.pools.writer.query(
    "insert into lane (account_id, endpoint_id, order_key, due_at) select $1, $2, 1000 + i, to_timestamp($3::float8 / 1000) from generate_series(1, 200000) i",
    [dead.account, dead.endpoint, clock.now() - 1_000],
  );
  try {
    expect(await time(() => 0), "all places taken").toBeLessThan(most);
    expect(
      await time(() => {
        queue.release({ endpointId: dead.endpoint });
        return 1;
      }),
      "one place free",
    ).toBeLessThan(most);
    expect((await queue.stats()).endpoints.find((one) => one.endpointId === dead.endpoint)).toMatchObject({
      waiting: 200_005,
      underWay: 95,
    });
  } finally {
    await ground.pools.writer.query("delete from lane where endpoint_id = $1", [dead.endpoint]);
  }
});
