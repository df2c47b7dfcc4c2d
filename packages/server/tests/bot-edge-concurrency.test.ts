import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestOperator } from "@parlour/testkit";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** Number of random orders of concurrent actions. The long run tests more. */
const orderCount = process.env["LONG"] === undefined ? 8 : 24;

/** Provider, operators and customer act at the same time. */
let fixture: BotFixture;
let secondOperator: TestOperator;
beforeAll(async () => {
  fixture = await openBotFixture();
  secondOperator = await fixture.parlour.operator("admin", "Ben");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.parlour.owner.id, secondOperator.id],
  });
  await fixture.goOnline();
});
afterAll(() => fixture.close());

/** Returns a list in an order that depends only on the seed. */
function shuffle<T>(list: readonly T[], seed: number): readonly T[] {
  const keyed = list.map((one, n) => ({
    one,
    key: Math.imul((seed + 1) * 2654435761, n + 7) >>> 0,
  }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
}

test.each(Array.from({ length: orderCount }, (_, n) => n))(
  "[BOT-070] [BOT-073] [BOT-074] [F19] two invitations, two operators, the end and more messages at once: one outcome (order %i)",
  async (seed) => {
    const customerKey = `race-${seed}`;
    const { id: chat } = await fixture.startChat(customerKey);
    await fixture.waitUntil(() => fixture.provider.eventNames(chat).length === 1);
    const closes = seed % 2 === 0;
    const acts = [
      () => fixture.inviteOperator(chat),
      () => fixture.inviteOperator(chat),
      () => fixture.parlour.owner.call("POST", `chats/${chat}/accept`, {}),
      () => secondOperator.call("POST", `chats/${chat}/join`, {}),
      () => fixture.sendBotMessage(chat, "I am still here"),
      () => fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "hello?"),
      ...(closes ? [() => fixture.parlour.owner.call("POST", `chats/${chat}/close`, {})] : []),
    ];
    const answers = await Promise.all(shuffle(acts, seed).map((act) => act()));
    for (const one of answers) expect(one.status).toBeLessThan(500);
    await fixture.parlour.settle();

    const after = await fixture.readChat(chat);
    const messages = await fixture.messages(chat);
    const acceptedCount = messages.filter((one) => one.line?.code === "accepted").length;
    expect(acceptedCount).toBeLessThanOrEqual(1);
    expect(messages.filter((one) => one.line?.code === "invited").length).toBeLessThanOrEqual(1);
    expect(
      fixture.provider.eventNames(chat).filter((name) => name === "AGENT_JOINED"),
    ).toHaveLength(acceptedCount);
    expect(fixture.provider.eventNames(chat)).not.toContain("AGENT_UNAVAILABLE");
    expect(after.state).toBe(closes ? "closed" : "open");
    if (acceptedCount === 1) expect(after.bot?.attached).toBe(false);
    expect((await fixture.sendBotMessage(chat, "too late")).body.error).toMatchObject({
      reason: closes ? "chat_closed" : "chat_handed_over",
    });
    // The chat has no remaining deliveries. If the chat ends while a message waits for an
    // invitation, the message is dropped at the end of the invitation.
    const pending = async () =>
      (await fixture.readDeliveries(chat)).filter((row) => row.state === "pending");
    const eventNames = fixture.provider.eventNames(chat);
    if ((await pending()).length > 0) await fixture.jump(62_000);
    await fixture.waitUntil(async () => (await pending()).length === 0, "an empty queue");
    expect(fixture.provider.eventNames(chat)).toEqual(eventNames);
  },
);
