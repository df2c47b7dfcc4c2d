import { readFileSync } from "node:fs";
import type { Chat } from "@parlour/protocol";
import type { ReceivedEvent } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { recordConnections, type ConnectionRecorder } from "./connection-recorder.ts";
import { generateText, type HostileReply } from "./hostile-inputs.ts";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

/** Responses to event webhooks (interface C) from tests/hostile-inputs.json. */
interface WebhookInput {
  readonly id: string;
  readonly title: string;
  readonly interface: string;
  readonly input: { readonly to: "chat_accepted" | "chat_finished"; readonly reply: HostileReply };
  readonly expect: {
    readonly outcome?: "delivered" | "retry" | "disabled";
    readonly data_shown?: boolean;
    readonly links?: number;
    readonly rendered?: "text";
    readonly attempts?: number;
    readonly dial?: "first-only";
    readonly max_ms?: number;
    readonly max_rss_growth_mib?: number;
    readonly behaviour?: string;
  };
}
const webhookInputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as WebhookInput[]
).filter((entry) => entry.interface === "C-reply");

let fixture: WebhookFixture;
let connections: ConnectionRecorder;
beforeAll(async () => {
  connections = recordConnections();
  fixture = await openWebhookFixture();
});
afterAll(async () => {
  await fixture.close();
  connections.stop();
});
// Switching the webhook off ends what still waits: a later success of an earlier entry would bring
// an attempt of the next one forward (WH-065). A response 410 has switched it off already.
afterEach(async () => {
  for (const enabled of [false, true]) {
    const path = `webhooks/${fixture.webhook.id}`;
    expect((await fixture.parlour.owner.call("PATCH", path, { enabled })).status).toBe(200);
    await fixture.parlour.settle();
  }
  expect((await fixture.readDeliveries()).filter((row) => row.state === "pending")).toEqual([]);
});

interface Case {
  readonly entry: WebhookInput;
  /** The chat before and after the response. */
  readonly before: Chat;
  readonly chat: Chat;
  readonly delivery: Awaited<ReturnType<WebhookFixture["readDeliveries"]>>[number];
  /** Milliseconds until the next attempt is due. */
  readonly nextMs: number;
  readonly dueMs: number;
}

/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (found: Case) => void>> = {
  "H-189": ({ chat }) => expect(chat.custom_data).toHaveLength(50),
  "H-190": ({ chat, delivery }) => {
    expect(chat.custom_data).toEqual([]);
    expect(delivery.attempt_note).toBe("custom_data is not a list");
  },
  "H-191": ({ before, chat }) => {
    expect(chat.visitor).toEqual(before.visitor);
    expect(JSON.stringify(chat)).not.toContain("[object");
  },
  "H-192": ({ chat }) => expect(chat.crm).toEqual({ link: null, assign: false, assigned: false }),
  "H-193": ({ chat }) => {
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(chat.custom_data).toMatchObject([{ title: "a", content: "b" }]);
    expect(JSON.stringify(chat)).not.toContain("polluted");
  },
  "H-198": ({ nextMs }) => {
    expect(nextMs).toBeGreaterThan(23 * 3_600_000);
    expect(nextMs).toBeLessThanOrEqual(24 * 3_600_000 * 1.2);
  },
  "H-199": ({ nextMs }) => {
    expect(nextMs).toBeGreaterThanOrEqual(3_500);
    expect(nextMs).toBeLessThanOrEqual(6_000);
  },
};

