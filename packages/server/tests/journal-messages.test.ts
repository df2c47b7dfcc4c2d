import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Journal } from "../src/journal/index.ts";
import { chatOf, close, openGround, say } from "./journal-kit.ts";
import type { Ground, Place } from "./journal-kit.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.drop());

/**
 * Opens a node until the end of the test. A node that is not alone uses the full form of a batch.
 */
const open = async (...how: Parameters<Ground["node"]>): Promise<Journal> => {
  const node = await ground.node(...how);
  onTestFinished(() => node.close());
  return node;
};
/** A bus that loses every message, so that two nodes do not know of each other. */
const deaf = { announce: () => undefined, onHead: () => () => undefined, close: () => Promise.resolve() };
/** Counts the batches in full form. Only they are noted in the row of the node. */
const fullBatches = async (node: Journal): Promise<number> =>
  (await ground.pools.writer.query<{ n: number }>("select last_batch as n from node where id = $1", [node.node])).rows[0]?.n ?? Number.NaN;
const seqs = async (place: Place): Promise<readonly number[]> =>
  (
    await ground.pools.writer.query<{ seq: number }>(
      "select seq from journal where account_id = $1 and seq is not null order by chat_id = (select min(chat_id) from journal where account_id = $1), position",
      [place.account],
    )
  ).rows.map((row) => row.seq);

describe("the short form of a batch", () => {
  it("[CORE-040] messages of a running chat take it, and are numbered like all others", async () => {
    const node = await open();
    const place = await ground.account();
    await node.write(say(place, "ann", "first"));
    const before = await fullBatches(node);
    const answers = [];
    for (const text of ["second", "third"]) answers.push(JSON.parse((await node.write(say(place, "ann", text))).answer) as unknown);
    expect(await fullBatches(node)).toBe(before);
    expect(answers).toMatchObject([
      { visitor: { number: 1 }, message: { seq: 2 } },
      { visitor: { number: 1 }, message: { seq: 3 } },
    ]);
    expect(await seqs(place)).toEqual([1, 2, 3]);
  });

  it("[CORE-043] what another node did meanwhile is seen: no message goes into a chat that was closed there", async () => {
    const place = await ground.account();
    const here = await open({ bus: deaf });
    const first = chatOf((await here.write(say(place, "ann", "hello"))).answer);
    const there = await open({ bus: deaf });
    await there.write(close(place, first));
    const next = await here.write(say(place, "ann", "are you still there?"));
    expect(chatOf(next.answer)).not.toBe(first);
    const { rows } = await ground.pools.writer.query<{ n: number }>(
      "select count(*)::int as n from journal where account_id = $1 and chat_id = $2 and seq is not null",
      [place.account, first],
    );
    expect(rows[0]?.n).toBe(1);
  });

  it("[CORE-043] a change of settings that is not published here yet refuses the short form: the old settings decide nothing", async () => {
    const place = await ground.account();
    const node = await open();
    await node.write(say(place, "ann", "hello"));
    const before = await fullBatches(node);
    // As another process would write it.
    await ground.pools.writer.query(
      "update account_head set position = position + 1, config_version = config_version + 1 where account_id = $1",
      [place.account],
    );
    await ground.pools.writer.query(
      `insert into journal (account_id, position, at, name, body)
      select $1, position, now(), 'settings_changed', '{"kind":"account","id":null}' from account_head where account_id = $1`,
      [place.account],
    );
    const { position } = await node.write(say(place, "ann", "again"));
    expect(await fullBatches(node)).toBeGreaterThan(before);
    const at = await node.head(place.account, position);
    expect(at.position).toBe(position);
    expect(await seqs(place)).toEqual([1, 2]);
  });
});

describe("what is remembered", () => {
  it("[CORE-043] after a restart a visitor is read once, not for each of his messages", async () => {
    const place = await ground.account();
    const before = await open();
    await before.write(say(place, "ann", "hello"));
    await before.close();
    let reads = 0;
    const gateway = async (): Promise<pg.Client> => {
      const client = await ground.pools.gateway();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        if ((args[0] as { name?: string } | null)?.name === "load_customers") reads++;
        return query(...args);
      }) as typeof client.query;
      return client;
    };
    const node = await open({ pools: { ...ground.pools, gateway } });
    for (const text of ["one", "two", "three"]) await node.write(say(place, "ann", text));
    expect(reads).toBe(1);
    expect(await seqs(place)).toEqual([1, 2, 3, 4]);
  });
});
