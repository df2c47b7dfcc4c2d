import { omitAbsent } from "@parlour/protocol/omit-absent";
import type {
  Call,
  ChatEntity,
  FieldChange,
  MessageCause,
  NamedRef,
  OfflineMessage,
  VisitSource,
  Visitor,
} from "../../../core/entity.ts";
import type { AccountConfig, WebhookBlock } from "../../../core/command.ts";
import {
  eventsWithData,
  type WebhookBody,
  type WebhookEventName,
  type WebhookFailedDelivery,
} from "@parlour/protocol/webhook";
import type { AgentData, EventData } from "../event-data.ts";
import type { MessageLog } from "./message-log.ts";
import { listVisitorChanges, serializeChatMessage, type ChatMessage } from "./chat-message.ts";
import {
  serializeAgent,
  serializeAnalytics,
  serializeFields,
  serializePage,
  serializePriority,
  serializePromise,
  serializeSession,
  serializeSla,
  serializeVisitor,
  toSeconds,
} from "./serialize-visit.ts";

/** Builds the bodies of all events (WH-020 to WH-032, WH-105 to WH-113). */

export interface CommonBodyInput {
  readonly config: AccountConfig;
  readonly facts: EventData;
  readonly blocks: ReadonlySet<WebhookBlock>;
  /** Time of the event in ms since 1970. */
  readonly at: number;
}
export interface ChatBodyInput extends CommonBodyInput {
  readonly chat: ChatEntity;
  /** Operator of the chat or call, or null. */
  readonly agent: AgentData | null;
}
/** `visitor` has no running chat. */
interface VisitorBodyInput extends CommonBodyInput {
  readonly visitor: Visitor;
  readonly channelId: number;
}

/** Builds the body of an event that has only the common fields of a chat. */
export function buildChatBody<const E extends WebhookEventName>(event: E, input: ChatBodyInput) {
  return {
    event_name: event,
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    ...buildTimestamp(input),
  };
}

/**
 * Builds `chat_updated` for the rating of a closed chat (WH-102). `chat` has the same content as in
 * `chat_finished`.
 */
export function buildRatedBody(input: ChatBodyInput, log: MessageLog): WebhookBody {
  const { chat, rating_comment } = buildChatEnd(input, log);
  return {
    event_name: "chat_updated",
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    chat,
    ...omitAbsent({ rating_comment }),
    ...buildTimestamp(input),
  };
}

/** Builds `chat_assigned`. `crmLink` is the unchanged value of the response (WH-045). */
export function buildAssignedBody(input: ChatBodyInput, crmLink: string): WebhookBody {
  return {
    event_name: "chat_assigned",
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    assign_to: crmLink,
    ...buildTimestamp(input),
  };
}

export function buildFinishedBody(
  input: Omit<ChatBodyInput, "agent"> & { readonly agents: readonly AgentData[] },
  log: MessageLog,
): WebhookBody {
  const { chat, rating_comment } = buildChatEnd(input, log);
  return {
    event_name: "chat_finished",
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agents: input.agents.map(serializeAgent),
    chat,
    plain_messages: log.plain,
    html_messages: log.html,
    ...omitAbsent({ rating_comment }),
    ...buildTimestamp(input),
  };
}

/** Builds `message_created` (WH-108). The text is included only on request (WH-109). */
export function buildMessageBody(
  input: ChatBodyInput,
  message: ChatMessage,
  { withText }: { readonly withText: boolean },
): WebhookBody {
  return {
    event_name: "message_created",
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    chat_message: serializeChatMessage(message, { withText }),
    ...buildTimestamp(input),
  };
}

/** Builds `chat_rated` (WH-110). `chat` is the chat after the rating. */
export function buildRatingBody(
  input: ChatBodyInput & { readonly agents: readonly AgentData[] },
): WebhookBody {
  const { chat, blocks } = input;
  if (chat.rating === null) throw new Error("a chat without a rating was rated");
  return {
    event_name: "chat_rated",
    chat_id: chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    agents: input.agents.map(serializeAgent),
    rate: chat.rating,
    ...omitAbsent({
      rating_comment: blocks.has("rating_comment") ? (chat.rating_comment ?? "") : undefined,
    }),
    ...buildTimestamp(input),
  };
}

