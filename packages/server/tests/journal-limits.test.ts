import { createHash } from "node:crypto";
import { startTestDatabaseServer } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { Refusal } from "../src/core/failure.ts";
import { accept, chatOf, faults, openGround, say } from "./journal-kit.ts";
import type { Ground, Place } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

/**
 * Runs `work` while another session locks the head of the account. Releases the lock when all of it
 * waits.
 */
async function behindHeldHead<R>(
  place: Place,
  work: () => readonly Promise<R>[],
  waiting: number,
): Promise<readonly PromiseSettledResult<R>[]> {
  const holder = new pg.Client({ connectionString: ground.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from account_head where account_id = $1 for update", [place.account]);
  const results = Promise.allSettled(work());
  const watcher = new pg.Client({ connectionString: ground.url });
  await watcher.connect();
  for (let held = 0; held < waiting;) {
    const { rows } = await watcher.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'select commit_batch%' and datname = current_database()",
    );
    held = rows[0]?.n ?? 0;
  }
  await watcher.end();
  await holder.query("commit");
  await holder.end();
  return results;
}
const won = <R>(results: readonly PromiseSettledResult<R>[]): readonly R[] =>
  results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));

describe("racing behind a held head", () => {
  it("[CORE-034] two accepts: one winner", async () => {
    const first = await ground.node();
    const nodes = [first, await ground.node()];
    const place = await ground.account(2);
    const chat = chatOf((await first.write(say(place, "ann", "hello"))).answer);
    // Both nodes have the chat in memory as waiting.
    await Promise.all(nodes.map((node) => node.write(say(place, "ann", "more"))));
    const results = await behindHeldHead(place, () => nodes.map((node, n) => node.write(accept(place, chat, place.operators[n] ?? 0))), 2);
    expect(won(results)).toHaveLength(1);
    expect(results.flatMap((one) => (one.status === "rejected" ? [(one.reason as Refusal).failure.by?.id] : []))).toEqual([
      (JSON.parse(won(results)[0]?.answer ?? "") as { by: number }).by,
    ]);
  });

  it("[CORE-022] [CH-057] two first messages with one key: one visitor, one chat, one message", async () => {
    const nodes = [await ground.node(), await ground.node()];
    const place = await ground.account();
    const idempotency = { scope: "s", key: "k", hash: createHash("sha256").update("x").digest() };
    const results = won(await behindHeldHead(place, () => nodes.map((node) => node.write(say(place, "new", "x", { idempotency }))), 2));
    expect(new Set(results.map((one) => one.replayed))).toEqual(new Set([false, "key"]));
    expect(results[0]?.answer).toBe(results[1]?.answer);
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-042] a head held for too long is refused, and nothing is left behind", async () => {
    const node = await ground.node({ url: ground.url });
    const place = await ground.account();
    const holder = new pg.Client({ connectionString: ground.url });
    await holder.connect();
    await holder.query("begin; select from account_head for update");
    const results = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => node.write(say(place, `v${n}`, "x"))));
    expect(results.map((one) => (one.status === "rejected" && one.reason instanceof Refusal ? one.reason.failure.failure : "ok"))).toEqual(
      Array.from({ length: 5 }, () => "temporarily_unavailable"),
    );
    await holder.query("commit");
    await holder.end();
    await node.write(say(place, "v0", "after"));
    expect(await faults(ground.pools)).toEqual([]);
  });
});

describe("bounds", () => {
  it("[CORE-042] a full cache costs queries, not correctness", async () => {
    const node = await ground.node({ cache: { visitors: 3, accounts: 1 } });
    const places = [await ground.account(), await ground.account()];
    await Promise.all(Array.from({ length: 200 }, (_, n) => node.write(say(places[n % 2] as Place, `v${n % 14}`, `m${n}`))));
    for (let n = 0; n < 40; n++) await node.write(say(places[n % 2] as Place, `v${n % 14}`, `s${n}`));
    const { rows } = await ground.pools.writer.query("select count(*)::int as n from visitor where account_id = any($1)", [
      places.map((place) => place.account),
    ]);
    expect(rows).toEqual([{ n: 14 }]);
    expect(await faults(ground.pools)).toEqual([]);
  });

  it("[CORE-040] a clock put back by an hour changes no order", async () => {
    const clock = new ManualClock();
    const node = await ground.node({ clock });
    const place = await ground.account();
    const positions: number[] = [];
    for (const shift of [0, -3_600_000, 3_600_000, -86_400_000]) {
      clock.set(clock.now() + shift);
      positions.push((await node.write(say(place, "ann", "x"))).position);
    }
    expect(positions).toEqual([3, 4, 5, 6]);
    expect((await node.read(place.account, 0, 10)).map((entry) => entry.position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("[CORE-043] messages leave the hot rows on their page: no index is written for chat and head", async () => {
    // Its own database server: an open transaction of another test would keep old rows on their
    // pages, in whatever database.
    const server = await startTestDatabaseServer();
    const own = await openGround(server.url);
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    // ANALYZE in the background has a snapshot, so on a busy machine old rows would stay on their
    // pages.
    await client.query(`do $$ declare t text; begin
      for t in select tablename from pg_tables where schemaname = 'public' loop execute format('alter table %I set (autovacuum_enabled = off)', t); end loop;
    end $$`);
    const node = await own.node();
    const place = await own.account();
    for (let n = 0; n < 20; n++) await node.write(say(place, `v${n}`, "first"));
    for (let n = 0; n < 400; n++) await node.write(say(place, `v${n % 20}`, `m${n}`));
    await node.close();
    let all = 0;
    let hot = 0;
    while (all < 800) {
      const { rows } = await client.query<{ all: number; hot: number }>(
        "select sum(n_tup_upd)::int as all, sum(n_tup_hot_upd)::int as hot from pg_stat_user_tables where relname in ('chat', 'account_head')",
      );
      ({ all, hot } = rows[0] ?? { all, hot });
    }
    await client.end();
    expect(hot / all).toBeGreaterThan(0.9);
    await own.drop();
    await server.stop();
  });

  it("[CORE-002] a read that takes longer than 5 s is cut, and the connection serves again", async () => {
    await expect(ground.pools.reader.rows(1, "select pg_sleep(8)")).rejects.toThrow("temporarily_unavailable");
    expect(await ground.pools.reader.rows(1, "select 1 as x")).toEqual([{ x: 1 }]);
  });
});
