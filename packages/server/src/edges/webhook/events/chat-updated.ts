import { isRunningChatState } from "../../../core/chat/state-machine.ts";
import { buildUpdatedEvent } from "./chat-end.ts";
import { hasNewRating, mergedLater, toDueChat, type WebhookEventRules } from "./event-rules.ts";

/** The event of all changes that have no event of their own, or whose event nobody asked for. */
export const chatUpdated: WebhookEventRules = {
  due: {
    visitor_updated: ({ cause }, { currentChat }) =>
      cause === "webhook" || currentChat === null ? null : toDueChat(currentChat.entity),
    /** A late rating (WH-102), or changed data of the visit (WH-012). */
    chat_updated({ chat, cause }, context) {
      if (hasNewRating(chat, context))
        return chat.state === "closed" ? { ...toDueChat(chat), isLateRating: true } : null;
      // A change of participants or of the waiting state is not a change of the visitor.
      return cause === "visitor" && isRunningChatState(chat.state) ? toDueChat(chat) : null;
    },
  },
  schedule: ({ isLateRating, lane }) => ({
    chatId: lane,
    ...(isLateRating ? { release: "instead" } : mergedLater),
  }),
  body: buildUpdatedEvent,
};
