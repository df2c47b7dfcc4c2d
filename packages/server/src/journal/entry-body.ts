import type { StoredChat, StoredVisitor } from "../core/command.ts";
import { assigned } from "../core/draft.ts";
import type { NewEvent } from "../core/event.ts";

/**
 * Returns the data of an entry as a draft, in the order in which it is stored. See "Where a body is
 * serialised" in architecture.md.
 */
export function createEntryData(event: NewEvent, visitor: StoredVisitor): object {
  switch (event.name) {
    case "message_created":
      return event.message;
    case "message_updated": {
      // `commit_batch` takes the new body of an edited message from here, without its `seq`.
      const { seq, ...message } = event.message;
      return { message: { seq, ...message } };
    }
    case "visitor_created":
    case "visitor_updated":
      return { visitor: withNumber(event.visitor) };
    case "chat_created":
    case "chat_updated":
    case "chat_closed":
      return { chat: createChatEntry(event.chat, visitor) };
    case "chat_accepted":
      return { chat: createChatEntry(event.chat, visitor), by: event.by };
    case "chat_transferred":
      return { chat: createChatEntry(event.chat, visitor), by: event.by, to: event.to };
    case "chat_handed_over":
      return { chat: createChatEntry(event.chat, visitor), by: event.by, reason: event.reason };
    case "chat_assigned":
      return { chat: createChatEntry(event.chat, visitor), crm_link: event.crmLink };
    case "call_updated":
      return { call: event.call };
    case "offline_message_updated":
      return {
        offline_message: { visitor: withNumber(visitor.entity), ...event.offlineMessage },
      };
    case "delivery_updated":
      return { delivery: event.delivery };
    case "settings_changed":
      return { kind: event.kind, id: event.id };
  }
}

const withNumber = (visitor: StoredVisitor["entity"]): object => ({
  number: assigned.visitorNumber,
  ...visitor,
});
/** `seq` stays null in the stored body. It is first, where a reader fills it (`toEntry`). */
const createChatEntry = (chat: StoredChat["entity"], visitor: StoredVisitor): object => ({
  seq: null,
  number: assigned.chatNumber,
  visitor: withNumber(visitor.entity),
  ...chat,
});
