import { afterEach, expect, it } from "vitest";
import { sendBotMessage } from "../src/core/bot/send-message.ts";
import { handOverAfterFailure } from "../src/core/bot/hand-over.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { joinChat } from "../src/core/chat/join.ts";
import { processChatTimeout } from "../src/core/chat/timing/process-timeout.ts";
import { Refusal } from "../src/core/failure.ts";
import type { Journal } from "../src/journal/index.ts";
import { openNodeFixture, type NodeFixture } from "./node-fixture.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const openNodes = async (): Promise<{ bed: NodeFixture; nodes: readonly [Journal, Journal] }> => {
  const fixture = await openNodeFixture();
  closers.push(() => fixture.drop());
  return { bed: fixture, nodes: [await fixture.openNode(), await fixture.openNode()] };
};

it("[CORE-021] visitor numbers are 1, 2, 3 … also when two nodes meet many new customers at once", async () => {
  const { bed: fixture, nodes } = await openNodes();
  // The number is odd. With an even number, both messages of a customer would go through the same
  // node.
  const customers = Array.from({ length: 151 }, (_, n) => `c${n}`);
  // Each customer writes twice, through different nodes.
  await Promise.all(
    [...customers, ...customers].map((customer, n) =>
      fixture.sendCustomerMessage(nodes[n % 2 === 0 ? 0 : 1], customer),
    ),
  );
  const { rows } = await fixture.pools.writer.query<{ number: number; customer: string }>(
    "select number, customer from visitor order by number",
  );
  expect(rows.map((row) => row.number)).toEqual(customers.map((_, n) => n + 1));
  expect(new Set(rows.map((row) => row.customer)).size).toBe(customers.length);
});

it("[CORE-021] of two nodes that met the same customers before either wrote, the later one leaves no gap", async () => {
  const fixture = await openNodeFixture();
  closers.push(() => fixture.drop());
  const sent = new Set<string>();
  const node = (name: string): Promise<Journal> =>
    fixture.openNode({ probe: (runStep) => runStep === "batch_sent" && sent.add(name) });
  const nodes = [await node("one"), await node("other")];
  // The lock of the accounts allows both nodes to read but not to write.
  const lockSession = await fixture.pools.session();
  await lockSession.query("begin");
  await lockSession.query("select pg_advisory_xact_lock(-account_id) from account_head");
  const writes = Promise.all(
    nodes.flatMap((node, n) =>
      ["both", "also both", `of ${n} alone`].map((customer) =>
        fixture.sendCustomerMessage(node, customer),
      ),
    ),
  );
  await expect.poll(() => sent.size).toBe(2);
  await lockSession.query("commit");
  await lockSession.end();
  await writes;
  const { rows } = await fixture.pools.writer.query<{ number: number }>(
    "select number from visitor order by number",
  );
  expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4]);
});

/** Returns a number that depends only on the run and the step. */
const drawNumber = (seed: number, n: number): number =>
  (Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ (n + 1), 0x85ebca6b) >>> 8) % 1_000;

it("[BOT-070] [BOT-053] [BOT-074] two nodes: whatever comes at once, an invitation has one outcome and one operator joins", async () => {
  const { bed: fixture, nodes } = await openNodes();
  const [one = 0, two = 0] = fixture.testAccount.operatorIds;
  const acts: ((journal: Journal, chat: number) => Promise<unknown>)[] = [
    (journal, chat) => fixture.invite(journal, chat),
    (journal, chat) => fixture.invite(journal, chat),
    (journal, chat) => fixture.runCommand(journal, chat, joinChat({ operatorId: one }), one),
    (journal, chat) => fixture.runCommand(journal, chat, acceptChat({ operatorId: two }), two),
    (journal, chat) =>
      fixture.runCommand(
        journal,
        chat,
        handOverAfterFailure({ botId: fixture.botId, outcome: "timeout" }),
      ),
    (journal, chat) =>
      fixture.runCommand(
        journal,
        chat,
        sendBotMessage({ botId: fixture.botId, message: { kind: "text", text: "Yes" } }),
      ),
    (journal, chat) => fixture.runCommand(journal, chat, processChatTimeout()),
    (journal, chat) => fixture.runCommand(journal, chat, closeChat({ cause: "visitor" })),
  ];
  let invitations = 0;
  for (let seed = 0; seed < 30; seed += 1) {
    const customer = `c${seed}`;
    const chat = await fixture.sendCustomerMessage(nodes[0], customer);
    if (seed % 3 === 0) await fixture.invite(nodes[1], chat);
    // Actions other than those of the bot are rare, and the end of the chat is even rarer. In every
    // fifth run no operator joins, so a timer ends the chat.
    const isAlone = seed % 5 === 0;
    const now = acts.filter(
      (_, n) => n < 2 || (!isAlone && drawNumber(seed, n) < (n === 7 ? 250 : 600)),
    );
    const order = now
      .map((act, n) => ({ act, at: drawNumber(seed + 100, n) }))
      .toSorted((a, b) => a.at - b.at);
    const settled = await Promise.allSettled([
      ...order.map(({ act }, n) => act(nodes[drawNumber(seed, n) % 2 === 0 ? 0 : 1], chat)),
      fixture.sendCustomerMessage(nodes[1], customer, "Still there?"),
    ]);
    for (const one_ of settled)
      if (one_.status === "rejected" && !(one_.reason instanceof Refusal)) throw one_.reason;

    await fixture.clock.advance(1);
    fixture.clock.set(fixture.clock.now() + 600_000);
    await fixture.runCommand(nodes[0], chat, processChatTimeout());
    const lines = await fixture.systemMessageCodes(chat);
    const ends = lines.filter((code) =>
      ["accepted", "bot_failed", "invite_expired", "closed"].includes(code),
    );
    const invited = lines.indexOf("invited");
    // A second invitation is possible only after the first one has timed out, which takes longer
    // than any wait here.
    expect(lines.filter((code) => code === "invited").length).toBeLessThanOrEqual(1);
    if (invited >= 0) {
      const [outcome] = lines.slice(invited + 1).filter((code) => ends.includes(code));
      expect(outcome).toBeDefined();
      if (isAlone) expect(outcome).toBe("invite_expired");
      invitations += 1;
    }
    expect(lines.filter((code) => code === "accepted").length).toBeLessThanOrEqual(1);
    const accepted = await fixture.pools.writer.query(
      "select 1 from journal where chat_id = $1 and name = 'chat_accepted'",
      [chat],
    );
    expect(accepted.rows.length).toBe(lines.filter((code) => code === "accepted").length);
  }
  expect(invitations).toBeGreaterThanOrEqual(10);
});
