import { botOutgoingEvents } from "@parlour/protocol/bot";
import { webhookEvents } from "@parlour/protocol/webhook";
import type { Clock } from "../core/ports.ts";
import { botSample } from "../edges/bot/test-event.ts";
import type { OperatorEdgeDeps } from "../edges/operator/index.ts";
import { webhookSample } from "../edges/webhook/samples.ts";
import type { Sending } from "./sending.ts";

/** Test events as the service API asks for them (API-053). */
export function openTests(
  clock: Pick<Clock, "now">,
  { bots, testWebhook }: Pick<Sending, "bots" | "testWebhook">,
): OperatorEdgeDeps["tests"] {
  return {
    samples: (account) => [
      ...botOutgoingEvents.map((event) => ({ kind: "bot" as const, event, sample: botSample(event, { account, now: clock.now() }) })),
      ...webhookEvents.map((event) => ({
        kind: "webhook" as const,
        event,
        sample: { ...webhookSample(event, Math.floor(clock.now() / 1_000)) },
      })),
    ],
    bot: (...of) => bots.test(...of),
    webhook: (...of) => testWebhook(...of),
  };
}
