import { planCallDeliveries } from "../calls/plan.ts";
import { planBotDeliveries } from "../edges/bot/deliveries.ts";
import { planChannelDeliveries } from "../edges/channel/deliveries.ts";
import { planForwardedMessages } from "../edges/channel/old-system/plan.ts";
import { planWebhookDeliveries } from "../edges/webhook/deliveries.ts";
import { planMailDeliveries } from "../mail/plan.ts";
import { planPushDeliveries } from "../push/plan.ts";
import { combinePlanners, type DeliveryPlanner } from "../core/delivery/planner.ts";

/** Computes the deliveries of an event, with one planner for each kind of endpoint. */
export const planDeliveries: DeliveryPlanner = combinePlanners([
  planChannelDeliveries,
  planForwardedMessages,
  planBotDeliveries,
  planWebhookDeliveries,
  planPushDeliveries,
  planCallDeliveries,
  planMailDeliveries,
]);
