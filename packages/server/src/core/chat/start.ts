import { findBlockForVisitor } from "../blacklist/match.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeOperator, checkChatLimit } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import type { ChatEntity, NamedRef } from "../entity.ts";
import { takeChatFields } from "./details/chat-fields.ts";
import { createChatAnswer, createChat, createSystemMessage } from "./create.ts";
import { getInitialChatState } from "./state-machine.ts";

/** What an operator's new chat begins with. */
interface NewChat {
  readonly channelId: number;
  readonly page: ChatData["page"];
  readonly session: ChatData["session"];
  readonly department: ChatData["department"];
}

/**
 * Starts a chat with a visitor who has none (CORE-031). Subject: `{customer, operator}`. Failures:
 * `not_found`, `already_running` with `chatId`, `channel_disabled`, `visitor_blocked`, `at_limit`.
 * Answers the new chat.
 */
export function startChat(
  input: { readonly operatorId: number } & NewChat,
): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    if (visitor === null) return fail("not_found", "There is no such visitor.");
    const started = startChatOfOperator(context, actor, { ...input, customer: visitor.customer });
    return isFailure(started)
      ? started
      : {
          events: started.events,
          answer: createChatAnswer(started.chat, visitor.entity),
        };
  };
}

/** Returns the operator's new chat with the visitor `customer`. Failures as {@link startChat}. */
export function startChatOfOperator(
  context: CommandContext,
  actor: NamedRef,
  { channelId, page, session, department, customer }: NewChat & { readonly customer: string },
): { readonly chat: ChatData; readonly events: readonly NewEvent[] } | Failure {
  const { currentChat } = context;
  if (currentChat !== null)
    return fail("already_running", "The visitor already has an open chat.", {
      chatId: currentChat.id,
    });
  const channel = findSendableChannel(context.config, channelId);
  if (isFailure(channel)) return channel;
  const visit = session === null ? {} : { session };
  if (findBlockForVisitor(context, { channelId, key: customer }, visit) !== null)
    return fail("visitor_blocked", "This visitor is blocked. Unblock them to write again.");
  const limitFailure = checkChatLimit(context, actor.id);
  if (limitFailure !== null) return limitFailure;
  const created = createChat(context, {
    channel,
    state: getInitialChatState("continue"),
    operator: actor,
    page,
    session,
    department,
  });
  const { chat, events } = takeChatFields(context, created);
  return {
    chat,
    events: [
      ...events,
      { name: "chat_created", chat },
      { name: "chat_accepted", chat, by: actor },
      createSystemMessage(
        context,
        chat.id,
        { code: "started", by: actor },
        `${actor.name} began the chat`,
      ),
    ],
  };
}
