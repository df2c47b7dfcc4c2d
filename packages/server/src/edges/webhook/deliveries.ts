import type { ChatEntity } from "../../core/entity.ts";
import type {
  ChangeCause,
  ChatData,
  NewEvent,
  NewMessage,
  NewOfflineMessage,
  VisitorData,
} from "../../core/event.ts";
import type {
  AccountConfig,
  CommandContext,
  WebhookConfig,
  WebhookEvent,
} from "../../core/command.ts";
import { chatBeforeCommand } from "../../core/chat/previous-state.ts";
import { isRatingOffered } from "../../core/chat/details/rate.ts";
import { isRunningChatState } from "../../core/chat/state-machine.ts";
import type { FailureReportPlanner } from "../../core/delivery/planner.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../../delivery/index.ts";
import { mergeWindowMs } from "./retry-policy.ts";

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

interface WebhookEventDue {
  /** Names under which the entry can be sent. Each webhook receives the first one that it wants. */
  readonly events: readonly WebhookEvent[];
  readonly channelId: number;
  /** Department of the chat or offline message, or null. */
  readonly departmentId: number | null;
  /** Id of the chat. What belongs to no chat has a separate lane. */
  readonly lane: number;
  /** The visitor changed and has no running chat. */
  readonly hasNoChat?: true;
  /** Whether the rating of a closed chat, or the comment of that rating, changed (WH-102). */
  readonly isLateRating?: true;
  /** Whether the chat ended and the chat window now requests a rating (WH-080). */
  readonly isRatingAsked?: true;
}

type PlannedEvent = Pick<PlannedDelivery, "event" | "chatId" | "delayMs" | "merge" | "release">;

/**
 * Returns the event that one webhook receives, when, and which waiting delivery the event replaces.
 * Returns null if its filters exclude the event.
 */
