import { eraseMessageData } from "../../../visitor/erase.ts";
import { fail, isFailure } from "../../../failure.ts";
import { authorizeOperator } from "../../../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../../../command.ts";
import type { Message } from "../../../entity.ts";
import { formatTime } from "../../create.ts";

/**
 * Undoes an operator's own message that waits to be sent (CORE-350). It becomes a note without text
 * and files, so nothing counts it as an answer, and its delivery is deleted in the same
 * transaction. Nothing is written if it is undone already. Subject: `{chat, message}`. Failures:
 * `not_found`, `forbidden` (another author), `chat_closed`, `already_sent`. Result: the message.
 */
export function undoMessage(operatorId: number): CommandHandler<Message> {
  return (context) => {
    const actor = authorizeOperator(context, operatorId);
    if (isFailure(actor)) return actor;
    const { message } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || message === undefined)
      return fail("not_found", "There is no such message.");
    if (message.author.kind !== "operator" || message.author.id !== actor.id)
      return fail("forbidden", "Only the author of a message can undo it.");
    if (message.undone_at !== undefined) return { events: [], answer: message };
    if (chat.state === "closed")
      return fail("chat_closed", "This chat is closed, so its messages cannot be undone.");
    if (message.delivery === undefined || !isWaiting(context))
      return fail("already_sent", "This message has been sent already, so it cannot be undone.");
    const undone: Message = {
      ...eraseMessageData(message),
      seq: message.seq,
      kind: "note",
      undone_at: formatTime(context.now),
    };
    return {
      events: [
        {
          name: "message_updated",
          message: undone,
          chat,
          edited: true,
          withdrawsDelivery: message.delivery.id,
        },
      ],
      answer: undone,
    };
  };
}

/** Returns whether the message of the command waits to be sent with others (CORE-350). */
export const isWaiting = ({ messageWaitsUntil, now }: CommandContext): boolean =>
  messageWaitsUntil !== undefined && messageWaitsUntil > now;
