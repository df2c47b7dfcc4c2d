import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Command } from "../src/core/command.ts";
import type { DeliveryPlanner, Journal } from "../src/journal/index.ts";
import {
  getChatId,
  buildClose,
  buildOperatorMessage,
  findInconsistencies,
  openJournalFixture,
  buildVisitorMessage,
  silentBus,
} from "./journal-fixture.ts";
import { collectOutcomes, createIdempotency, readMessageTexts } from "./journal-faults-fixture.ts";
import type { JournalFixture, TestAccount } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

/** Opens a node until the end of the test. */
const openNode = async (...options: Parameters<JournalFixture["openNode"]>): Promise<Journal> => {
  const node = await fixture.openNode(...options);
  onTestFinished(() => node.close());
  return node;
};
/** Returns the number of the last batch in full form. Only they change the row of the node. */
const readLastFullBatch = async (node: Journal): Promise<number> =>
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
    const before = await readLastFullBatch(node);
    const answers = [];
    for (const text of ["second", "third"])
      answers.push((await node.write(buildVisitorMessage(testAccount, "ann", text))).answer);
    expect(await readLastFullBatch(node)).toBe(before);
    expect(answers).toMatchObject([
      { visitor: { number: 1 }, message: { seq: 2 } },
      { visitor: { number: 1 }, message: { seq: 3 } },
    ]);
    expect(await readSeqs(testAccount)).toEqual([1, 2, 3]);
  });

  it("[CORE-043] [CORE-040] a close between two messages of one batch keeps its place", async () => {
    const node = await openNode();
    const testAccount = await fixture.addAccount();
    const hello = await node.write(buildVisitorMessage(testAccount, "ann", "hello"));
    const first = getChatId(hello.answer);
    const [before, close, after] = await Promise.all([
      node.write(buildVisitorMessage(testAccount, "ann", "before")),
      node.write(buildClose(testAccount, first)),
      node.write(buildVisitorMessage(testAccount, "ann", "after")),
    ]);
    expect(getChatId(before.answer)).toBe(first);
    expect(getChatId(after.answer)).not.toBe(first);
    expect([before.position, close.position]).toEqual([
      hello.position + 1,
      expect.toSatisfy((n: number) => n > before.position && n < after.position),
    ]);
    expect(await readMessageTexts(fixture, testAccount)).toEqual(["hello", "before", "after"]);
  });

  it("[API-522] [CORE-476] a command gets the answers that its batch has written before it, unless it reads none", async () => {
    const node = await openNode();
    const testAccount = await fixture.addAccount(2);
    const [ines = 0, tom = 0] = testAccount.operatorIds;
    const hello = await node.write(buildVisitorMessage(testAccount, "ann", "hello"));
    const chat = getChatId(hello.answer);
    const received: unknown[] = [];
    const writeAfter = (seq: number, text: string): Promise<unknown> => {
      const command = buildOperatorMessage(testAccount, chat, tom, text, text);
      return node.write({
        ...command,
        subject: { chat, after: { seq } },
        handler(context) {
          received.push([text, context.laterMessages?.map((message) => message.text)]);
          return command.handler(context);
        },
      });
    };
    await Promise.all([
      node.write(buildOperatorMessage(testAccount, chat, ines, "first", "first")),
      writeAfter(1, "typed"),
      // An operator has decided to send it, whatever others answer.
      writeAfter(2_147_483_647, "asked"),
    ]);
    expect(received).toEqual([
      ["typed", ["first"]],
      ["asked", []],
    ]);
  });

  it("[CORE-043] what another node did meanwhile is seen: no message goes into a chat that was closed there", async () => {
    const testAccount = await fixture.addAccount();
    const otherNode = await openNode({ bus: silentBus });
    const first = getChatId(
      (await otherNode.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
    );
    const secondNode = await openNode({ bus: silentBus });
    await secondNode.write(buildClose(testAccount, first));
    const next = await otherNode.write(
      buildVisitorMessage(testAccount, "ann", "are you still there?"),
    );
    expect(getChatId(next.answer)).not.toBe(first);
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
    const before = await readLastFullBatch(node);
    // The row is written as by another process.
    await fixture.pools.writer.query(
      "update account_head set config_version = config_version + 1 where account_id = $1",
      [testAccount.id],
    );
    await fixture.pools.writer.query(
      `insert into journal (account_id, position, at, name, body)
      select $1, max(position) + 1, now(), 'settings_changed', '{"kind":"account","id":null}' from journal where account_id = $1`,
      [testAccount.id],
    );
    const { position } = await node.write(buildVisitorMessage(testAccount, "ann", "again"));
    expect(await readLastFullBatch(node)).toBeGreaterThan(before);
    const at = await node.head(testAccount.id, position);
    expect(at.position).toBe(position);
    expect(await readSeqs(testAccount)).toEqual([1, 2]);
  });
});

