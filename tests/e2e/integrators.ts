import {
  startBotProvider,
  startWebhookReceiver,
  type FakeBotProvider,
  type FakeWebhook,
} from "@parlour/testkit";
import { expect } from "vitest";
import type { InboxFixture } from "./inbox-fixture.ts";

/** A bot and the fake server of its provider. */
export interface TestBot {
  readonly provider: FakeBotProvider;
  readonly id: number;
  readonly providerId: string;
  /** The URL to which the provider posts (BOT-010). */
  readonly address: string;
  /** Posts an event of a chat as the provider; returns the status. */
  post(body: object): Promise<number>;
}
export async function addBot(
  fixture: InboxFixture,
  name = "Shop assistant",
  more: object = {},
): Promise<TestBot> {
  const { parlour } = fixture;
  const provider = await startBotProvider();
  await allowEgress(fixture, provider.host);
  const createdProvider = await parlour.owner.call("POST", "bot-providers", {
    name: "Answerly",
    contact: "ops@answerly.example",
  });
  expect(createdProvider.status, createdProvider.text).toBe(201);
  const bot = await parlour.owner.call("POST", "bots", {
    provider_id: createdProvider.body.id,
    name,
    token: "tk_8sJ2mQpXv4Lr9ZbN6wTc3Y",
    endpoint_url: provider.endpoint,
    ...more,
  });
  expect(bot.status, bot.text).toBe(201);
  const address = String(bot.body.address);
  return {
    provider,
    id: bot.body.id,
    providerId: createdProvider.body.id,
    address,
    async post(body) {
      const url = new URL(address);
      const answer = await fetch(`${parlour.url}${url.pathname}${url.search}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.status;
    },
  };
}

/** A webhook and the fake server that receives its requests. */
export interface TestWebhook {
  readonly receiver: FakeWebhook;
  readonly id: number;
  readonly endpointId: number;
}
export async function addWebhook(fixture: InboxFixture, more: object = {}): Promise<TestWebhook> {
  const receiver = await startWebhookReceiver();
  await allowEgress(fixture, `127.0.0.1:${receiver.port}`);
  const created = await fixture.parlour.owner.call("POST", "webhooks", {
    url: `${receiver.url}/crm`,
    ...more,
  });
  expect(created.status, created.text).toBe(201);
  return { receiver, id: created.body.id, endpointId: created.body.endpoint_id };
}

async function allowEgress({ parlour }: InboxFixture, target: string): Promise<void> {
  const answer = await parlour.owner.call("POST", "instance/egress-allow", { add: [target] });
  expect(answer.status, answer.text).toBe(200);
}