/** Builds `snoozed` (SNZ-007). `chat` is the chat after the change. */
export function buildSnoozedBody(input: ChatBodyInput): WebhookBody {
  const { snoozed } = input.chat;
  if (snoozed === undefined) throw new Error("a chat without a snooze was snoozed");
  return {
    ...buildChatBody("snoozed", input),
    until: snoozed.until === null ? null : toSeconds(Date.parse(snoozed.until)),
    stay: snoozed.stay,
    ...toAgentId(snoozed.by),
  };
}

/** Builds `chat_action` (WH-119). `cause`: what called the webhook. */
export const buildActionBody = (input: ChatBodyInput, cause: MessageCause): WebhookBody => ({
  ...buildChatBody("chat_action", input),
  cause,
});

/** Builds `snooze_ended` (SNZ-007). `chat` is the chat after the change. */
export function buildSnoozeEndBody(input: ChatBodyInput): WebhookBody {
  const end = input.chat.snooze_ended;
  if (end === undefined) throw new Error("a chat without the end of a snooze left it");
  return { ...buildChatBody("snooze_ended", input), reason: end.reason, ...toAgentId(end.by) };
}
export const toAgentId = (by: NamedRef | null): { readonly agent_id?: number } =>
  by === null ? {} : { agent_id: by.id };

/** Builds `visitor_updated` of a visitor who has a running chat (WH-111). */
export function buildVisitorChatBody(input: ChatBodyInput): WebhookBody {
  return {
    event_name: "visitor_updated",
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    changes: listVisitorChanges(input.chat.visitor, input.at),
    ...buildTimestamp(input),
  };
}

/** Builds `visitor_updated` of a visitor who has no running chat (WH-111). */
export function buildVisitorBody(input: VisitorBodyInput): WebhookBody {
  return {
    event_name: "visitor_updated",
    ...buildCommonForVisitor(input),
    changes: listVisitorChanges(input.visitor, input.at),
    ...buildTimestamp(input),
  };
}

/** Builds `field_changed` of a chat, or of a visitor who has a running one (WH-118). */
export function buildFieldBody(input: ChatBodyInput, change: FieldChange): WebhookBody {
  return { ...buildChatBody("field_changed", input), ...serializeFieldChange(change) };
}

/** Builds `field_changed` of a visitor who has no running chat (WH-118). */
export function buildVisitorFieldBody(input: VisitorBodyInput, change: FieldChange): WebhookBody {
  return {
    event_name: "field_changed",
    ...buildCommonForVisitor(input),
    ...serializeFieldChange(change),
    ...buildTimestamp(input),
  };
}

const toOptional = <N extends string, V>(name: N, value: V | null): { readonly [K in N]?: V } =>
  value === null ? {} : ({ [name]: value } as { readonly [K in N]: V });

const serializeFieldChange = ({ object, key, value, previous, source, by }: FieldChange) => ({
  object,
  key,
  ...toOptional("value", value),
  ...toOptional("previous", previous),
  source,
  // The author of a value with the source `rule` is a rule.
  ...toAgentId(source === "rule" ? null : by),
});

/** Builds `message_delivery_failed` (WH-112), without the text of the message. */
export function buildFailureBody(
  input: ChatBodyInput,
  message: ChatMessage,
  delivery: WebhookFailedDelivery,
): WebhookBody {
  return {
    event_name: "message_delivery_failed",
    chat_id: input.chat.id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    chat_message: serializeChatMessage(message, { withText: false }),
    delivery,
    ...buildTimestamp(input),
  };
}

function buildChatEnd(
  { chat, facts, blocks }: CommonBodyInput & { readonly chat: ChatEntity },
  log: MessageLog,
) {
  const invitation =
    facts.invitation === null
      ? {}
      : { invitation: facts.invitation.text, invite_timestamp: toSeconds(facts.invitation.at) };
  return {
    chat: {
      messages: [...log.messages],
      rate: chat.rating,
      blacklisted: chat.close_reason === "blocked",
      ...invitation,
      ...omitAbsent({ truncated: log.isTruncated || undefined }),
    },
    rating_comment: blocks.has("rating_comment") ? (chat.rating_comment ?? "") : undefined,
  };
}

