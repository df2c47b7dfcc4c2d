import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openJournalFixture, type JournalFixture, type TestAccount } from "./journal-fixture.ts";

let database: JournalFixture;
let testAccount: TestAccount;
beforeAll(async () => {
  database = await openJournalFixture();
  testAccount = await database.addAccount();
});
afterAll(() => database.drop());

/** Adds deliveries from position `from` up to `to`, in turn to `lanes` lanes that are due. */
async function addDeliveries(from: number, to: number, lanes: number): Promise<void> {
  const { id, endpointId } = testAccount;
  await database.pools.writer.query(
    `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, next_at, created_at, updated_at)
     select $1, i, $2, i, i % $5 + 1, i, 'text', now(), now(), now() from generate_series($3::int, $4::int) i`,
    [id, endpointId, from, to, lanes],
  );
  await database.pools.writer.query(
    `insert into lane (account_id, endpoint_id, order_key, due_at) select $1, $2, i, now() - interval '1 minute' from generate_series(1, $3::int) i
     on conflict do nothing`,
    [id, endpointId, lanes],
  );
}

/** Returns how many blocks of tables and indexes a call reads. */
async function countBlocks(client: pg.ClientBase, call: string): Promise<number> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) select ${call}`,
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return Number(plan?.["Shared Hit Blocks"]) + Number(plan?.["Shared Read Blocks"]);
}

it("[CORE-122] a session that planned its calls beside few deliveries reads no others later, although tables were never analysed", async () => {
  const { id, endpointId } = testAccount;
  const wake = `wake_lanes('{${id}}', '{${endpointId}}', '{7}', array[(extract(epoch from now()) * 1000)::bigint])`;
  const claim = (limit: number): string =>
    `claim_deliveries(1, t.ms, t.ms + 30000, ${limit}, true, 10000, 10000, '{}', '{}', false) from (select (extract(epoch from now()) * 1000)::bigint as ms) t`;
  const client = await database.pools.writer.connect();
  try {
    // Before them, the planner expects ten rows, and any index to cost the same.
    await addDeliveries(1, 256, 256);
    await countBlocks(client, wake);
    await countBlocks(client, claim(256));
    await database.pools.writer.query("update lane set lease_until = null, lease_node = null");
    await addDeliveries(257, 20_000, 2_000);
    expect(await countBlocks(client, wake)).toBeLessThan(50);
    // Of each lane, the claim reads the lane, its first delivery and their keys.
    expect(await countBlocks(client, claim(50))).toBeLessThan(50 * 50);
  } finally {
    client.release(true);
  }
});
