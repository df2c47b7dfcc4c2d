import type { NewEvent } from "../core/event.ts";
import type { StoredChat, StoredVisitor } from "../core/command.ts";
import { chatPlaceholders, serializeMessage } from "./entry.ts";

/** Returns the stored body of an entry. See "Where a body is serialised" in architecture.md. */
export function serializeEntryBody(
  event: NewEvent,
  visitor: StoredVisitor,
  number: number | null,
): string {
  switch (event.name) {
    case "message_created":
      return JSON.stringify(event.message);
    case "message_updated": {
      const { seq, ...message } = event.message;
      // `commit_batch` takes the new body of an edited message from here.
      return `{"message":${serializeMessage(JSON.stringify(message), seq)}}`;
    }
    case "visitor_created":
    case "visitor_updated":
      return `{"visitor":${serializeVisitor(event.visitor, number)}}`;
    case "chat_created":
    case "chat_updated":
    case "chat_closed":
      return `{"chat":${serializeChat(event.chat, visitor, number)}}`;
    case "chat_accepted":
      return `{"chat":${serializeChat(event.chat, visitor, number)},"by":${JSON.stringify(event.by)}}`;
    case "chat_transferred":
      return `{"chat":${serializeChat(event.chat, visitor, number)},"by":${JSON.stringify(event.by)},"to":${JSON.stringify(event.to)}}`;
    case "chat_handed_over":
      return `{"chat":${serializeChat(event.chat, visitor, number)},"by":${JSON.stringify(event.by)},"reason":${JSON.stringify(event.reason)}}`;
    case "chat_assigned":
      return `{"chat":${serializeChat(event.chat, visitor, number)},"crm_link":${JSON.stringify(event.crmLink)}}`;
    case "call_updated":
      return JSON.stringify({ call: event.call });
    case "offline_message_updated":
      return `{"offline_message":{"visitor":${serializeVisitor(visitor.entity, number)},${JSON.stringify(event.offlineMessage).slice(1)}}`;
    case "delivery_updated":
      return JSON.stringify({ delivery: event.delivery });
    case "settings_changed":
      return JSON.stringify({ kind: event.kind, id: event.id });
  }
}
function serializeVisitor(entity: StoredVisitor["entity"], number: number | null): string {
  return `{"number":${number},${JSON.stringify(entity).slice(1)}`;
}
function serializeChat(
  chat: StoredChat["entity"],
  visitor: StoredVisitor,
  number: number | null,
): string {
  // The placeholders precede all integrator data, because the reader replaces the first match.
  return `{${chatPlaceholders},"visitor":${serializeVisitor(visitor.entity, number)},${JSON.stringify(chat).slice(1)}`;
}
