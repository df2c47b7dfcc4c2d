import { isRatingOffered } from "../../core/chat/details/rate.ts";
import { chatBeforeCommand } from "../../core/chat/previous-state.ts";
import { isRunningChatState } from "../../core/chat/state-machine.ts";
import type { AccountConfig, CommandContext, WebhookEvent } from "../../core/command.ts";
import type { ChatEntity } from "../../core/entity.ts";
import type {
  ChangeCause,
  ChatData,
  EventName,
  NewEvent,
  NewMessage,
  NewOfflineMessage,
  VisitorData,
} from "../../core/event.ts";
import type { EventOf } from "../../core/events/event-rules.ts";

/** What follows from an entry of the journal for webhooks. */
export interface WebhookEventDue {
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

type FindDue<N extends EventName> = (
  event: EventOf<N>,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
) => WebhookEventDue | null;

/** The webhook events that follow from each entry. null: no webhook receives it. */
const dueEvents: { readonly [N in EventName]: FindDue<N> | null } = {
  chat_accepted: ({ chat }, context) =>
    isFirstAcceptance(chat, context) ? createDueEvent(["chat_accepted"], chat) : null,
  // A blocked visitor's chat is closed from the start and causes no event (CORE-071).
  chat_created: ({ chat }) =>
    chat.state === "closed" ? null : createDueEvent(["chat_created"], chat),
  message_created: ({ message }, context, decidedEvents) =>
    getDueMessage(message, context, decidedEvents),
  chat_assigned: ({ chat }) => createDueEvent(["chat_assigned"], chat),
  chat_closed: ({ chat }, { config }) => ({
    ...createDueEvent(["chat_finished"], chat),
    ...(isRatingOffered(config, chat) ? { isRatingAsked: true } : {}),
  }),
  visitor_updated: ({ visitor, cause }, context) =>
    cause === "webhook" ? null : getDueVisitorChange(visitor, context),
  chat_updated: (event, context) => getDueChatChange(event, context),
  call_updated: ({ call, cause }, context, decidedEvents) =>
    cause === "noted" ? null : getDueCall(call.chat_id, context, decidedEvents),
  offline_message_updated: ({ offlineMessage }) => getDueOfflineMessage(offlineMessage),
  visitor_created: null,
  chat_transferred: null,
  chat_handed_over: null,
  message_updated: null,
  delivery_updated: null,
  settings_changed: null,
};

/** Returns what follows from an event for webhooks, or null if nothing does. */
export function getDueEvent<N extends EventName>(
  event: EventOf<N>,
  context: CommandContext,
  decidedEvents: readonly NewEvent[],
): WebhookEventDue | null {
  const find: FindDue<N> | null = dueEvents[event.name as N];
  return find === null ? null : find(event, context, decidedEvents);
}

/** Returns whether an enabled webhook of the account receives the event. */
export function isAsked(
  { webhooks }: Pick<AccountConfig, "webhooks">,
  event: WebhookEvent,
): boolean {
  for (const webhook of webhooks.values())
    if (webhook.enabled && webhook.events.has(event)) return true;
  return false;
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