/** Builds `call_event`. `chat` is the chat of the call (CORE-100). */
export function buildCallBody(input: ChatBodyInput, call: Call): WebhookBody {
  return {
    event_name: "call_event",
    chat_id: call.chat_id,
    ...buildCommonForChat(input),
    agent: serializeAgent(input.agent),
    call: {
      type: call.type,
      phone: call.phone,
      status: call.status,
      ...omitAbsent({
        reason: call.status === "error" ? (call.reason ?? "") : undefined,
        record_url: call.status === "end" ? (call.record_url ?? undefined) : undefined,
      }),
    },
    ...buildTimestamp(input),
  };
}

/** Builds `offline_message` (WH-032). */
export function buildOfflineBody(input: CommonBodyInput, message: OfflineMessage): WebhookBody {
  return {
    event_name: "offline_message",
    ...buildCommon(
      input,
      { ...message, channelId: message.channel.id, visitor: message.visitor, custom_data: [] },
      message.contacts,
    ),
    offline_message_id: String(message.id),
    message: message.text,
    timestamp: toSeconds(Date.parse(message.created_at)),
    ...buildTimestamp(input),
  };
}

/** Returns whether the response to this event may contain data (WH-042). */
export function acceptsResponseData(event: string): boolean {
  return eventsWithData.some((name) => name === event);
}

interface VisitInput {
  readonly channelId: number;
  readonly visitor: Visitor;
  readonly department: NamedRef | null;
  readonly page: ChatEntity["page"];
  readonly session: VisitSource | null;
  readonly custom_data: ChatEntity["custom_data"];
  readonly tags?: ChatEntity["tags"];
  readonly priority?: ChatEntity["priority"];
  readonly sla?: ChatEntity["sla"];
  readonly promise?: ChatEntity["promise"];
  readonly fields?: ChatEntity["fields"];
}

function buildCommonForChat(
  input: CommonBodyInput & { readonly chat: ChatEntity },
): ReturnType<typeof buildCommon> {
  return buildCommon(input, { ...input.chat, channelId: input.chat.channel.id });
}

function buildCommonForVisitor(input: VisitorBodyInput): ReturnType<typeof buildCommon> {
  const { visitor, channelId } = input;
  const visit = { channelId, visitor, department: null, session: null, custom_data: [] };
  return buildCommon(input, { ...visit, page: visitor.page ?? null });
}

function buildCommon(
  { config, facts, blocks }: CommonBodyInput,
  visit: VisitInput,
  contacts?: OfflineMessage["contacts"],
) {
  const { department, session } = visit;
  return {
    widget_id: config.channels.get(visit.channelId)?.publicId ?? "",
    ...omitAbsent({ user_token: facts.userToken ?? undefined }),
    visitor: serializeVisitor(visit.visitor, facts.chatsCount, contacts),
    ...omitAbsent({
      department: department === null ? undefined : { id: department.id, name: department.name },
    }),
    session: serializeSession(session),
    page: serializePage(visit.page),
    ...serializeAnalytics(session),
    ...omitAbsent({
      tags: blocks.has("tags")
        ? (visit.tags ?? []).map(({ id, name }) => ({ id, title: name }))
        : undefined,
    }),
    ...serializePriority(visit),
    ...serializeSla(visit),
    ...serializePromise(visit),
    ...omitAbsent({
      invitation: blocks.has("invitation") ? (facts.invitation?.text ?? "") : undefined,
      custom_data: blocks.has("custom_data") ? visit.custom_data.map(serializeField) : undefined,
    }),
    ...serializeFields(visit),
  };
}

function serializeField({ title, content, link, key, source }: ChatEntity["custom_data"][number]) {
  return {
    title: title ?? "",
    content,
    ...omitAbsent({ link: link ?? undefined, key: key ?? undefined }),
    source,
  };
}

function buildTimestamp({ at }: CommonBodyInput): { event_timestamp: number } {
  return { event_timestamp: toSeconds(at) };
}
