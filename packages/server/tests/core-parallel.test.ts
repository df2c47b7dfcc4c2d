import { afterEach, expect, it } from "vitest";
import { sendBotMessage } from "../src/core/bot/send-message.ts";
import { handOverAfterFailure } from "../src/core/bot/hand-over.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { joinChat } from "../src/core/chat/join.ts";
import { processChatTimeout } from "../src/core/chat/process-timeout.ts";
import { Refusal } from "../src/core/failure.ts";
import type { Journal } from "../src/journal/index.ts";
import { openCoreBed, type CoreBed } from "./core-bed.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const open = async (): Promise<{ bed: CoreBed; nodes: readonly [Journal, Journal] }> => {
  const bed = await openCoreBed();
  closers.push(() => bed.drop());
  return { bed, nodes: [await bed.node(), await bed.node()] };
};

it("[CORE-021] visitor numbers are 1, 2, 3 … also when two nodes meet many new customers at once", async () => {
  const { bed, nodes } = await open();
  // An odd number. With an even one, both messages of a customer would go through the same node.
  const customers = Array.from({ length: 151 }, (_, n) => `c${n}`);
  // Each customer writes twice, through different nodes.
  await Promise.all([...customers, ...customers].map((customer, n) => bed.say(nodes[n % 2 === 0 ? 0 : 1], customer)));
  const { rows } = await bed.pools.writer.query<{ number: number; customer: string }>(
    "select number, customer from visitor order by number",
  );
  expect(rows.map((row) => row.number)).toEqual(customers.map((_, n) => n + 1));
  expect(new Set(rows.map((row) => row.customer)).size).toBe(customers.length);
});

it("[CORE-021] of two nodes that met the same customers before either wrote, the later one leaves no gap", async () => {
  const bed = await openCoreBed();
  closers.push(() => bed.drop());
  const sent = new Set<string>();
  const node = (name: string): Promise<Journal> => bed.node({ probe: (step) => step === "batch_sent" && sent.add(name) });
  const nodes = [await node("one"), await node("other")];
  // A lock on the account's head lets both nodes read, but not write.
  const holder = await bed.pools.session();
  await holder.query("begin");
  await holder.query("select from account_head for update");
  const said = Promise.all(nodes.flatMap((node, n) => ["both", "also both", `of ${n} alone`].map((customer) => bed.say(node, customer))));
  await expect.poll(() => sent.size).toBe(2);
  await holder.query("commit");
  await holder.end();
  await said;
  const { rows } = await bed.pools.writer.query<{ number: number }>("select number from visitor order by number");
  expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4]);
});

/** Returns a number that depends only on the run and the step. */
const drawn = (seed: number, n: number): number => (Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ (n + 1), 0x85ebca6b) >>> 8) % 1_000;

it("[BOT-070] [BOT-053] [BOT-074] two nodes: whatever comes at once, an invitation has one outcome and one operator joins", async () => {
  const { bed, nodes } = await open();
  const [one = 0, two = 0] = bed.place.operators;
  const acts: ((journal: Journal, chat: number) => Promise<unknown>)[] = [
    (journal, chat) => bed.invite(journal, chat),
    (journal, chat) => bed.invite(journal, chat),
    (journal, chat) => bed.run(journal, chat, joinChat({ operatorId: one }), one),
    (journal, chat) => bed.run(journal, chat, acceptChat({ operatorId: two }), two),
    (journal, chat) => bed.run(journal, chat, handOverAfterFailure({ botId: bed.botId, outcome: "timeout" })),
    (journal, chat) => bed.run(journal, chat, sendBotMessage({ botId: bed.botId, message: { kind: "text", text: "Yes" } })),
    (journal, chat) => bed.run(journal, chat, processChatTimeout()),
    (journal, chat) => bed.run(journal, chat, closeChat({ cause: "visitor" })),
  ];
  let invitations = 0;
  for (let seed = 0; seed < 30; seed += 1) {
    const customer = `c${seed}`;
    const chat = await bed.say(nodes[0], customer);
    if (seed % 3 === 0) await bed.invite(nodes[1], chat);
    // Other actions than those of the bot are rare, the end of the chat is rarer. In every fifth
    // run nobody joins, so the chat ends by time.
    const isAlone = seed % 5 === 0;
    const now = acts.filter((_, n) => n < 2 || (!isAlone && drawn(seed, n) < (n === 7 ? 250 : 600)));
    const order = now.map((act, n) => ({ act, at: drawn(seed + 100, n) })).toSorted((a, b) => a.at - b.at);
    const settled = await Promise.allSettled([
      ...order.map(({ act }, n) => act(nodes[drawn(seed, n) % 2 === 0 ? 0 : 1], chat)),
      bed.say(nodes[1], customer, "Still there?"),
    ]);
    for (const one_ of settled) if (one_.status === "rejected" && !(one_.reason instanceof Refusal)) throw one_.reason;

    await bed.clock.advance(1);
    bed.clock.set(bed.clock.now() + 600_000);
    await bed.run(nodes[0], chat, processChatTimeout());
    const lines = await bed.lines(chat);
    const ends = lines.filter((code) => ["accepted", "bot_failed", "invite_expired", "closed"].includes(code));
    const invited = lines.indexOf("invited");
    // A second invitation is possible only after the first one has timed out, and no wait here is
    // that long.
    expect(lines.filter((code) => code === "invited").length).toBeLessThanOrEqual(1);
    if (invited >= 0) {
      const [outcome] = lines.slice(invited + 1).filter((code) => ends.includes(code));
      expect(outcome).toBeDefined();
      if (isAlone) expect(outcome).toBe("invite_expired");
      invitations += 1;
    }
    expect(lines.filter((code) => code === "accepted").length).toBeLessThanOrEqual(1);
    const accepted = await bed.pools.writer.query("select 1 from journal where chat_id = $1 and name = 'chat_accepted'", [chat]);
    expect(accepted.rows.length).toBe(lines.filter((code) => code === "accepted").length);
  }
  expect(invitations).toBeGreaterThanOrEqual(10);
});
