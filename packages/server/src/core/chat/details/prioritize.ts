import type { ChatEntity, ChatPriority } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/**
 * Sets the priority of a chat that is not closed (ACT-001). `null`: normal. Setting the same
 * priority changes nothing. Subject: `{chat}`. Failures: `not_found`, `chat_closed`. Result: the
 * chat.
 */
export function prioritizeChat(input: {
  readonly operatorId: number;
  readonly priority: ChatPriority | null;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
    if ((chat.priority ?? null) === input.priority)
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const next = withPriority(chat, input.priority);
    const detail = input.priority ?? "normal";
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "prioritized", by: actor, detail },
      `${actor.name} set the priority to ${detail}`,
    );
    return {
      events: [line, { name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

function withPriority(chat: ChatData, priority: ChatPriority | null): ChatData {
  const next = { ...chat };
  if (priority === null) delete next.priority;
  else next.priority = priority;
  return next;
}