/** Plans a delivery for every message. */
function planDelivery({ endpointId }: TestAccount): DeliveryPlanner {
  return (event, { ids }) =>
    event.name === "message_created"
      ? [
          {
            endpointId,
            orderKey: event.message.chat_id,
            deliveryId: ids.delivery(),
            event: "text",
          },
        ]
      : [];
}

describe("the short form of a batch, for every shape of messages", () => {
  it("[CORE-043] [CORE-050] [CH-057] [CORE-044] several accounts, deliveries, keys and client ids in one batch", async () => {
    const testAccounts = [await fixture.addAccount(), await fixture.addAccount()];
    const node = await openNode({
      plan: (...args) =>
        testAccounts.flatMap((testAccount) =>
          args[1].config.accountId === testAccount.id ? planDelivery(testAccount)(...args) : [],
        ),
    });
    const chats: number[] = [];
    for (const testAccount of testAccounts)
      chats.push(
        getChatId((await node.write(buildVisitorMessage(testAccount, "ann", "m1"))).answer),
      );
    const [fullBefore, batchesBefore] = [await readLastFullBatch(node), node.stats().batches];
    const written = await Promise.all(
      testAccounts
        .toReversed()
        .flatMap((testAccount) => [
          node.write(buildVisitorMessage(testAccount, "ann", "m2")),
          node.write(
            buildVisitorMessage(testAccount, "ann", "m3", { idempotency: createIdempotency("k") }),
          ),
          node.write(
            buildOperatorMessage(
              testAccount,
              chats[testAccounts.indexOf(testAccount)] ?? 0,
              1,
              "m4",
              "client",
            ),
          ),
        ]),
    );
    expect(node.stats().batches - batchesBefore).toBe(1);
    expect(await readLastFullBatch(node)).toBe(fullBefore);
    expect(written.map(({ answer }) => /"seq":(\d+)/.exec(JSON.stringify(answer))?.[1])).toEqual([
      "2",
      "3",
      "4",
      "2",
      "3",
      "4",
    ]);
    for (const testAccount of testAccounts) {
      expect(await readMessageTexts(fixture, testAccount)).toEqual(["m1", "m2", "m3", "m4"]);
      const { rows } = await fixture.pools.writer.query(
        `select d.position, d.seq, d.state, l.due_at is not null as due from delivery d join lane l using (account_id, endpoint_id, order_key)
         where account_id = $1 order by d.lane_place`,
        [testAccount.id],
      );
      expect(rows).toEqual(
        [3, 4, 5, 6].map((position, n) => ({ position, seq: n + 1, state: "pending", due: true })),
      );
    }
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it.each<[string, (testAccount: TestAccount, chat: number) => Command]>([
    [
      "key",
      (testAccount) =>
        buildVisitorMessage(testAccount, "ann", "again", {
          idempotency: createIdempotency("same"),
        }),
    ],
    [
      "client id",
      (testAccount, chat) => buildOperatorMessage(testAccount, chat, 1, "again", "same"),
    ],
  ])(
    "[CH-057] [CORE-044] [P14] a %s that was used before gives the first answer, and the others of its batch are written once",
    async (_, build) => {
      const testAccount = await fixture.addAccount();
      const node = await openNode();
      const chat = getChatId(
        (await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer,
      );
      const first = await node.write(build(testAccount, chat));
      const [repeated] = await Promise.all([
        node.write(build(testAccount, chat)),
        ...["b", "c"].map((text) => node.write(buildVisitorMessage(testAccount, text, text))),
        node.write(buildVisitorMessage(testAccount, "ann", "new")),
      ]);
      expect(JSON.stringify(repeated?.answer)).toBe(JSON.stringify(first.answer));
      expect(repeated?.replayed).not.toBe(false);
      expect((await readMessageTexts(fixture, testAccount)).toSorted()).toEqual([
        "again",
        "b",
        "c",
        "hello",
        "new",
      ]);
      expect(await findInconsistencies(fixture.pools)).toEqual([]);
    },
  );

  it("[CORE-043] beside a change of state many messages have a call of their own, which comes first", async () => {
    const testAccount = await fixture.addAccount();
    const node = await openNode();
    const customers = Array.from({ length: 20 }, (_, n) => `c${n}`);
    const send = (customer: string): Promise<{ readonly position: number }> =>
      node.write(buildVisitorMessage(testAccount, customer, "hello"));
    // Each first message has three entries: visitor, chat and message.
    for (const customer of customers) await send(customer);
    const written = await Promise.all([send("first"), ...customers.map(send)]);
    expect(written.map(({ position }) => position)).toEqual([
      83,
      ...customers.map((_, n) => 61 + n),
    ]);
    const few = await Promise.all([send("second"), send("c0")]);
    expect(few.map(({ position }) => position)).toEqual([86, 87]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CORE-043] what fails with the full form of a batch leaves its messages answered", async () => {
    const testAccount = await fixture.addAccount();
    const node = await openNode();
    await node.write(buildVisitorMessage(testAccount, "ann", "hello"));
    const outcomes = await collectOutcomes([
      node.write(buildVisitorMessage(testAccount, "ann", "good")),
      // PostgreSQL cannot store U+0000.
      node.write(buildVisitorMessage(testAccount, "bad\u0000", "poison")),
      node.write(buildVisitorMessage(testAccount, "ann", "also good")),
    ]);
    expect(outcomes.map((outcome) => outcome === "ok")).toEqual([true, false, true]);
    expect(await readMessageTexts(fixture, testAccount)).toEqual(["hello", "good", "also good"]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CORE-043] [CORE-132] while another node writes to the account, the full form is taken, and then the short one again", async () => {
    const testAccount = await fixture.addAccount();
    // Notices are lost, so neither node hears what the other one writes.
    const nodes = [await openNode({ bus: silentBus }), await openNode({ bus: silentBus })] as const;
    const takesFullForm = async (node: Journal, text: string): Promise<boolean> => {
      const before = await readLastFullBatch(node);
      await node.write(buildVisitorMessage(testAccount, "ann", text));
      return (await readLastFullBatch(node)) > before;
    };
    for (const node of nodes) await node.write(buildVisitorMessage(testAccount, "ann", "hello"));
    expect(await takesFullForm(nodes[1], "alone")).toBe(false);
    expect(await takesFullForm(nodes[0], "after what it had not heard of")).toBe(true);
    await nodes[0].settle();
    // What it found has shown that it does not follow the account.
    expect(await takesFullForm(nodes[0], "still careful")).toBe(true);
    expect(await takesFullForm(nodes[0], "alone again")).toBe(false);
    expect(await readSeqs(testAccount)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });

  it("[CORE-043] [F28] after the end of its session a node confirms where the journal ends", async () => {
    const testAccount = await fixture.addAccount();
    const node = await openNode({ bus: silentBus });
    for (const text of ["one", "two"])
      await node.write(buildVisitorMessage(testAccount, "ann", text));
    await fixture.endGatewaySessions();
    const before = await readLastFullBatch(node);
    await node.write(buildVisitorMessage(testAccount, "ann", "three"));
    expect(await readLastFullBatch(node)).toBeGreaterThan(before);
    const between = await readLastFullBatch(node);
    await node.write(buildVisitorMessage(testAccount, "ann", "four"));
    expect(await readLastFullBatch(node)).toBe(between);
    expect(await readSeqs(testAccount)).toEqual([1, 2, 3, 4]);
  });

  it("[CORE-043] a change of state waits for messages under way, and is then written at once", async () => {
    const testAccount = await fixture.addAccount();
    const nodes = [await openNode(), await openNode()] as const;
    const customers = Array.from({ length: 10 }, (_, n) => `c${n}`);
    const chats: number[] = [];
    for (const customer of customers)
      chats.push(
        getChatId((await nodes[0].write(buildVisitorMessage(testAccount, customer, "1"))).answer),
      );
    let isOver = false;
    const writeOn = async (): Promise<void> => {
      for (let n = 0; !isOver; n++)
        await Promise.all(
          customers
            .slice(5)
            .map((c) => nodes[0].write(buildVisitorMessage(testAccount, c, `m${n}`))),
        );
    };
    const writing = writeOn();
    for (const chat of chats.slice(0, 5)) await nodes[1].write(buildClose(testAccount, chat));
    isOver = true;
    await writing;
    expect(nodes[1].stats().stale).toBe(0);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
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
