import type { WebhookConfig } from "../../core/command.ts";
import type { FailureReportPlanner } from "../../core/delivery/planner.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../../delivery/index.ts";
import { getDueEvent, isAsked, type WebhookEventDue } from "./due-events.ts";
import { webhookEventRules, type PlannedEvent } from "./event-rules.ts";

/**
 * Plans the deliveries to the account's webhooks (decision 0011). Each enabled endpoint whose
 * filters match the event receives one delivery (WH-001, WH-010, WH-107).
 */
export const planWebhookDeliveries: DeliveryPlanner = (event, context, decidedEvents) => {
  const { webhooks } = context.config;
  if (webhooks.size === 0) return [];
  const due = getDueEvent(event, context, decidedEvents);
  if (due === null) return [];
  const deliveries: PlannedDelivery[] = [];
  for (const webhook of webhooks.values()) {
    const planned = planForWebhook(webhook, due);
    if (planned !== null)
      deliveries.push({
        endpointId: webhook.endpointId,
        orderKey: due.lane,
        deliveryId: context.ids.delivery(),
        ...planned,
      });
  }
  return deliveries;
};

/** Plans the reports of failed messages to webhooks (WH-112). */
export const webhookFailureReports: FailureReportPlanner = {
  isAsked: (config) => isAsked(config, "message_delivery_failed"),
  plan({ chatId, channelId, departmentId }, config) {
    const due: WebhookEventDue = {
      events: ["message_delivery_failed"],
      channelId,
      departmentId,
      lane: chatId,
    };
    return [...config.webhooks.values()].flatMap((webhook) => {
      const planned = planForWebhook(webhook, due);
      return planned === null
        ? []
        : [{ endpointId: webhook.endpointId, orderKey: due.lane, ...planned }];
    });
  },
};

/**
 * Returns the event that one webhook receives, when, and which waiting delivery the event replaces.
 * Returns null if its filters exclude the event.
 */
function planForWebhook(webhook: WebhookConfig, due: WebhookEventDue): PlannedEvent | null {
  if (!matchesFilters(webhook, due)) return null;
  const event = due.events.find((name) => webhook.events.has(name));
  if (event !== undefined) return { event, ...webhookEventRules[event].schedule?.(due, webhook) };
  return due.isLateRating && webhook.events.has("chat_finished")
    ? { event: "chat_updated", chatId: due.lane, release: "only" }
    : null;
}

function matchesFilters(
  { enabled, channels, departments }: WebhookConfig,
  { channelId, departmentId }: WebhookEventDue,
): boolean {
  return (
    enabled &&
    (channels === null || channels.has(channelId)) &&
    (departments === null || (departmentId !== null && departments.has(departmentId)))
  );
}
