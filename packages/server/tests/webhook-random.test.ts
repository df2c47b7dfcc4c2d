import type { ReceivedEvent, ReceiverMode } from "@parlour/testkit";
import { webhookBodies, webhookEvents, type WebhookEventName } from "@parlour/protocol/webhook";
import { Check } from "typebox/value";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

/** Number of random steps. `LONG` runs more. */
const stepCount = process.env["LONG"] === undefined ? 50 : 150;

/**
 * Tests three visitors, two operators and a receiver that often refuses, in a seeded random order.
 */
let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
afterAll(() => fixture.close());

/** Creates a seeded generator of integers from 0 to below `n`. */
function createDice(seed: number): (n: number) => number {
  let x = seed >>> 0;
  return (n) => {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((x / 0x1_0000_0000) * n);
  };
}

test("[WH-003] [WH-010] [WH-011] [WH-012] [WH-013] [WH-063] [WH-107] [WH-108] whatever happens at once: numbers without holes, each fact once, the same bytes again", async () => {
  const { parlour, receiver } = fixture;
  const roll = createDice(2026);
  const all = { events: webhookEvents, message_text: true };
  expect((await parlour.owner.call("PATCH", `webhooks/${fixture.webhook.id}`, all)).status).toBe(
    200,
  );
  const zoe = await parlour.operator("admin", "Zoe");
  const refusals: readonly ReceiverMode[] = [
    { status: 500 },
    { status: 404 },
    "down",
    { busy: "30" },
    { status: 302 },
  ];
  const attemptCounts = new Map<string, number>();
  // Each event is refused at most twice, so no event fails finally.
  receiver.setMode(({ id }: ReceivedEvent) => {
    const tries = (attemptCounts.get(id) ?? 0) + 1;
    attemptCounts.set(id, tries);
    if (tries <= 2 && roll(4) === 0) return refusals[roll(refusals.length)] ?? "ok";
    return roll(3) === 0
      ? { reply: { result: "ok", contact_info: { email: `${id}@reply.example` } } }
      : "ok";
  });
  const customers = ["a", "b", "c"];
  const chats = new Map<string, number>();
  const runStep = async (): Promise<unknown> => {
    const customer = customers[roll(customers.length)] ?? "a";
    const call = roll(2) === 0 ? parlour.owner.call : zoe.call;
    const chat = chats.get(customer);
    const choice = roll(12);
    if (chat === undefined || choice < 3) {
      const response = await parlour.sendCustomerMessage(fixture.channel, customer, "Hello", {
        sender:
          roll(2) === 0 ? { name: `n${roll(5)}` } : { url: `https://shop.example/${roll(4)}` },
      });
      expect(response.status).toBe(200);
      return chats.set(customer, (await parlour.findChat(customer)).id);
    }
    const command = ["accept", "leave", "join", "close", "continue", "assign-crm", "accept"][
      choice - 3
    ];
    if (command !== undefined) {
      const answer = await call("POST", `chats/${chat}/${command}`, {});
      if (command === "continue" && answer.status === 201) chats.set(customer, answer.body.id);
      return answer;
    }
    return call("PATCH", `visitors/${roll(3) + 1}`, { name: `e${roll(50)}` });
  };
  for (let n = 0; n < stepCount; n++) {
    await Promise.all(Array.from({ length: 1 + roll(3) }, () => runStep()));
    if (roll(3) === 0) {
      await parlour.settle();
      await fixture.advanceClock(roll(2_500), 700);
    }
  }
  // Reads chats from the database: concurrent steps may have started chats that `chats` lacks.
  for (const { id } of await parlour.sql<{ id: string }>(
    "select id from chat where state <> 'closed'",
  ))
    expect((await parlour.owner.call("POST", `chats/${id}/close`, {})).status).toBe(200);
  for (
    let n = 0;
    n < 200 && (await fixture.readDeliveries()).some(({ state }) => state === "pending");
    n++
  )
    await fixture.advanceClock(20_000, 5_000);

  const deliveries = await fixture.readDeliveries();
  expect(deliveries.filter(({ state }) => state !== "delivered")).toEqual([]);
  const rows = await parlour.sql<{ id: string; state: string }>("select id, state from chat");
  const acceptedEvents = receiver.accepted();
  expect(acceptedEvents).toHaveLength(deliveries.length);
  for (const { id, state } of rows) {
    expect(state).toBe("closed");
    const chatEvents = acceptedEvents
      .filter(({ chatId }) => chatId === Number(id))
      .toSorted((a, b) => a.seq - b.seq);
    expect(chatEvents.map(({ seq }) => seq)).toEqual(chatEvents.map((_, n) => n + 1));
    const events = chatEvents.map(({ event }) => event);
    expect(events.filter((event) => event === "chat_finished")).toHaveLength(1);
    expect(events.at(-1)).toBe("chat_finished");
    expect([events[0], events.lastIndexOf("chat_created")]).toEqual(["chat_created", 0]);
    const messages = chatEvents.flatMap(({ body }) => body.chat_message?.seq ?? []);
    const stored = await parlour.sql<{ seq: number }>(
      "select seq from journal where chat_id = $1 and seq is not null order by seq",
      [id],
    );
    expect(messages).toEqual(stored.map(({ seq }) => seq));
    const [accepted] = await parlour.sql<{ is: boolean }>(
      'select body like \'%"accepted_at":"%\' as is from chat where id = $1',
      [id],
    );
    expect(events.filter((event) => event === "chat_accepted")).toHaveLength(
      accepted?.is === true ? 1 : 0,
    );
  }
  for (const one of acceptedEvents) {
    expect(
      new Set(
        receiver.requests
          .filter(({ id }) => id === one.id)
          .map(({ text, seq }) => `${seq} ${text}`),
      ).size,
    ).toBe(1);
    expect(Check(webhookBodies[one.event as WebhookEventName], one.body)).toBe(true);
  }
  console.info(
    `${rows.length} chats, ${acceptedEvents.length} events, ${receiver.requests.length} requests`,
  );
});
