import { startBotProvider, startWebhookReceiver, type FakeBotProvider, type FakeWebhook } from "@parlour/testkit";
import { expect } from "vitest";
import type { Desk } from "./desk.ts";

/** A bot and the fake server of its provider. */
export interface DeskBot {
  readonly provider: FakeBotProvider;
  readonly id: number;
  readonly providerId: string;
  /** The URL to which the provider posts (BOT-010). */
  readonly address: string;
  /** Posts an event of a chat as the provider; returns the status. */
  post(body: object): Promise<number>;
}
export async function addBot(desk: Desk, name = "Shop assistant", more: object = {}): Promise<DeskBot> {
  const { parlour } = desk;
  const provider = await startBotProvider();
  await allow(desk, provider.host);
  const made = await parlour.owner.call("POST", "bot-providers", { name: "Answerly", contact: "ops@answerly.example" });
  expect(made.status, made.text).toBe(201);
  const bot = await parlour.owner.call("POST", "bots", {
    provider_id: made.body.id,
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
    providerId: made.body.id,
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
export interface DeskHook {
  readonly receiver: FakeWebhook;
  readonly id: number;
  readonly endpointId: number;
}
export async function addWebhook(desk: Desk, more: object = {}): Promise<DeskHook> {
  const receiver = await startWebhookReceiver();
  await allow(desk, `127.0.0.1:${receiver.port}`);
  const made = await desk.parlour.owner.call("POST", "webhooks", { url: `${receiver.url}/crm`, ...more });
  expect(made.status, made.text).toBe(201);
  return { receiver, id: made.body.id, endpointId: made.body.endpoint_id };
}

async function allow({ parlour }: Desk, target: string): Promise<void> {
  const answer = await parlour.owner.call("POST", "instance/egress-allow", { add: [target] });
  expect(answer.status, answer.text).toBe(200);
}