function planForWebhook(webhook: WebhookConfig, due: WebhookEventDue): PlannedEvent | null {
  if (!matchesFilters(webhook, due)) return null;
  const event = due.events.find((name) => webhook.events.has(name));
  const chatId = due.lane;
  if (event === undefined)
    return due.isLateRating && webhook.events.has("chat_finished")
      ? { event: "chat_updated", chatId, release: "only" }
      : null;
  switch (event) {
    case "chat_updated":
      return due.isLateRating
        ? { event, chatId, release: "instead" }
        : { event, chatId, delayMs: mergeWindowMs, merge: true };
    case "visitor_updated":
      return {
        event,
        ...(due.hasNoChat ? {} : { chatId }),
        delayMs: mergeWindowMs,
        merge: true,
      };
    case "chat_finished":
      return due.isRatingAsked && webhook.ratingWaitMs > 0
        ? { event, delayMs: webhook.ratingWaitMs }
        : { event };
    case "call_event":
    case "chat_accepted":
    case "chat_assigned":
    case "offline_message":
    case "chat_created":
    case "message_created":
    case "chat_rated":
    case "message_delivery_failed":
      return { event };
  }
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

/** Returns whether an enabled webhook of the account receives the event. */
function isAsked({ webhooks }: Pick<AccountConfig, "webhooks">, event: WebhookEvent): boolean {
  for (const webhook of webhooks.values())
    if (webhook.enabled && webhook.events.has(event)) return true;
  return false;
}

function getDueEvent(
  event: NewEvent,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): WebhookEventDue | null {
  switch (event.name) {
    case "chat_accepted":
      return isFirstAcceptance(event.chat, context)
        ? createDueEvent(["chat_accepted"], event.chat)
        : null;
    case "chat_created":
      // A blocked visitor's chat is closed from the start and causes no event (CORE-071).
      return event.chat.state === "closed" ? null : createDueEvent(["chat_created"], event.chat);
    case "message_created":
      return getDueMessage(event.message, context, decidedEvents);
    case "chat_assigned":
      return createDueEvent(["chat_assigned"], event.chat);
    case "chat_closed":
      return {
        ...createDueEvent(["chat_finished"], event.chat),
        ...(isRatingOffered(context.config, event.chat) ? { isRatingAsked: true } : {}),
      };
    case "visitor_updated":
      return event.cause === "webhook" ? null : getDueVisitorChange(event.visitor, context);
    case "chat_updated":
      return getDueChatChange(event, context);
    case "call_updated":
      return event.cause === "noted"
        ? null
        : getDueCall(event.call.chat_id, context, decidedEvents);
    case "offline_message_updated":
      return getDueOfflineMessage(event.offlineMessage);
    case "visitor_created":
    case "chat_transferred":
    case "chat_handed_over":
    case "message_updated":
    case "delivery_updated":
    case "settings_changed":
      return null;
  }
}

/** Returns the event of a rating (WH-110, WH-102), or of changed data of the visit (WH-012). */
function getDueChatChange(
  { chat, cause }: { readonly chat: ChatData; readonly cause?: ChangeCause },
  context: CommandContext,
): WebhookEventDue | null {
  if (hasNewRating(chat, context))
    return chat.state === "closed"
      ? { ...createDueEvent(["chat_rated", "chat_updated"], chat), isLateRating: true }
      : createDueEvent(["chat_rated"], chat);
  // A change of participants or of the waiting state is not a change of the visitor.
  return cause === "visitor" && isRunningChatState(chat.state)
    ? createDueEvent(["chat_updated"], chat)
    : null;
}

/** Returns the event of a call in a chat, which the same command may create. */
function getDueCall(
  chatId: number,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): WebhookEventDue {
  const chat = findChat(chatId, context, decidedEvents);
  return {
    events: ["call_event"],
    channelId: chat?.channel.id ?? context.visitor?.channelId ?? 0,
    departmentId: chat?.department?.id ?? null,
    lane: chatId,
  };
}

/** Returns the event of a new offline message, which has a lane of its own. */
function getDueOfflineMessage({
  id,
  channel,
  department,
  state,
}: NewOfflineMessage): WebhookEventDue | null {
  if (state !== "new") return null;
  const departmentId = department?.id ?? null;
  return { events: ["offline_message"], channelId: channel.id, departmentId, lane: id };
}

function createDueEvent(
  events: readonly WebhookEvent[],
  chat: Pick<ChatEntity, "id" | "channel" | "department">,
): WebhookEventDue {
  return {
    events,
    channelId: chat.channel.id,
    departmentId: chat.department?.id ?? null,
    lane: chat.id,
  };
}

/**
 * Returns the event of a message. Notes, messages that the customer does not see and messages of
 * blocked visitors cause none (WH-108). Most webhooks do not want messages, so this is checked
 * first.
 */
function getDueMessage(
  { kind, hidden, blacklisted, chat_id: chatId }: NewMessage,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): WebhookEventDue | null {
  if (!isAsked(context.config, "message_created")) return null;
  if (kind === "note" || hidden === true || blacklisted === true) return null;
  const chat = findChat(chatId, context, decidedEvents);
  return chat === null ? null : createDueEvent(["message_created"], chat);
}

/**
 * Returns the event of changed data of a visitor. `visitor_updated` is only about values that its
 * body contains (WH-111). `chat_updated` needs a running chat (WH-012).
 */
function getDueVisitorChange(
  visitor: VisitorData,
  { visitor: before, currentChat }: CommandContext,
): WebhookEventDue | null {
  const hasNewContacts = contactFields.some(
    (field) => visitor[field]?.value !== before?.entity[field]?.value,
  );
  if (currentChat !== null)
    return createDueEvent(
      hasNewContacts ? ["visitor_updated", "chat_updated"] : ["chat_updated"],
      currentChat.entity,
    );
  if (!hasNewContacts || before === null) return null;
  return {
    events: ["visitor_updated"],
    channelId: before.channelId,
    departmentId: null,
    lane: visitor.id,
    hasNoChat: true,
  };
}
const contactFields = ["name", "email", "phone", "description"] as const;

/** Returns whether the visitor rated the chat or changed the rating or its comment. */
function hasNewRating(chat: ChatData, context: CommandContext): boolean {
  const before = chatBeforeCommand(context, chat.id);
  if (chat.rating === null || before === null) return false;
  return chat.rating !== before.rating || chat.rating_comment !== before.rating_comment;
}

/** Returns whether this is the first time that the chat is accepted (WH-011). */
function isFirstAcceptance(chat: ChatData, context: CommandContext): boolean {
  return (chatBeforeCommand(context, chat.id)?.accepted_at ?? null) === null;
}

/** Returns a chat as the command leaves it, or null if the command does not know the chat. */
function findChat(
  id: number,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): ChatData | null {
  for (const event of decidedEvents.toReversed())
    if ("chat" in event && event.chat.id === id) return event.chat;
  return chatBeforeCommand(context, id);
}
