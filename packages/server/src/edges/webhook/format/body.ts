import type { Call, ChatEntity, OfflineMessage, NamedRef, VisitSource, Visitor } from "../../../core/entity.ts";
import type { AccountConfig, WebhookBlock } from "../../../core/command.ts";
import type { WebhookBody } from "@parlour/protocol/webhook";
import type { AgentFacts, Facts } from "../material.ts";
import type { Log } from "./log.ts";
import { wireAgent, wireAnalytics, wirePage, wireSession, wireVisitor } from "./visit.ts";

/** Bodies of the six events (WH-020 to WH-032). Pure. */

/** Input that every body needs. */
export interface Common {
  readonly config: AccountConfig;
  readonly facts: Facts;
  readonly blocks: ReadonlySet<WebhookBlock>;
  /** Time of the event in ms since 1970. */
  readonly at: number;
}
export interface OfChat extends Common {
  readonly chat: ChatEntity;
  /** Operator of the chat or call. Null if there is none. */
  readonly agent: AgentFacts | null;
}

export function chatBody(event: "chat_accepted" | "chat_updated", given: OfChat): WebhookBody {
  return { event_name: event, chat_id: given.chat.id, ...commonOfChat(given), agent: wireAgent(given.agent), ...stamp(given) };
}

/**
 * Builds a `chat_updated` with the rating of a closed chat (WH-080). `chat` is as in
 * `chat_finished`.
 */
export function ratedBody(given: OfChat, log: Log): WebhookBody {
  const { chat, rating_comment } = endOfChat(given, log);
  return {
    event_name: "chat_updated",
    chat_id: given.chat.id,
    ...commonOfChat(given),
    agent: wireAgent(given.agent),
    chat,
    ...(rating_comment === undefined ? {} : { rating_comment }),
    ...stamp(given),
  };
}

/** Builds a `chat_assigned`. `crmLink` is unchanged from the response (WH-045). */
export function assignedBody(given: OfChat, crmLink: string): WebhookBody {
  return {
    event_name: "chat_assigned",
    chat_id: given.chat.id,
    ...commonOfChat(given),
    agent: wireAgent(given.agent),
    assign_to: crmLink,
    ...stamp(given),
  };
}

export function finishedBody(given: Omit<OfChat, "agent"> & { readonly agents: readonly AgentFacts[] }, log: Log): WebhookBody {
  const { chat, rating_comment } = endOfChat(given, log);
  return {
    event_name: "chat_finished",
    chat_id: given.chat.id,
    ...commonOfChat(given),
    agents: given.agents.map(wireAgent),
    chat,
    plain_messages: log.plain,
    html_messages: log.html,
    ...(rating_comment === undefined ? {} : { rating_comment }),
    ...stamp(given),
  };
}

function endOfChat({ chat, facts, blocks }: Common & { readonly chat: ChatEntity }, log: Log) {
  const invitation = facts.invitation === null ? {} : { invitation: facts.invitation.text, invite_timestamp: seconds(facts.invitation.at) };
  return {
    chat: {
      messages: [...log.messages],
      rate: chat.rating,
      blacklisted: chat.close_reason === "blocked",
      ...invitation,
      ...(log.isTruncated ? { truncated: true as const } : {}),
    },
    rating_comment: blocks.has("rating_comment") ? (chat.rating_comment ?? "") : undefined,
  };
}

/** Builds a `call_event`. `chat` is the chat of the call (CORE-100). */
export function callBody(given: OfChat, call: Call): WebhookBody {
  return {
    event_name: "call_event",
    chat_id: call.chat_id,
    ...commonOfChat(given),
    agent: wireAgent(given.agent),
    call: {
      type: call.type,
      phone: call.phone,
      status: call.status,
      ...(call.status === "error" ? { reason: call.reason ?? "" } : {}),
      ...(call.status === "end" && call.record_url !== null ? { record_url: call.record_url } : {}),
    },
    ...stamp(given),
  };
}

/** Builds an `offline_message` (WH-032). */
export function offlineBody(given: Common, message: OfflineMessage): WebhookBody {
  return {
    event_name: "offline_message",
    ...common(given, { ...message, channelId: message.channel.id, visitor: message.visitor, custom_data: [] }, message.contacts),
    offline_message_id: String(message.id),
    message: message.text,
    timestamp: seconds(Date.parse(message.created_at)),
    ...stamp(given),
  };
}

/** Returns whether the response to this event may contain data (WH-042). */
export function takesData(event: string): boolean {
  return event === "chat_accepted" || event === "chat_updated";
}

interface Visit {
  readonly channelId: number;
  readonly visitor: Visitor;
  readonly department: NamedRef | null;
  readonly page: ChatEntity["page"];
  readonly session: VisitSource | null;
  readonly custom_data: ChatEntity["custom_data"];
  readonly tags?: ChatEntity["tags"];
}

function commonOfChat(given: Common & { readonly chat: ChatEntity }): ReturnType<typeof common> {
  return common(given, { ...given.chat, channelId: given.chat.channel.id });
}

function common({ config, facts, blocks }: Common, visit: Visit, contacts?: OfflineMessage["contacts"]) {
  const { department, session } = visit;
  return {
    widget_id: config.channels.get(visit.channelId)?.publicId ?? "",
    ...(facts.userToken === null ? {} : { user_token: facts.userToken }),
    visitor: wireVisitor(visit.visitor, facts.chatsCount, contacts),
    ...(department === null ? {} : { department: { id: department.id, name: department.name } }),
    session: wireSession(session),
    page: wirePage(visit.page),
    ...wireAnalytics(session),
    ...(blocks.has("tags") ? { tags: (visit.tags ?? []).map(({ id, name }) => ({ id, title: name })) } : {}),
    ...(blocks.has("invitation") ? { invitation: facts.invitation?.text ?? "" } : {}),
    ...(blocks.has("custom_data") ? { custom_data: visit.custom_data.map(wireField) } : {}),
  };
}

function wireField({ title, content, link, key, source }: ChatEntity["custom_data"][number]) {
  return { title: title ?? "", content, ...(link === null ? {} : { link }), ...(key === null ? {} : { key }), source };
}

function stamp({ at }: Common): { event_timestamp: number } {
  return { event_timestamp: seconds(at) };
}
function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
