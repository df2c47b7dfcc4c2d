import { findBlockForVisitor } from "../blacklist/match.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import type { ChatData } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator, checkChatLimit } from "../operator/authorize.ts";
import type { CommandHandler } from "../command.ts";
import { serializeChatAnswer, createChat, createSystemMessage } from "./create.ts";
import { getInitialChatState } from "./state-machine.ts";

/**
 * Starts a chat with a visitor who has none (CORE-031). `openChats`: the operator's number of
 * open chats, for their limit (CORE-003). Subject: `{customer}`. Failures: `not_found`,
 * `already_running` with `chatId`, `channel_disabled`, `visitor_blocked`, `at_limit`. Answers the
 * new chat.
 */
export function startChat(input: {
  readonly operatorId: number;
  readonly channelId: number;
  readonly openChats: number;
  readonly page: ChatData["page"];
  readonly session: ChatData["session"];
  readonly department: ChatData["department"];
}): CommandHandler {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor, currentChat } = context;
    if (visitor === null) return fail("not_found", "There is no such visitor.");
    if (currentChat !== null)
      return fail("already_running", "The visitor already has an open chat.", {
        chatId: currentChat.id,
      });
    const channel = findSendableChannel(context.config, input.channelId);
    if (isFailure(channel)) return channel;
    const visit = input.session === null ? {} : { session: input.session };
    if (
      findBlockForVisitor(context, { channelId: input.channelId, key: visitor.customer }, visit) !==
      null
    )
      return fail("visitor_blocked", "This visitor is blocked. Unblock them to write again.");
    const limitFailure = checkChatLimit({ ...context, openChats: input.openChats }, actor.id);
    if (limitFailure !== null) return limitFailure;
    const { page, session, department } = input;
    const next = createChat(context, {
      channel,
      state: getInitialChatState("continue"),
      operator: actor,
      page,
      session,
      department,
    });
    return {
      events: [
        { name: "chat_created", chat: next },
        { name: "chat_accepted", chat: next, by: actor },
        createSystemMessage(
          context,
          next.id,
          { code: "started", by: actor },
          `${actor.name} began the chat`,
        ),
      ],
      answer: serializeChatAnswer(next, visitor.entity),
    };
  };
}
