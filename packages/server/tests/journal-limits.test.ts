import { createHash } from "node:crypto";
import { waitForPoll } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { Refusal } from "../src/core/failure.ts";
import { openPools } from "../src/store/database/pools.ts";
import {
  buildAccept,
  getChatId,
  findInconsistencies,
  openJournalFixture,
  buildVisitorMessage,
} from "./journal-fixture.ts";
import type { JournalFixture, TestAccount } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

/**
 * Runs `work` while another session locks the head of the account. Releases the lock when all
 * commands are waiting.
 */
async function runBehindLock<R>(
  testAccount: TestAccount,
  work: () => readonly Promise<R>[],
  waiting: number,
): Promise<readonly PromiseSettledResult<R>[]> {
  const holder = new pg.Client({ connectionString: fixture.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(-$1::bigint)", [testAccount.id]);
  const results = Promise.allSettled(work());
  const watcher = new pg.Client({ connectionString: fixture.url });
  await watcher.connect();
  for (let waitingCount = 0; waitingCount < waiting; await waitForPoll()) {
    const { rows } = await watcher.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'select commit_batch%' and datname = current_database()",
    );
    waitingCount = rows[0]?.n ?? 0;
  }
  await watcher.end();
  await holder.query("commit");
  await holder.end();
  return results;
}
const listWinners = <R>(results: readonly PromiseSettledResult<R>[]): readonly R[] =>
  results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));

describe("racing behind a held head", () => {
  it("[CORE-034] two accepts: one winner", async () => {
    const first = await fixture.openNode();
    const nodes = [first, await fixture.openNode()];
    const testAccount = await fixture.addAccount(2);
    const chat = getChatId(
      (await first.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
    );
    // Both nodes have the chat in state `waiting` in memory.
    await Promise.all(
      nodes.map((node) => node.write(buildVisitorMessage(testAccount, "ann", "more"))),
    );
    const results = await runBehindLock(
      testAccount,
      () =>
        nodes.map((node, n) =>
          node.write(buildAccept(testAccount, chat, testAccount.operatorIds[n] ?? 0)),
        ),
      2,
    );
    expect(listWinners(results)).toHaveLength(1);
    expect(
      results.flatMap((one) =>
        one.status === "rejected" ? [(one.reason as Refusal).failure.by?.id] : [],
      ),
    ).toEqual([listWinners(results)[0]?.answer.by]);
  });

  it("[CORE-022] [CH-057] two first messages with one key: one visitor, one chat, one message", async () => {
    const nodes = [await fixture.openNode(), await fixture.openNode()];
    const testAccount = await fixture.addAccount();
    const idempotency = { scope: "s", key: "k", hash: createHash("sha256").update("x").digest() };
    const results = listWinners(
      await runBehindLock(
        testAccount,
        () =>
          nodes.map((node) =>
            node.write(buildVisitorMessage(testAccount, "new", "x", { idempotency })),
          ),
        2,
      ),
    );
    expect(new Set(results.map((one) => one.replayed))).toEqual(new Set([false, "key"]));
    expect(JSON.stringify(results[0]?.answer)).toBe(JSON.stringify(results[1]?.answer));
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CORE-042] an account locked for too long is refused, and nothing is left behind", async () => {
    const node = await fixture.openNode({ url: fixture.url });
    const testAccount = await fixture.addAccount();
    const holder = new pg.Client({ connectionString: fixture.url });
    await holder.connect();
    await holder.query("begin; select pg_advisory_xact_lock(-account_id) from account_head");
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) =>
        node.write(buildVisitorMessage(testAccount, `v${n}`, "x")),
      ),
    );
    expect(
      results.map((one) =>
        one.status === "rejected" && one.reason instanceof Refusal
          ? one.reason.failure.failure
          : "ok",
      ),
    ).toEqual(Array.from({ length: 5 }, () => "temporarily_unavailable"));
    await holder.query("commit");
    await holder.end();
    await node.write(buildVisitorMessage(testAccount, "v0", "after"));
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
});

describe("bounds", () => {
  it("[CORE-042] a full cache costs queries, not correctness", async () => {
    const node = await fixture.openNode({ memory: { visitors: 3, accounts: 1 } });
    const places = [await fixture.addAccount(), await fixture.addAccount()];
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        node.write(buildVisitorMessage(places[n % 2] as TestAccount, `v${n % 14}`, `m${n}`)),
      ),
    );
    for (let n = 0; n < 40; n++)
      await node.write(buildVisitorMessage(places[n % 2] as TestAccount, `v${n % 14}`, `s${n}`));
    const { rows } = await fixture.pools.writer.query(
      "select count(*)::int as n from visitor where account_id = any($1)",
      [places.map((testAccount) => testAccount.id)],
    );
    expect(rows).toEqual([{ n: 14 }]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CORE-040] a clock put back by an hour changes no order", async () => {
    const clock = new ManualClock();
    const node = await fixture.openNode({ clock });
    const testAccount = await fixture.addAccount();
    const positions: number[] = [];
    for (const shift of [0, -3_600_000, 3_600_000, -86_400_000]) {
      clock.set(clock.now() + shift);
      positions.push((await node.write(buildVisitorMessage(testAccount, "ann", "x"))).position);
    }
    expect(positions).toEqual([3, 4, 5, 6]);
    expect((await node.read(testAccount.id, 0, 10)).map((entry) => entry.position)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it("[CORE-043] a message changes no row: chat, visitor and account stay as they are", async () => {
    const node = await fixture.openNode();
    const testAccount = await fixture.addAccount();
    for (let n = 0; n < 3; n++)
      await node.write(buildVisitorMessage(testAccount, `v${n}`, "first"));
    // Each version of a row has another place.
    const readVersions = async (): Promise<readonly object[]> =>
      (
        await fixture.pools.writer.query<object>(
          `select 'chat' as name, ctid::text from chat where account_id = $1
           union all select 'visitor', ctid::text from visitor where account_id = $1
           union all select 'account', ctid::text from account_head where account_id = $1`,
          [testAccount.id],
        )
      ).rows;
    const before = await readVersions();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        node.write(buildVisitorMessage(testAccount, `v${n % 3}`, `m${n}`)),
      ),
    );
    expect(before).toHaveLength(7);
    expect(await readVersions()).toEqual(before);
    await node.close();
  });

  it("[CORE-002] a read that takes longer than 5 s is cut, and the connection serves again", async () => {
    const limit = "select current_setting('statement_timeout') as limit";
    const usual = openPools(fixture.url);
    const pools = openPools(fixture.url, { statementMs: { writer: 10_000, reader: 200 } });
    onTestFinished(async () => {
      await usual.close();
      await pools.close();
    });
    expect(await usual.reader.rows(1, limit)).toEqual([{ limit: "5s" }]);
    const { reader } = pools;
    await expect(reader.rows(1, "select pg_sleep(8)")).rejects.toThrow("temporarily_unavailable");
    expect(await reader.rows(1, "select 1 as x")).toEqual([{ x: 1 }]);
  });
});
