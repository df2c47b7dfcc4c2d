import type { ChatEntity, Presence } from "../../entity.ts";
import { isFailure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { acceptChat } from "../accept.ts";
import { createChatAnswer } from "../create.ts";
import { transferChat } from "./transfer.ts";

/**
 * Gives a chat to an operator at once or to a department (ACT-012). A chat that nobody has can be
 * given to oneself, which accepts it. Nothing changes if the operator has the chat already.
 * Subject: `{chat, operator}`. Failures as of `transferChat` and `acceptChat`. Result: the chat.
 */
export function assignChat(input: {
  readonly operatorId: number;
  readonly to: { readonly operatorId: number } | { readonly departmentId: number };
  /** Comment for operators only, or null. */
  readonly comment: string | null;
  readonly presence: (operatorId: number) => Presence;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    const { operatorId, to } = input;
    if (!("operatorId" in to) || chat === null || visitor === null)
      return transferChat({ ...input, assigns: false })(context);
    const actor = authorizeOperator(context, operatorId);
    if (isFailure(actor)) return actor;
    const { state, assignee } = chat.entity;
    if (state !== "closed" && assignee?.id === to.operatorId)
      return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    return to.operatorId === operatorId && state !== "open"
      ? acceptChat({ operatorId })(context)
      : transferChat({ ...input, assigns: true })(context);
  };
}
