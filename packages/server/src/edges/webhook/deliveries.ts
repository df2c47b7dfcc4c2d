import type { ChatEntity } from "../../core/entity.ts";
import type { ChatData, NewEvent } from "../../core/event.ts";
import type { CommandContext, WebhookConfig, WebhookEvent } from "../../core/command.ts";
import { chatBeforeCommand } from "../../core/chat/previous-state.ts";
import { isRatingOffered } from "../../core/chat/details/rate.ts";
import { isRunningChatState } from "../../core/chat/state-machine.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../../delivery/index.ts";
import { mergeWindowMs } from "./retry-policy.ts";

/**
 * Plans the deliveries to the account's webhooks (decision 0011). Each enabled endpoint whose
 * filters match the event receives one delivery (WH-001, WH-010).
 */
export const planWebhookDeliveries: DeliveryPlanner = (event, context) => {
  if (context.config.webhooks.size === 0) return [];
  const due = getDueEvent(event, context);
  if (due === null) return [];
  const deliveries: PlannedDelivery[] = [];
  for (const webhook of context.config.webhooks.values()) {
    const timing = getTiming(webhook, due);
    if (timing !== null)
      deliveries.push({
        endpointId: webhook.endpointId,
        orderKey: due.lane,
        deliveryId: context.ids.delivery(),
        event: due.event,
        ...timing,
      });
  }
  return deliveries;
};

type DeliveryTiming = Pick<PlannedDelivery, "chatId" | "delayMs" | "merge" | "release">;

/**
 * Returns when one webhook receives the event, and which waiting delivery the event replaces.
 * Returns null if its filters exclude the event.
 */
function getTiming(webhook: WebhookConfig, due: WebhookEventDue): DeliveryTiming | null {
  const chatId = due.lane;
  if (due.isRating) {
    if (matchesFilters(webhook, due)) return { chatId, release: "instead" };
    return matchesFilters(webhook, { ...due, event: "chat_finished" })
      ? { chatId, release: "only" }
      : null;
  }
  if (!matchesFilters(webhook, due)) return null;
  if (due.event === "chat_updated") return { chatId, delayMs: mergeWindowMs, merge: true };
  return due.isRatingAsked && webhook.ratingWaitMs > 0 ? { delayMs: webhook.ratingWaitMs } : {};
}

interface WebhookEventDue {
  readonly event: WebhookEvent;
  readonly channelId: number;
  /** Id of the chat. An offline message has a separate lane. */
  readonly lane: number;
  /** Whether the rating of a closed chat, or the comment of that rating, changed (WH-102). */
  readonly isRating?: true;
  /** Whether the chat ended and the chat window now requests a rating (WH-080). */
  readonly isRatingAsked?: true;
}

function matchesFilters(
  webhook: WebhookConfig,
  { event, channelId }: Pick<WebhookEventDue, "event" | "channelId">,
): boolean {
  return (
    webhook.enabled &&
    webhook.events.has(event) &&
    (webhook.channels === null || webhook.channels.has(channelId))
  );
}

function getDueEvent(event: NewEvent, context: CommandContext): WebhookEventDue | null {
  switch (event.name) {
    case "chat_accepted":
      return isFirstAcceptance(event.chat, context)
        ? createDueEvent("chat_accepted", event.chat)
        : null;
    case "chat_created":
      // An operator started or continued the chat, so the chat is accepted immediately.
      return event.chat.state === "open" ? createDueEvent("chat_accepted", event.chat) : null;
    case "chat_assigned":
      return createDueEvent("chat_assigned", event.chat);
    case "chat_closed":
      return {
        ...createDueEvent("chat_finished", event.chat),
        ...(isRatingOffered(context.config, event.chat) ? { isRatingAsked: true } : {}),
      };
    case "visitor_updated":
      return event.cause === "webhook" || context.currentChat === null
        ? null
        : createDueEvent("chat_updated", context.currentChat.entity);
    case "chat_updated":
      if (hasNewRating(event.chat, context))
        return { ...createDueEvent("chat_updated", event.chat), isRating: true };
      // A change of participants or of the waiting state is not a change of the visitor.
      return event.cause === "visitor" && isRunningChatState(event.chat.state)
        ? createDueEvent("chat_updated", event.chat)
        : null;
    case "call_updated":
      if (event.cause === "noted") return null;
      return {
        event: "call_event",
        channelId: findCallChannel(event.call.chat_id, context),
        lane: event.call.chat_id,
      };
    case "offline_message_updated": {
      const { id, channel, state } = event.offlineMessage;
      return state === "new" ? { event: "offline_message", channelId: channel.id, lane: id } : null;
    }
    case "visitor_created":
    case "chat_transferred":
    case "chat_handed_over":
    case "message_created":
    case "message_updated":
    case "delivery_updated":
    case "settings_changed":
      return null;
  }
}

function createDueEvent(
  event: WebhookEvent,
  chat: Pick<ChatEntity, "id" | "channel">,
): WebhookEventDue {
  return { event, channelId: chat.channel.id, lane: chat.id };
}

/**
 * Returns whether the visitor rated a closed chat or changed that rating. `chat_finished` contains
 * the rating of an open chat.
 */
function hasNewRating(chat: ChatData, context: CommandContext): boolean {
  const before = chatBeforeCommand(context, chat.id);
  if (chat.state !== "closed" || before === null) return false;
  return chat.rating !== before.rating || chat.rating_comment !== before.rating_comment;
}

/** Returns whether this is the first time that the chat is accepted (WH-011). */
function isFirstAcceptance(chat: ChatData, context: CommandContext): boolean {
  return (chatBeforeCommand(context, chat.id)?.accepted_at ?? null) === null;
}

function findCallChannel(chatId: number, context: CommandContext): number {
  return chatBeforeCommand(context, chatId)?.channel.id ?? context.visitor?.channelId ?? 0;
}
