import type { WebhookConfig } from "../../core/command.ts";
import type { FailureReportPlanner } from "../../core/delivery/planner.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../../delivery/index.ts";
import { isAsked } from "./events/event-rules.ts";
import { findDueEvents, webhookEventRules, type DueEvent } from "./events/index.ts";

/**
 * Plans the deliveries to the account's webhooks (decision 0011). Each enabled endpoint whose
 * filters match the event receives one delivery (WH-001, WH-010, WH-107).
 */
export const planWebhookDeliveries: DeliveryPlanner = (event, context, decidedEvents) => {
  const { webhooks } = context.config;
  if (webhooks.size === 0) return [];
  const dueEvents = findDueEvents(event, context, decidedEvents);
  if (dueEvents.length === 0) return [];
  const deliveries: PlannedDelivery[] = [];
  for (const webhook of webhooks.values()) {
    const planned = planForWebhook(webhook, dueEvents);
    if (planned !== null) deliveries.push({ deliveryId: context.ids.delivery(), ...planned });
  }
  return deliveries;
};

/** Plans the reports of failed messages to webhooks (WH-112). */
export const webhookFailureReports: FailureReportPlanner = {
  isAsked: (config) => isAsked(config, "message_delivery_failed"),
  plan({ chatId, channelId, departmentId }, config) {
    const event = "message_delivery_failed";
    const due: DueEvent = { event, channelId, departmentId, lane: chatId };
    return [...config.webhooks.values()].flatMap((webhook) => planForWebhook(webhook, [due]) ?? []);
  },
};

type PlannedEvent = Omit<PlannedDelivery, "deliveryId">;

/**
 * Returns the event that one webhook receives, when, and which waiting delivery the event replaces.
 * Returns null if its filters exclude the events.
 */
function planForWebhook(
  webhook: WebhookConfig,
  dueEvents: readonly DueEvent[],
): PlannedEvent | null {
  const { endpointId } = webhook;
  const due = dueEvents.find(
    (candidate) =>
      webhook.events.has(candidate.event) &&
      (candidate.only === undefined
        ? matchesFilters(webhook, candidate)
        : webhook.enabled && candidate.only === webhook.id),
  );
  if (due !== undefined) {
    const { event, lane } = due;
    return {
      endpointId,
      orderKey: lane,
      event,
      ...webhookEventRules[event].schedule?.(due, webhook),
    };
  }
  const late = dueEvents.find(({ isLateRating }) => isLateRating);
  return late !== undefined && webhook.events.has("chat_finished") && matchesFilters(webhook, late)
    ? {
        endpointId,
        orderKey: late.lane,
        event: "chat_updated",
        chatId: late.lane,
        release: "only",
      }
    : null;
}

function matchesFilters(
  { enabled, channels, departments }: WebhookConfig,
  { channelId, departmentId }: DueEvent,
): boolean {
  return (
    enabled &&
    (channels === null || channels.has(channelId)) &&
    (departments === null || (departmentId !== null && departments.has(departmentId)))
  );
}
