import { Type, type Static } from "typebox";
import { Chat, NamedRef, Nullable, Time } from "@parlour/protocol";

/**
 * A chat as tools return it (MCP-021). `untrusted` contains what the visitor, the page or an
 * integrator provided.
 */
export const ToolChat = Type.Object({
  id: Chat.properties.id,
  state: Chat.properties.state,
  channel: Chat.properties.channel,
  department: Chat.properties.department,
  assignee: Chat.properties.assignee,
  participants: Chat.properties.participants,
  /** A transfer that its target has not answered. */
  transfer: Nullable(Type.Object({ to: NamedRef, until: Time })),
  tags: Type.Array(NamedRef),
  visitor_number: Chat.properties.visitor.properties.number,
  rating: Chat.properties.rating,
  created_at: Time,
  accepted_at: Chat.properties.accepted_at,
  closed_at: Chat.properties.closed_at,
  last_message_at: Nullable(Time),
  /** Number of visitor messages that the operator has not read. */
  unread: Chat.properties.unread,
  untrusted: Type.Object({
    visitor_name: Nullable(Type.String()),
    page_url: Nullable(Type.String()),
    page_title: Nullable(Type.String()),
    custom_data: Type.Array(
      Type.Object({ title: Nullable(Type.String()), content: Type.String() }),
    ),
    attributes: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
    ),
    rating_comment: Nullable(Type.String()),
    close_reason: Nullable(Type.String()),
  }),
});
export type ToolChat = Static<typeof ToolChat>;

/** Converts a chat of the service API. */
export function toToolChat(chat: Chat): ToolChat {
  return {
    id: chat.id,
    state: chat.state,
    channel: chat.channel,
    department: chat.department,
    assignee: chat.assignee,
    participants: chat.participants,
    transfer: chat.transfer ? { to: chat.transfer.to, until: chat.transfer.until } : null,
    tags: chat.tags ?? [],
    visitor_number: chat.visitor.number,
    rating: chat.rating,
    created_at: chat.created_at,
    accepted_at: chat.accepted_at,
    closed_at: chat.closed_at,
    last_message_at: chat.last_message?.created_at ?? null,
    unread: chat.unread,
    untrusted: {
      visitor_name: chat.visitor.name?.value ?? null,
      page_url: chat.page?.url ?? null,
      page_title: chat.page?.title ?? null,
      custom_data: chat.custom_data.map(({ title, content }) => ({ title, content })),
      attributes: chat.attributes ?? {},
      rating_comment: chat.rating_comment ?? null,
      close_reason: chat.close_reason,
    },
  };
}
