import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatEntity } from "../entity.ts";
import { findBlockForVisitor } from "../blacklist/match.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator, checkChatLimit } from "../operator/authorize.ts";
import type { CommandHandler } from "../command.ts";
import { takeChatFields } from "./details/chat-fields.ts";
import { createChatAnswer, createChat, createSystemMessage } from "./create.ts";
import { isRunningChatState, getInitialChatState } from "./state-machine.ts";

/**
 * Continues a closed chat in a new open chat, linked by `continues` (API-028, CORE-031). The new
 * chat has the same visitor, channel, page and session (WH-025). Failures: `not_closed`,
 * `already_running` with `chatId`, `channel_disabled`, `visitor_blocked`. Requires
 * `subject.operator`. Result: the new chat.
 */
export function continueChat(input: { readonly operatorId: number }): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor, currentChat } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    if (isRunningChatState(chat.entity.state))
      return fail("not_closed", "This chat is still open. Answer in it.", { chatId: chat.id });
    if (currentChat !== null)
      return fail("already_running", "The visitor already has an open chat.", {
        chatId: currentChat.id,
      });
    const channel = findSendableChannel(context.config, chat.channelId);
    if (isFailure(channel)) return channel;
    if (findBlockForVisitor(context, { channelId: chat.channelId, key: visitor.customer }) !== null)
      return fail("visitor_blocked", "This visitor is blocked. Unblock them to write again.");
    const limitFailure = checkChatLimit(context, actor.id);
    if (limitFailure !== null) return limitFailure;
    const created = createChat(context, {
      channel,
      state: getInitialChatState("continue"),
      operator: actor,
      page: chat.entity.page,
      session: chat.entity.session,
      department: chat.entity.department,
      continues: chat.id,
      replyUntil: chat.entity.reply_until,
    });
    const filled = takeChatFields(context, created);
    const next = filled.chat;
    const { answers_mailed_to } = chat.entity;
    const answered = { ...next, ...omitAbsent({ answers_mailed_to }) };
    return {
      events: [
        ...filled.events,
        { name: "chat_created", chat: answered },
        { name: "chat_accepted", chat: answered, by: actor },
        createSystemMessage(
          context,
          next.id,
          { code: "continued", by: actor, detail: String(chat.id) },
          `${actor.name} continued an earlier chat`,
        ),
      ],
      answer: createChatAnswer(answered, visitor.entity),
    };
  };
}
