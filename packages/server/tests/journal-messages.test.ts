import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Journal } from "../src/journal/index.ts";
import {
  parseChatId,
  buildClose,
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
 * Opens a node until the end of the test. A node that is not alone uses the full form of a batch.
 */
const openNode = async (...options: Parameters<JournalFixture["openNode"]>): Promise<Journal> => {
  const node = await fixture.openNode(...options);
  onTestFinished(() => node.close());
  return node;
};
/** A bus that loses every message, so that two nodes do not detect each other. */
const silentBus = {
  announce: () => undefined,
  onHead: () => () => undefined,
  close: () => Promise.resolve(),
};
/** Counts the batches in full form. Only they change the row of the node. */
const countFullBatches = async (node: Journal): Promise<number> =>
  (
    await fixture.pools.writer.query<{ n: number }>(
      "select last_batch as n from node where id = $1",
      [node.node],
    )
  ).rows[0]?.n ?? Number.NaN;
const readSeqs = async (testAccount: TestAccount): Promise<readonly number[]> =>
  (
    await fixture.pools.writer.query<{ seq: number }>(
      "select seq from journal where account_id = $1 and seq is not null order by chat_id = (select min(chat_id) from journal where account_id = $1), position",
      [testAccount.id],
    )
  ).rows.map((row) => row.seq);

describe("the short form of a batch", () => {
  it("[CORE-040] messages of a running chat take it, and are numbered like all others", async () => {
    const node = await openNode();
    const testAccount = await fixture.addAccount();
    await node.write(buildVisitorMessage(testAccount, "ann", "first"));
    const before = await countFullBatches(node);
    const answers = [];
    for (const text of ["second", "third"])
      answers.push(
        JSON.parse(
          (await node.write(buildVisitorMessage(testAccount, "ann", text))).answer,
        ) as unknown,
      );
    expect(await countFullBatches(node)).toBe(before);
    expect(answers).toMatchObject([
      { visitor: { number: 1 }, message: { seq: 2 } },
      { visitor: { number: 1 }, message: { seq: 3 } },
    ]);
    expect(await readSeqs(testAccount)).toEqual([1, 2, 3]);
  });

  it("[CORE-043] what another node did meanwhile is seen: no message goes into a chat that was closed there", async () => {
    const testAccount = await fixture.addAccount();
    const otherNode = await openNode({ bus: silentBus });
    const first = parseChatId(
      (await otherNode.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
    );
    const secondNode = await openNode({ bus: silentBus });
    await secondNode.write(buildClose(testAccount, first));
    const next = await otherNode.write(
      buildVisitorMessage(testAccount, "ann", "are you still there?"),
    );
    expect(parseChatId(next.answer)).not.toBe(first);
    const { rows } = await fixture.pools.writer.query<{ n: number }>(
      "select count(*)::int as n from journal where account_id = $1 and chat_id = $2 and seq is not null",
      [testAccount.id, first],
    );
    expect(rows[0]?.n).toBe(1);
  });

  it("[CORE-043] a change of settings that is not published here yet refuses the short form: the old settings decide nothing", async () => {
    const testAccount = await fixture.addAccount();
    const node = await openNode();
    await node.write(buildVisitorMessage(testAccount, "ann", "hello"));
    const before = await countFullBatches(node);
    // The row is written as by another process.
    await fixture.pools.writer.query(
      "update account_head set position = position + 1, config_version = config_version + 1 where account_id = $1",
      [testAccount.id],
    );
    await fixture.pools.writer.query(
      `insert into journal (account_id, position, at, name, body)
      select $1, position, now(), 'settings_changed', '{"kind":"account","id":null}' from account_head where account_id = $1`,
      [testAccount.id],
    );
    const { position } = await node.write(buildVisitorMessage(testAccount, "ann", "again"));
    expect(await countFullBatches(node)).toBeGreaterThan(before);
    const at = await node.head(testAccount.id, position);
    expect(at.position).toBe(position);
    expect(await readSeqs(testAccount)).toEqual([1, 2]);
  });
});

describe("what is remembered", () => {
  it("[CORE-043] after a restart a visitor is read once, not for each of his messages", async () => {
    const testAccount = await fixture.addAccount();
    const before = await openNode();
    await before.write(buildVisitorMessage(testAccount, "ann", "hello"));
    await before.close();
    let reads = 0;
    const gateway = async (): Promise<pg.Client> => {
      const client = await fixture.pools.gateway();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        if ((args[0] as { name?: string } | null)?.name === "load_customers") reads++;
        return query(...args);
      }) as typeof client.query;
      return client;
    };
    const node = await openNode({ pools: { ...fixture.pools, gateway } });
    for (const text of ["one", "two", "three"])
      await node.write(buildVisitorMessage(testAccount, "ann", text));
    expect(reads).toBe(1);
    expect(await readSeqs(testAccount)).toEqual([1, 2, 3, 4]);
  });
});
