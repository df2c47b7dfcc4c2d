import type { WebhookBody } from "@parlour/protocol/webhook";
import { chatBeforeCommand } from "../../../core/chat/previous-state.ts";
import type {
  AccountConfig,
  CommandContext,
  WebhookConfig,
  WebhookEvent,
} from "../../../core/command.ts";
import type { ChatData, EventName, NewEvent } from "../../../core/event.ts";
import type { EventOf } from "../../../core/events/event-rules.ts";
import type { PlannedDelivery } from "../../../delivery/index.ts";
import type { EventInput } from "./event-input.ts";
import { mergeWindowMs } from "../retry-policy.ts";

export interface WebhookEventDue {
  readonly channelId: number;
  /** Department of the chat or offline message, or null. */
  readonly departmentId: number | null;
  /** Id of the chat. An event without a chat has a separate lane. */
  readonly lane: number;
  /** Id of the only webhook that gets the event, whatever channels and departments it has. */
  readonly only?: number;
  /** The visitor changed and has no running chat. */
  readonly hasNoChat?: true;
  /** Whether the rating of a closed chat, or the comment of that rating, changed (WH-102). */
  readonly isLateRating?: true;
  /** Whether the chat ended and the chat window now requests a rating (WH-080). */
  readonly isRatingAsked?: true;
}

/** Returns when and where an entry is an occasion for the event, or null if it is none. */
export type FindDue<N extends EventName> = (
  entry: EventOf<N>,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
) => WebhookEventDue | null;

type Schedule = Pick<PlannedDelivery, "chatId" | "delayMs" | "merge" | "release">;

/**
 * When one webhook event is sent, and what it contains. Its schema and sample are in
 * `webhookEventTable` of the protocol.
 */
export interface WebhookEventRules {
  /** By the journal entries that can cause the event. */
  readonly due: { readonly [N in EventName]?: FindDue<N> };
  /** When it is sent, and which waiting delivery it replaces. Absent: at once, as the last one. */
  readonly schedule?: (due: WebhookEventDue, webhook: WebhookConfig) => Schedule;
  /** Builds the body from the entry and from stored data (WH-033). */
  readonly body: (input: EventInput) => Promise<WebhookBody>;
}

/** The schedule of an event that contains all changes of a short time. */
export const mergedLater = { delayMs: mergeWindowMs, merge: true } as const;

/** Returns an occasion in the lane of a chat. */
export function toDueChat(chat: ChatData): WebhookEventDue {
  return {
    channelId: chat.channel.id,
    departmentId: chat.department?.id ?? null,
    lane: chat.id,
  };
}

/** Returns whether an enabled webhook of the account receives the event. */
export function isAsked({ webhooks }: AccountConfig, event: WebhookEvent): boolean {
  for (const webhook of webhooks.values())
    if (webhook.enabled && webhook.events.has(event)) return true;
  return false;
}

/** Returns a chat as the command leaves it, or null if the command does not know the chat. */
export function findChat(
  id: number,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): ChatData | null {
  for (const event of decidedEvents.toReversed())
    if ("chat" in event && event.chat.id === id) return event.chat;
  return chatBeforeCommand(context, id);
}

/** Returns whether the visitor rated the chat or changed the rating or its comment. */
export function hasNewRating(chat: ChatData, context: CommandContext): boolean {
  const before = chatBeforeCommand(context, chat.id);
  if (chat.rating === null || before === null) return false;
  return chat.rating !== before.rating || chat.rating_comment !== before.rating_comment;
}
