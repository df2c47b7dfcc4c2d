import { webhookEvents } from "@parlour/protocol/settings/webhook-events";
import { createBotConnection } from "./bot/connection.ts";
import {
  createServiceResources,
  type ServiceResources,
  type RegisteredResource,
} from "./service-api/registered-resource.ts";
import type { ServiceDeps } from "./service-api/call-service-api.ts";
import type { LabState } from "./state.ts";
import { toText } from "./endpoints/received-request.ts";

/** Creates the lab's bot connection and webhook through the service API, and removes them. */
export interface LabRegistration {
  /** Each function resolves with null, or with a sentence about the error. */
  readonly bot: () => Promise<string | null>;
  readonly webhook: () => Promise<string | null>;
  readonly removeBot: () => Promise<string | null>;
  readonly removeWebhook: () => Promise<string | null>;
  /** Removes everything that the lab created. Resolves with one sentence for each resource. */
  readonly removeAll: () => Promise<string[]>;
}
const noKeyText =
  "Start the lab with --key to have it made here, or make it in Parlour's settings and give the lab what they show.";

/** Creates the registration. Ids of created resources are stored only in memory. */
export function createLabRegistration(state: LabState, deps: ServiceDeps): LabRegistration {
  const entries = createServiceResources(deps);
  const bot = createBotConnection(state, entries);
  const webhook = createWebhookConnection(state, entries);
  const requireKey = (make: () => Promise<string | null>) => () =>
    deps.key === null ? Promise.resolve(noKeyText) : make();
  return {
    bot: requireKey(bot.create),
    webhook: requireKey(webhook.create),
    removeBot: bot.remove,
    removeWebhook: webhook.remove,
    async removeAll() {
      const sentences: string[] = [];
      for (const [name, resource] of Object.entries({ bot, webhook })) {
        if (!resource.exists()) continue;
        const fault = await resource.remove();
        sentences.push(
          fault === null
            ? `The lab's ${name} was taken away from Parlour.`
            : `The lab's ${name} is still in Parlour: ${fault} Delete it in the settings.`,
        );
      }
      return sentences;
    },
  };
}

function createWebhookConnection(state: LabState, entries: ServiceResources): RegisteredResource {
  let createdId: string | null = null;
  const { hook } = state.setup;
  const publish = (isOurs: boolean, text: string): void => {
    Object.assign(hook, { isOurs, secret: state.secrets.hookSecret !== null, text });
    state.publish({ setup: state.setup });
  };
  return {
    async create() {
      if (createdId !== null) return null;
      await entries.removeLeftovers("/webhooks", "url", hook.endpoint);
      const result = await entries.create("/webhooks", {
        url: hook.endpoint,
        events: webhookEvents,
        message_text: true,
      });
      if ("fault" in result) return result.fault;
      createdId = toText(result.value["id"]);
      state.secrets.hookSecret = toText(result.value["signing_secret"]) || null;
      publish(
        true,
        "All events come here, with the texts of messages. It is taken away when the lab ends.",
      );
      return null;
    },
    async remove() {
      const fault = createdId === null ? null : await entries.remove("/webhooks", createdId);
      if (fault !== null) return fault;
      createdId = null;
      state.secrets.hookSecret = null;
      publish(false, "");
      return null;
    },
    exists: () => createdId !== null,
  };
}
