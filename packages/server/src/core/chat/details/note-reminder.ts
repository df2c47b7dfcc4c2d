import type { ChatEntity, NamedRef } from "../../entity.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/** A reminder as its line names it. */
export interface NotedReminder {
  /** The operator who is reminded. */
  readonly operator: NamedRef;
  readonly dueAt: string;
}

/** Adds the line about a reminder (REM-011). Subject: `{chat}`. Failures: `not_found`. */
export function noteReminder(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly reminder: NotedReminder;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const { operator, dueAt } = input.reminder;
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "reminded", by: actor.operator, to: operator, detail: dueAt },
      `${actor.name} reminds ${operator.name} at ${dueAt}`,
    );
    return { events: [line], answer: createChatAnswer(chat.entity, visitor.entity) };
  };
}
