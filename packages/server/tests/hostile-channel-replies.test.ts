import {
  waitForPoll,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type ScriptedResponse,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import type { Message } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordConnections, type ConnectionRecorder } from "./connection-recorder.ts";
import { channelInputs, generateText, type HostileInput } from "./hostile-inputs.ts";

/**
 * Tests responses of an integrator to an operator's message (interface A). hostile-channel.test.ts
 * covers requests.
 */
const replyInputs = channelInputs.filter((entry) => entry.input !== undefined);

let parlour: TestParlour;
let connections: ConnectionRecorder;
beforeAll(async () => {
  parlour = await startTestParlour();
  connections = recordConnections();
});
afterAll(async () => {
  connections.stop();
  await parlour.close();
});

interface Case {
  readonly entry: HostileInput;
  readonly integrator: FakeIntegrator;
  readonly channel: TestChannel;
  readonly message: Message;
  readonly events: readonly DeliveryEvent[];
}
interface DeliveryEvent {
  readonly afterMs: number;
  readonly state: string;
}

/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (c: Case) => void | Promise<void>>> = {
  "H-126": ({ message }) => expect(message.delivery?.error?.message).toBe("refused"),
  "H-129": expectUnconfirmed,
  "H-133": ({ message }) => expect(message.delivery?.error?.message).toHaveLength(300),
  "H-134": ({ message }) => {
    expect(message.delivery?.error?.message).not.toBe("");
    expect(JSON.stringify(message)).not.toContain("[object");
  },
  "H-138": async (c) => {
    await deliverMessage(c.channel, c.entry.id, "again");
    expect(c.integrator.messages()).toHaveLength(2);
    for (const { headers } of c.integrator.received) expect(headers.cookie).toBeUndefined();
  },
  "H-139": async (c) => {
    c.integrator.respondWith({
      status: 200,
      body: '{"error":{"code":"message_rejected","message":"its own answer"}}',
    });
    const second = await deliverMessage(c.channel, `${c.entry.id}-second`, "other");
    expect(second.message.delivery).toMatchObject({
      state: "failed",
      error: { message: "its own answer" },
    });
  },
  "H-356": ({ message }) => expect(message.delivery?.error).toMatchObject({ message: "fail" }),
  "H-357": ({ message }) => {
    expect(message.delivery).toMatchObject({ state: "delivered", error: null });
    expect(message.delivery?.unconfirmed ?? false).toBe(false);
  },
};
function expectUnconfirmed({ message, events }: Case): void {
  expect(message.delivery).toMatchObject({ state: "delivered", unconfirmed: true, error: null });
  expect(events.map((e) => e.state)).toEqual(["delivered"]);
}

describe("hostile replies", () => {
  for (const entry of replyInputs) {
    test(`[CH-080] ${entry.id} ${entry.title}`, async () => {
      const integrator = await startIntegrator();
      try {
        integrator.respondWith(toScriptedResponse(entry));
        const channel = await parlour.channel(integrator.url);
        connections.clear();
        const rss = process.memoryUsage().rss;
        const found: Case = {
          entry,
          integrator,
          channel,
          ...(await deliverMessage(channel, entry.id, "hello", integrator)),
        };
        const { expect: expected } = entry;
        if (expected.attempts !== undefined) {
          expect(integrator.messages()).toHaveLength(expected.attempts);
          expect(found.message.delivery?.attempts).toBe(expected.attempts);
        }
        if (expected.outcome !== undefined)
          expect(found.message.delivery?.state).toBe(expected.outcome);
        if (expected.operator_error_ms !== undefined) {
          const failed = found.events.find((event) => event.state === "failed");
          expect(failed?.afterMs).toBeGreaterThanOrEqual(expected.operator_error_ms[0]);
          expect(failed?.afterMs).toBeLessThanOrEqual(expected.operator_error_ms[1]);
        }
        if (expected.dial === "first-only")
          expect(connections.unexpectedTargets(integrator, parlour)).toEqual([]);
        if (expected.max_rss_growth_mib !== undefined)
          expect((process.memoryUsage().rss - rss) / 1024 ** 2).toBeLessThan(
            expected.max_rss_growth_mib,
          );
        await behaviourChecks[entry.id]?.(found);
        integrator.respondWith("ok");
        expect(
          (await deliverMessage(channel, `${entry.id}-after`, "x")).message.delivery?.state,
        ).toBe("delivered");
      } finally {
        await integrator.close();
      }
    });
  }

  test("[CH-080] no sentence of the list stays unchecked", () => {
    const unchecked = replyInputs
      .filter((e) => e.expect.behaviour !== undefined && !(e.id in behaviourChecks))
      .map((e) => e.id);
    console.info(`interface A replies: ${replyInputs.length}; unchecked ${unchecked.length}`);
    expect(unchecked).toEqual([]);
  });
});

