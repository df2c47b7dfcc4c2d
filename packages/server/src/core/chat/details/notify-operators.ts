import type { ActionOf } from "@parlour/protocol/actions/actions";
import type { ChatEntity, NamedRef } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { AccountConfig, CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/**
 * Notifies operators of the chat by email, on their devices, or both (ACT-038). The line plans the
 * deliveries. Subject: `{chat}`. Failures: `not_found`, `not_available` (email is not set up, or
 * there is no active operator to notify). Result: the chat.
 */
export function notifyOperators(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly notice: Omit<ActionOf<"notify">, "type">;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor, config } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const { by, text } = input.notice;
    if (by === "email" && config.mail === undefined)
      return fail("not_available", "Email is not set up for this installation.");
    const operators = findRecipients(config, chat.entity, input.notice);
    if (isFailure(operators)) return operators;
    const names = operators.map(({ name }) => name).join(", ");
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "notified", by: actor.operator, detail: text, notice: { operators, by } },
      `${actor.name} notifies ${names}: ${text}`,
    );
    return { events: [line], answer: createChatAnswer(chat.entity, visitor.entity) };
  };
}

function findRecipients(
  { operators, departments }: AccountConfig,
  { assignee }: ChatData,
  { operator_ids = [], department_id, to }: Omit<ActionOf<"notify">, "type">,
): NamedRef[] | Failure {
  const isChosen = (id: number, role: string): boolean =>
    to === "managers"
      ? role === "owner" || role === "admin"
      : to === "assigned"
        ? assignee?.id === id
        : department_id === undefined
          ? operator_ids.includes(id)
          : departments.get(department_id)?.operators.has(id) === true;
  const found = [...operators.values()].filter(
    ({ id, active, role }) => active && isChosen(id, role),
  );
  return found.length > 0
    ? found.map(({ id, name }) => ({ id, name }))
    : fail("not_available", "There is no active operator to notify.");
}
