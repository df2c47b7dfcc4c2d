import { openBot } from "./bot/registered.ts";
import { openWebhook } from "./hook/registered.ts";
import { openEntries } from "./registered.ts";
import type { ServiceDeps } from "./service.ts";
import type { LabState } from "./state.ts";

/**
 * Creates the lab's bot connection and webhook in Parlour through the service API, and removes
 * them.
 */
export interface Register {
  /** Each function resolves with null, or with a sentence about the error. */
  readonly bot: () => Promise<string | null>;
  readonly webhook: () => Promise<string | null>;
  readonly removeBot: () => Promise<string | null>;
  readonly removeWebhook: () => Promise<string | null>;
  /** Removes everything that it created. Resolves with one sentence each. */
  readonly removeAll: () => Promise<string[]>;
}
const noKey = "Start the lab with --key to have it made here, or make it in Parlour's settings and give the lab what they show.";

/** Created resources are remembered only in this process. */
export function openRegister(state: LabState, deps: ServiceDeps): Register {
  const entries = openEntries(deps);
  const bot = openBot(state, entries);
  const webhook = openWebhook(state, entries);
  const withKey = (make: () => Promise<string | null>) => () => (deps.key === null ? Promise.resolve(noKey) : make());
  return {
    bot: withKey(bot.make),
    webhook: withKey(webhook.make),
    removeBot: bot.remove,
    removeWebhook: webhook.remove,
    async removeAll() {
      const sentences: string[] = [];
      for (const [name, one] of Object.entries({ bot, webhook })) {
        if (!one.isMade()) continue;
        const fault = await one.remove();
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
