import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Delivery, Message } from "../src/core/entity.ts";
import type { PlannedDelivery } from "../src/core/delivery/planner.ts";
import { listMessages } from "../src/store/chats/message.ts";
import { openChatFixture, type DeliveryFixture, type DeliveryNode } from "./delivery-fixture.ts";
import type { TestAccount } from "./journal-fixture.ts";

/** Messages that the service accepted first and did not deliver in the end. */

let fixture: DeliveryFixture;
let node: DeliveryNode;
let testAccount: TestAccount;
let chat: number;
beforeEach(async () => {
  ({ bed: fixture, node, place: testAccount, chat } = await openChatFixture());
});
afterEach(() => fixture.close());

const bounce = { code: "recipient_not_found", message: "No such mailbox." };
const readState = async (id: number): Promise<unknown> => (await fixture.readDelivery(id))["state"];
/** Sends a message and waits until it is delivered. Returns it as the API does. */
async function sendDelivered(text: string): Promise<Message> {
  const { delivery } = await fixture.sendOperatorMessage(node, testAccount, chat, text);
  await fixture.waitUntil(async () => (await readState(delivery.id)) === "delivered");
  return findSent(text);
}
async function findSent(text: string): Promise<Message> {
  const { reader } = fixture.journalFixture.pools;
  const messages = await listMessages(reader, testAccount.id, chat, { limit: 50 });
  const message = messages.find((one) => one.text === text);
  if (message === undefined) throw new Error(`${text} was not sent`);
  return message;
}
const fail = (seq: number, on = node.journal): Promise<boolean> =>
  on.failDelivered(testAccount.id, { chatId: chat, seq, ...bounce });

describe("a delivered message that fails later", () => {
  it("[CORE-289] becomes failed with the service's words, once, and can be sent again", async () => {
    const { seq, delivery } = await sendDelivered("your order");
    const head = (await node.journal.head(testAccount.id)).position;
    expect([await fail(seq), await fail(seq)]).toEqual([true, false]);
    expect((await findSent("your order")).delivery).toEqual({
      id: delivery?.id,
      state: "failed",
      attempts: 1,
      error: bounce,
      next_at: null,
    });
    const [entry, second] = await node.journal.read(testAccount.id, head, 9);
    expect(second).toBeUndefined();
    expect(JSON.parse(entry?.frame ?? "")).toMatchObject({
      name: "delivery_updated",
      chat_id: chat,
      data: { delivery: { seq, state: "failed", outcome: "refused", error: bounce } },
    });
    // The attempt itself was accepted, and the log keeps saying so.
    expect(await fixture.readAttempts(delivery?.id ?? 0)).toMatchObject([{ outcome: "delivered" }]);

    const again: Delivery = await node.journal.resend(testAccount.id, delivery?.id ?? 0);
    expect(again.state).toBe("pending");
    await fixture.waitUntil(async () => (await readState(again.id)) === "delivered");
    expect(fixture.integrator.messages().map((request) => request.headers["webhook-id"])).toEqual(
      Array.from(
        { length: 2 },
        () =>
          `msg_${(JSON.parse(fixture.integrator.messages()[0]?.body ?? "") as { message: { id: string } }).message.id}`,
      ),
    );
  });

  it("[CORE-289] [CORE-051] the next message of the customer, which is being sent, is not disturbed", async () => {
    const { seq } = await sendDelivered("one");
    const answer = Promise.withResolvers<"ok">();
    fixture.integrator.respondWith(() => answer.promise);
    const next = await fixture.sendOperatorMessage(node, testAccount, chat, "two");
    await fixture.waitUntil(() => fixture.integrator.messages().length === 2);
    expect(await fail(seq)).toBe(true);
    answer.resolve("ok");
    await fixture.waitUntil(async () => (await readState(next.delivery.id)) === "delivered");
    await fixture.advanceClock(10_000, 1_000);
    expect(fixture.integrator.messages()).toHaveLength(2);
    expect(await fixture.readAttempts(next.delivery.id)).toHaveLength(1);
  });

  it("[CORE-289] a report before the result of the attempt is refused, to be repeated; one about nothing is ignored", async () => {
    const answer = Promise.withResolvers<"ok">();
    fixture.integrator.respondWith(() => answer.promise);
    const sent = await fixture.sendOperatorMessage(node, testAccount, chat, "one");
    await fixture.waitUntil(() => fixture.integrator.messages().length === 1);
    const { seq } = await findSent("one");
    await expect(fail(seq)).rejects.toMatchObject({
      failure: { failure: "temporarily_unavailable" },
    });
    answer.resolve("ok");
    await fixture.waitUntil(async () => (await readState(sent.delivery.id)) === "delivered");
    expect([await fail(seq), await fail(1), await fail(99)]).toEqual([true, false, false]);
  });

  it("[CORE-289] [WH-112] is reported to those who asked for failed messages", async () => {
    const { seq } = await sendDelivered("one");
    const planned: number[] = [];
    const deliveries = await fixture.journalFixture.openNode({
      clock: fixture.clock,
      onFault: (error) => {
        throw error;
      },
      reports: {
        isAsked: () => true,
        plan: ({ chatId }): readonly Omit<PlannedDelivery, "deliveryId">[] => {
          planned.push(chatId);
          return [];
        },
      },
    });
    await deliveries.failDelivered(testAccount.id, { chatId: chat, seq, ...bounce });
    expect(planned).toEqual([chat]);
  });
});