describe("hostile addresses of pictures", () => {
  // hostile-channel.test.ts opens no connections. These cases need a complete server: an operator
  // views the chat and requests the image.
  for (const entry of channelInputs.filter((one) => one.expect.dial === false)) {
    test(`[CH-046] [CORE-063] ${entry.id} ${entry.title}: nobody is asked for it`, async () => {
      const integrator = await startIntegrator();
      try {
        const channel = await parlour.channel(integrator.url);
        const body = String(generateText(entry.request?.body ?? ""));
        const { sender } = JSON.parse(body) as { sender: { id: string; photo: string } };
        connections.clear();
        expect(
          (await parlour.call("POST", new URL(channel.inboundUrl).pathname, body)).status,
        ).toBe(entry.expect.status);
        const chat = await parlour.findChat(sender.id);
        expect((await parlour.owner.call("GET", `chats/${chat.id}`)).status).toBe(200);
        expect(
          (await parlour.owner.call("GET", `media?url=${encodeURIComponent(sender.photo)}`)).status,
        ).toBe(404);
        await parlour.settle();
        expect(connections.unexpectedTargets(integrator, parlour)).toEqual([]);
      } finally {
        await integrator.close();
      }
    });
  }
});

function toScriptedResponse(entry: HostileInput): ScriptedResponse {
  const { reply } = entry.input ?? {};
  if (reply === undefined || reply === "hang" || reply === "reset") return reply ?? "ok";
  return {
    status: reply.status,
    body: reply.body === undefined ? "" : generateText(reply.body),
    ...(reply.headers === undefined ? {} : { headers: reply.headers }),
    ...(reply.byte_delay_ms === undefined ? {} : { byteDelayMs: reply.byte_delay_ms }),
  };
}

/**
 * Sends an operator's message to a customer and advances the clock until the delivery has an
 * outcome.
 */
async function deliverMessage(
  channel: TestChannel,
  customer: string,
  text: string,
  integrator?: FakeIntegrator,
): Promise<Pick<Case, "message" | "events">> {
  const received = await parlour.sendCustomerMessage(channel, customer, "hello");
  if (received.status !== 200) throw new Error(`not taken: ${received.text}`);
  const chat = await parlour.findChat(customer);
  const sentAt = parlour.clock.now();
  const sent = await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
    kind: "text",
    text,
    client_id: text,
  });
  if (sent.status !== 201) throw new Error(`not sent: ${sent.text}`);
  const id = (sent.body as Message).id;
  for (let elapsed = 0; elapsed <= 15_000; elapsed += 500) {
    const message = (await parlour.messages(chat.id)).find((one) => one.id === id);
    if (message?.delivery !== undefined && message.delivery.state !== "pending")
      return { message, events: await readDeliveryEvents(id, sentAt) };
    // Only the clock ends an attempt without a response. All others end without it, however slow
    // this machine is.
    let isSettled = false;
    const markSettled = (): void => void (isSettled = true);
    void parlour.settle().then(markSettled, markSettled);
    while (!isSettled && (integrator?.pendingCount() ?? 0) === 0) await waitForPoll();
    await parlour.clock.advance(500);
  }
  throw new Error("not settled within 15 s");
}

/** Returns the events about the message's delivery that operator sockets received. */
async function readDeliveryEvents(
  messageId: number,
  sentAt: number,
): Promise<readonly DeliveryEvent[]> {
  const rows = await parlour.sql<{ at: Date; body: string }>(
    `select d.at, d.body from journal m join journal d on d.account_id = m.account_id and d.chat_id = m.chat_id and d.name = 'delivery_updated' and d.position > m.position
     where m.name = 'message_created' and m.body like '%"id":' || $1 || ',%' order by d.position`,
    [String(messageId)],
  );
  return rows.map(({ at, body }) => {
    const { delivery } = JSON.parse(body) as { delivery: { state: string } };
    return { afterMs: at.getTime() - sentAt, state: delivery.state };
  });
}
