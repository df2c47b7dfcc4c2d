import type { ChatEntity } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeActor, authorizeOperator } from "../operator/authorize.ts";
import type { CommandHandler } from "../command.ts";
import { toClosedChat } from "./close.ts";
import { endSnooze } from "./snooze.ts";
import { createChatAnswer, createSystemMessage } from "./create.ts";

/**
 * Closes the chat of a visitor whom an operator blocked from this chat (CORE-070). The webhook
 * `chat_finished` reports it. An already closed chat only gets the system message. The caller must
 * add the block list entry. Subject: `{chat}`. Failures: `not_found`, `forbidden`. Result: the
 * chat.
 */
export function blockChat(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly reason: string | null;
  readonly until: string | null;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const text = `${actor.name} blocked the visitor${input.until === null ? "" : ` until ${input.until}`}`;
    const detail = input.reason === null ? {} : { detail: input.reason };
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "blocked", by: actor.operator, ...detail },
      input.reason === null ? text : `${text}: ${input.reason}`,
    );
    const awake = endSnooze(context, chat.entity, { reason: "closed", by: actor.operator });
    const closed = toClosedChat(context, awake.chat, "blocked");
    if (closed === null)
      return { events: [line], answer: createChatAnswer(chat.entity, visitor.entity) };
    const finished = { ...closed, blacklisted: true as const };
    return {
      events: [line, ...awake.events, { name: "chat_closed", chat: finished }],
      answer: createChatAnswer(finished, visitor.entity),
    };
  };
}

/**
 * Adds a system message after the visitor was unblocked. The chat stays closed (CORE-031). Subject:
 * `{chat}`. Result: the chat.
 */
export function unblockChat(input: { readonly operatorId: number }): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "unblocked", by: actor },
      `${actor.name} lifted the block`,
    );
    return { events: [line], answer: createChatAnswer(chat.entity, visitor.entity) };
  };
}
