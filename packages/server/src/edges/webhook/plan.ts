import type { ChatEntity } from "../../core/entity.ts";
import type { ChatData, NewEvent } from "../../core/event.ts";
import type { CommandContext, WebhookConfig, WebhookEvent } from "../../core/command.ts";
import { chatBeforeCommand } from "../../core/chat/previous-state.ts";
import { isRatingOffered } from "../../core/chat/rate.ts";
import { isRunning } from "../../core/chat/state-machine.ts";
import type { Owed, Planner } from "../../delivery/index.ts";
import { mergeMs } from "./policy.ts";

/**
 * Plans the deliveries to the account's webhooks (decision 0011): one per enabled endpoint whose
 * filters match the event (WH-001, WH-010).
 */
export const planWebhook: Planner = (event, scene) => {
  if (scene.config.webhooks.size === 0) return [];
  const due = dueFor(event, scene);
  if (due === null) return [];
  const owed: Owed[] = [];
  for (const webhook of scene.config.webhooks.values()) {
    const timing = timingFor(webhook, due);
    if (timing !== null)
      owed.push({ endpointId: webhook.endpointId, orderKey: due.lane, deliveryId: scene.ids.delivery(), event: due.event, ...timing });
  }
  return owed;
};

type Timing = Pick<Owed, "chatId" | "delayMs" | "merge" | "release">;

/**
 * Returns when one webhook receives the event, and which waiting delivery it replaces. Null if its
 * filters exclude the event.
 */
function timingFor(webhook: WebhookConfig, due: Due): Timing | null {
  const chatId = due.lane;
  if (due.isRating) {
    if (isMeant(webhook, due)) return { chatId, release: "instead" };
    return isMeant(webhook, { ...due, event: "chat_finished" }) ? { chatId, release: "only" } : null;
  }
  if (!isMeant(webhook, due)) return null;
  if (due.event === "chat_updated") return { chatId, delayMs: mergeMs, merge: true };
  return due.isRatingAsked && webhook.ratingWaitMs > 0 ? { delayMs: webhook.ratingWaitMs } : {};
}

interface Due {
  readonly event: WebhookEvent;
  readonly channelId: number;
  /** Id of the chat. An offline message has its own lane. */
  readonly lane: number;
  /** The rating of a closed chat or its comment changed (WH-080). */
  readonly isRating?: true;
  /** The chat ended and the chat window asks for a rating now (WH-080). */
  readonly isRatingAsked?: true;
}

function isMeant(webhook: WebhookConfig, { event, channelId }: Pick<Due, "event" | "channelId">): boolean {
  return webhook.enabled && webhook.events.has(event) && (webhook.channels === null || webhook.channels.has(channelId));
}

function dueFor(event: NewEvent, scene: CommandContext): Due | null {
  switch (event.name) {
    case "chat_accepted":
      return isFirst(event.chat, scene) ? about("chat_accepted", event.chat) : null;
    case "chat_created":
      // An operator started or continued the chat, so it is accepted from the start.
      return event.chat.state === "open" ? about("chat_accepted", event.chat) : null;
    case "chat_assigned":
      return about("chat_assigned", event.chat);
    case "chat_closed":
      return { ...about("chat_finished", event.chat), ...(isRatingOffered(scene.config, event.chat) ? { isRatingAsked: true } : {}) };
    case "visitor_updated":
      return event.cause === "webhook" || scene.currentChat === null ? null : about("chat_updated", scene.currentChat.entity);
    case "chat_updated":
      if (isRated(event.chat, scene)) return { ...about("chat_updated", event.chat), isRating: true };
      // Changes of participants and waiting state are no change of the visitor.
      return event.cause === "visitor" && isRunning(event.chat.state) ? about("chat_updated", event.chat) : null;
    case "call_updated":
      if (event.cause === "noted") return null;
      return { event: "call_event", channelId: channelOfCall(event.call.chat_id, scene), lane: event.call.chat_id };
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

function about(event: WebhookEvent, chat: Pick<ChatEntity, "id" | "channel">): Due {
  return { event, channelId: chat.channel.id, lane: chat.id };
}

/**
 * Returns whether the visitor rated a closed chat or changed that rating. The rating of an open
 * chat is part of `chat_finished`.
 */
function isRated(chat: ChatData, scene: CommandContext): boolean {
  const before = chatBeforeCommand(scene, chat.id);
  if (chat.state !== "closed" || before === null) return false;
  return chat.rating !== before.rating || chat.rating_comment !== before.rating_comment;
}

/** Returns whether this is the first acceptance (WH-011). */
function isFirst(chat: ChatData, scene: CommandContext): boolean {
  return (chatBeforeCommand(scene, chat.id)?.accepted_at ?? null) === null;
}

function channelOfCall(chatId: number, scene: CommandContext): number {
  return chatBeforeCommand(scene, chatId)?.channel.id ?? scene.visitor?.channelId ?? 0;
}