describe("hostile replies", () => {
  for (const entry of webhookInputs) {
    test(`[WH-040] [WH-060] ${entry.id} ${entry.title}`, async () => {
      const found = await runInput(entry);
      const { expect: expected } = entry;
      const { chat, delivery } = found;
      const states = { delivered: "delivered", retry: "pending", disabled: "dead" } as const;
      if (expected.outcome !== undefined) expect(delivery.state).toBe(states[expected.outcome]);
      if (expected.outcome === "disabled") expect(await readDisabledReason()).toBe("gone");
      if (expected.data_shown !== undefined)
        expect(chat.custom_data.length > 0).toBe(expected.data_shown);
      if (expected.links !== undefined) {
        expect(chat.crm).toMatchObject({ link: null });
        expect(chat.page).toEqual(found.before.page);
      }
      // Text is stored as it was sent. The application shows it as text (CORE-126).
      if (expected.rendered === "text" && expected.data_shown === true)
        expect(chat.custom_data).toMatchObject([
          { title: "<h1>x", content: "<img src=x onerror=alert(1)>" },
        ]);
      if (expected.attempts !== undefined) expect(delivery.tries).toBe(expected.attempts);
      if (expected.max_ms !== undefined) expect(found.dueMs).toBeLessThanOrEqual(expected.max_ms);
      if (expected.dial === "first-only")
        expect(
          connections.unexpectedTargets(fixture.receiver, fixture.integrator, fixture.parlour),
        ).toEqual([]);
      behaviourChecks[entry.id]?.(found);
    });
  }

  test("[WH-040] no sentence of the list stays unchecked", () => {
    const unchecked = webhookInputs
      .filter((e) => e.expect.behaviour !== undefined && !(e.id in behaviourChecks))
      .map((e) => e.id);
    expect(webhookInputs).toHaveLength(22);
    expect(unchecked).toEqual([]);
  });
});

/**
 * Creates a chat of a new customer, causes the event, and responds as the entry states. Advances
 * the clock until the first attempt has ended.
 */
async function runInput(entry: WebhookInput): Promise<Case> {
  const { receiver, parlour } = fixture;
  const { to, reply } = entry.input;
  const before = await fixture.startChat(`customer ${entry.id}`, {
    sender: { name: "Nadia", url: "https://shop.example/start" },
  });
  const body = reply.body === undefined ? "" : generateText(reply.body);
  receiver.setMode((event: ReceivedEvent) =>
    event.event === to && event.chatId === before.id
      ? {
          status: reply.status,
          body,
          ...(reply.headers === undefined ? {} : { headers: reply.headers }),
          ...(reply.byte_delay_ms === undefined ? {} : { byteDelayMs: reply.byte_delay_ms }),
        }
      : "ok",
  );
  connections.clear();
  const rss = process.memoryUsage().rss;
  await fixture.acceptChat(before.id);
  if (to === "chat_finished") {
    await parlour.settle();
    await fixture.closeChat(before.id);
  }
  const began = parlour.clock.now();
  const readOwnDelivery = async (): Promise<Case["delivery"] | undefined> =>
    (await fixture.readDeliveries()).findLast((row) => row.chat_id === before.id);
  const ended = async (): Promise<boolean> => ((await readOwnDelivery())?.tries ?? 0) > 0;
  // Only the clock ends a response that arrives byte by byte. All others end without it.
  await fixture.waitUntil(
    async () => receiver.requests.some((one) => one.event === to && one.chatId === before.id),
    "the request",
  );
  if (reply.byte_delay_ms !== undefined) await parlour.clock.advance(15_000);
  await fixture.waitUntil(ended, "the attempt's end");
  const dueMs = parlour.clock.now() - began;
  await parlour.settle();
  if (entry.expect.max_rss_growth_mib !== undefined)
    expect((process.memoryUsage().rss - rss) / 1024 ** 2).toBeLessThan(
      entry.expect.max_rss_growth_mib,
    );
  const delivery = await readOwnDelivery();
  if (delivery === undefined) throw new Error("no delivery");
  const [next] = await parlour.sql<{ at: Date | null }>(
    "select next_at as at from delivery where id = $1",
    [delivery.id],
  );
  const chat = await fixture.readChat(before.id);
  return {
    entry,
    before,
    chat,
    delivery,
    nextMs: next?.at ? next.at.getTime() - parlour.clock.now() : Number.NaN,
    dueMs,
  };
}

async function readDisabledReason(): Promise<string | null> {
  const rows = await fixture.parlour.sql<{ off_reason: string | null }>(
    "select off_reason from endpoint where kind = 'webhook'",
  );
  return rows[0]?.off_reason ?? null;
}
