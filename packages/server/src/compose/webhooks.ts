import { randomBytes } from "node:crypto";
import { createSampleEvent, webhookEvents } from "@parlour/protocol/webhook";
import { refuse } from "../core/failure.ts";
import type { WebhookEvent } from "../core/command.ts";
import type { DeliveryDriver, SendRequest } from "../delivery/index.ts";
import { createWebhookDeliveryDriver } from "../edges/webhook/outbound.ts";
import { sendTestEvent, type WebhookTestResult } from "../edges/webhook/test-event.ts";
import type { DeliveryQueue } from "../delivery/queue/index.ts";
import { findWebhookRequest, saveWebhookRequest } from "../store/deliveries/webhook-content.ts";
import {
  readWebhookAgents,
  readWebhookChat,
  readWebhookFacts,
  readWebhookLog,
  readWebhookMessage,
  readWebhookOperators,
  readWebhookVisitor,
} from "../store/deliveries/webhook-request-data.ts";
import { version } from "../version.ts";
import type { BaseServices } from "./base.ts";

/** Services of interface C, connected to the other parts of the server. */
export interface WebhookServices {
  readonly outbound: DeliveryDriver;
  readonly tests: {
    samples(): readonly { kind: "webhook"; event: WebhookEvent; sample: Sample }[];
    /**
     * Sends one test event to an endpoint (WH-070). Fields of `sample` replace the default ones.
     * Throws Refusal `not_found`.
     */
    webhook(
      account: number,
      endpointId: number,
      event: WebhookEvent,
      sample?: Sample,
    ): Promise<WebhookTestResult>;
  };
}
type Sample = Readonly<Record<string, unknown>>;

export function createWebhooks(
  base: BaseServices,
  send: SendRequest,
  queue: DeliveryQueue,
): WebhookServices {
  const { pools, db, journal, write, clock } = base;
  const { reader } = pools;
  return {
    outbound: createWebhookDeliveryDriver({
      version,
      write,
      clock,
      config: (account) => journal.config(account),
      material: {
        facts: (request) => readWebhookFacts(reader, request),
        chat: (account, chatId) => readWebhookChat(reader, account, chatId),
        visitor: (account, visitorId) => readWebhookVisitor(reader, account, visitorId),
        message: (account, chatId, seq) => readWebhookMessage(reader, account, chatId, seq),
        operators: (account, ids) => readWebhookOperators(reader, account, ids),
        agents: (account, chatId) => readWebhookAgents(reader, account, chatId),
        log: (account, chatId, position, before) =>
          readWebhookLog(reader, account, chatId, { position, before }),
      },
      contents: {
        find: (account, deliveryId) => findWebhookRequest(db, account, deliveryId),
        store: (account, deliveryId, content) =>
          saveWebhookRequest(db, account, deliveryId, content),
      },
    }),
    tests: {
      samples: () =>
        webhookEvents.map((event) => ({
          kind: "webhook",
          event,
          sample: { ...createSampleEvent(event, Math.floor(clock.now() / 1_000)) },
        })),
      async webhook(account, endpointId, event, sample) {
        const target = await queue.findEndpointTarget(account, endpointId);
        if (target === null || target.endpoint.kind !== "webhook")
          refuse("not_found", "Webhook not found.");
        const token = randomBytes(8).toString("hex");
        return sendTestEvent({ send, version, clock }, target, {
          event,
          token,
          sample,
        });
      },
    },
  };
}
