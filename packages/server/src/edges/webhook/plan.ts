import type { ChatEntity } from "../../core/entity.ts";
import type { ChatDraft, Event } from "../../core/event.ts";
import type { Scene, WebhookConfig, WebhookEvent } from "../../core/ports.ts";
import { chatBefore } from "../../core/chat/before.ts";
import { canBeRated } from "../../core/chat/rate.ts";
import { isRunning } from "../../core/chat/state.ts";
import type { Owed, Planner } from "../../delivery/index.ts";
import { mergeMs } from "./policy.ts";

/** What events owe to the account's webhooks (decision 0011): each once per enabled endpoint whose filters let it pass (WH-001, WH-010). */
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

/** When one webhook gets the event, and what it replaces; null: this webhook does not want it. */
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
  /** The chat; an offline message is alone in its lane. */
  readonly lane: number;
  /** The closed chat's rating or its comment changed (WH-080). */
  readonly isRating?: true;
  /** The chat ended and the window asks for a rating now (WH-080). */
  readonly isRatingAsked?: true;
}

function isMeant(webhook: WebhookConfig, { event, channelId }: Pick<Due, "event" | "channelId">): boolean {
  return webhook.enabled && webhook.events.has(event) && (webhook.channels === null || webhook.channels.has(channelId));
}

function dueFor(event: Event, scene: Scene): Due | null {
  switch (event.name) {
    case "chat_accepted":
      return isFirst(event.chat, scene) ? about("chat_accepted", event.chat) : null;
    case "chat_created":
      // An operator started or continued it: accepted from its beginning.
      return event.chat.state === "open" ? about("chat_accepted", event.chat) : null;
    case "chat_assigned":
      return about("chat_assigned", event.chat);
    case "chat_closed":
      return { ...about("chat_finished", event.chat), ...(canBeRated(scene.config, event.chat) ? { isRatingAsked: true } : {}) };
    case "visitor_updated":
      return event.cause === "webhook" || scene.running === null ? null : about("chat_updated", scene.running.entity);
    case "chat_updated":
      if (isRated(event.chat, scene)) return { ...about("chat_updated", event.chat), isRating: true };
      // Who joins or waits is no information on the visitor.
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

/** The visitor rated a chat that had ended, or changed that rating. While a chat runs, `chat_finished` brings its rating. */
function isRated(chat: ChatDraft, scene: Scene): boolean {
  const before = chatBefore(scene, chat.id);
  if (chat.state !== "closed" || before === null) return false;
  return chat.rating !== before.rating || chat.rating_comment !== before.rating_comment;
}

/** WH-011. */
function isFirst(chat: ChatDraft, scene: Scene): boolean {
  return (chatBefore(scene, chat.id)?.accepted_at ?? null) === null;
}

function channelOfCall(chatId: number, scene: Scene): number {
  return chatBefore(scene, chatId)?.channel.id ?? scene.visitor?.channelId ?? 0;
}
