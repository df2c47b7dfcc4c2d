import type { ChatEntity } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer } from "../create.ts";

/**
 * Silences a waiting chat for an operator to whom it is offered (CORE-151), until routing offers it
 * to them again. Changes nothing if they have no offer. Subject: `{chat}`. Result: the chat.
 */
export function skipChat(input: { readonly operatorId: number }): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const { wait } = chat.entity;
    const skipped = wait?.skipped ?? [];
    if (wait === null || !(wait.offered ?? []).includes(actor.id) || skipped.includes(actor.id))
      return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    const next: ChatData = { ...chat.entity, wait: { ...wait, skipped: [...skipped, actor.id] } };
    return {
      events: [{ name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}
