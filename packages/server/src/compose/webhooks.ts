import { randomBytes } from "node:crypto";
import { refuse } from "../core/failure.ts";
import type { WebhookEvent } from "../core/ports.ts";
import type { Outbound, Send } from "../delivery/index.ts";
import { webhookOutbound } from "../edges/webhook/outbound.ts";
import { testWebhook, type WebhookTried } from "../edges/webhook/test-event.ts";
import type { Queue } from "../queue/index.ts";
import { findWebhookContent, keepWebhookContent } from "../store/queries/webhook-content.ts";
import { webhookAgents, webhookChat, webhookFacts, webhookLog, webhookOperators } from "../store/queries/webhook-material.ts";
import { version } from "../version.ts";
import type { Ground } from "./ground.ts";

/** Interface C with what it needs of the other parts. */
export interface Webhooks {
  readonly outbound: Outbound;
  /** One test event to an endpoint (WH-070); `sample`: fields in the place of the default ones. Refusal `not_found`. */
  test(account: number, endpointId: number, event: WebhookEvent, sample?: Readonly<Record<string, unknown>>): Promise<WebhookTried>;
}

export function openWebhooks(ground: Pick<Ground, "pools" | "db" | "journal" | "write" | "clock">, send: Send, queue: Queue): Webhooks {
  const { pools, db, journal, write, clock } = ground;
  const { reader } = pools;
  return {
    outbound: webhookOutbound({
      version,
      write,
      clock,
      config: (account) => journal.config(account),
      material: {
        facts: (of) => webhookFacts(reader, of),
        chat: (account, chatId) => webhookChat(reader, account, chatId),
        operators: (account, ids) => webhookOperators(reader, account, ids),
        agents: (account, chatId) => webhookAgents(reader, account, chatId),
        log: (account, chatId, position, before) => webhookLog(reader, account, chatId, position, before),
      },
      contents: {
        find: (account, deliveryId) => findWebhookContent(db, account, deliveryId),
        keep: (account, deliveryId, content) => keepWebhookContent(db, account, deliveryId, content),
      },
    }),
    async test(account, endpointId, event, sample) {
      const target = await queue.endpointTarget(account, endpointId);
      if (target === null || target.endpoint.kind !== "webhook") refuse("not_found", "There is no such webhook.");
      const token = randomBytes(8).toString("hex");
      return testWebhook({ send, version, clock }, target, { event, token, ...(sample === undefined ? {} : { sample }) });
    },
  };
}
