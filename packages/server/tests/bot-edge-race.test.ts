import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestOperator } from "@parlour/testkit";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Number of random orders of concurrent actions. The long run tests more. */
const orders = process.env["LONG"] === undefined ? 8 : 24;

/** Provider, operators and customer act at the same moment. */
let bed: BotBed;
let second: TestOperator;
beforeAll(async () => {
  bed = await openBotBed();
  second = await bed.parlour.operator("admin", "Ben");
  await bed.parlour.owner.call("PATCH", `channels/${bed.channel.id}`, { operators: [bed.parlour.owner.id, second.id] });
  await bed.online();
});
afterAll(() => bed.close());

/** Returns a list in an order that depends on the seed only. */
function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  const keyed = list.map((one, n) => ({ one, key: Math.imul((seed + 1) * 2654435761, n + 7) >>> 0 }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
}

test.each(Array.from({ length: orders }, (_, n) => n))(
  "[BOT-070] [BOT-073] [BOT-074] [F19] two invitations, two operators, the end and more messages at once: one outcome (order %i)",
  async (seed) => {
    const who = `race-${seed}`;
    const { id: chat } = await bed.chat(who);
    await bed.until(() => bed.provider.eventNames(chat).length === 1);
    const closes = seed % 2 === 0;
    const acts = [
      () => bed.invite(chat),
      () => bed.invite(chat),
      () => bed.parlour.owner.call("POST", `chats/${chat}/accept`, {}),
      () => second.call("POST", `chats/${chat}/join`, {}),
      () => bed.say(chat, "I am still here"),
      () => bed.parlour.sendCustomerMessage(bed.channel, who, "hello?"),
      ...(closes ? [() => bed.parlour.owner.call("POST", `chats/${chat}/close`, {})] : []),
    ];
    const answers = await Promise.all(shuffled(acts, seed).map((act) => act()));
    for (const one of answers) expect(one.status).toBeLessThan(500);
    await bed.parlour.settle();

    const after = await bed.read(chat);
    const messages = await bed.messages(chat);
    const taken = messages.filter((one) => one.line?.code === "accepted").length;
    expect(taken).toBeLessThanOrEqual(1);
    expect(messages.filter((one) => one.line?.code === "invited").length).toBeLessThanOrEqual(1);
    expect(bed.provider.eventNames(chat).filter((name) => name === "AGENT_JOINED")).toHaveLength(taken);
    expect(bed.provider.eventNames(chat)).not.toContain("AGENT_UNAVAILABLE");
    expect(after.state).toBe(closes ? "closed" : "open");
    if (taken === 1) expect(after.bot?.attached).toBe(false);
    expect((await bed.say(chat, "too late")).body.error).toMatchObject({ reason: closes ? "chat_closed" : "chat_handed_over" });
    // No delivery of the chat remains. A message that waited for an offer is dropped at the time of
    // the offer, if the chat ended before.
    const pending = async () => (await bed.ledger(chat)).filter((row) => row.state === "pending");
    const heard = bed.provider.eventNames(chat);
    if ((await pending()).length > 0) await bed.leap(62_000);
    await bed.until(async () => (await pending()).length === 0, "an empty queue");
    expect(bed.provider.eventNames(chat)).toEqual(heard);
  },
);
