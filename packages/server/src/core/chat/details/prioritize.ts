import type { PriorityName } from "@parlour/protocol/chat-priority";
import type { ChatEntity, ChatPriority } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/**
 * Sets the priority of a chat that is not closed (ACT-001). Setting the same priority changes
 * nothing. Subject: `{chat}`. Failures: `not_found`, `chat_closed`. Result: the chat.
 */
export function prioritizeChat(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly priority: PriorityName;
}): CommandHandler<ChatEntity> {
  const priority = input.priority === "normal" ? undefined : input.priority;
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
    if (chat.priority === priority)
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const next = withPriority(chat, priority);
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "prioritized", by: actor.operator, detail: input.priority },
      `${actor.name} set the priority to ${input.priority}`,
    );
    return {
      events: [line, { name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

function withPriority(chat: ChatData, priority: ChatPriority | undefined): ChatData {
  const next = { ...chat };
  if (priority === undefined) delete next.priority;
  else next.priority = priority;
  return next;
}
