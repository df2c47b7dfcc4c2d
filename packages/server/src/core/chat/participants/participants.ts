import type { NamedRef } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import { canAnswerChannel } from "../../operator/eligibility.ts";
import type { CommandContext } from "../../command.ts";

/**
 * Returns the operator if they may make decisions about an open chat: a participant, an owner or an
 * administrator. Failures: `forbidden`, `chat_closed`, `not_open`.
 */
export function authorizeParticipant(
  context: CommandContext,
  chat: ChatData,
  operatorId: number,
): NamedRef | Failure {
  const actor = authorizeOperator(context, operatorId);
  if (isFailure(actor)) return actor;
  if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
  if (chat.state !== "open")
    return fail("not_open", "No operator has this chat yet. Take it first.");
  const role = context.config.operators.get(operatorId)?.role;
  if (isParticipant(chat, operatorId) || role === "owner" || role === "admin") return actor;
  return fail("forbidden", "You are not in this chat. Join it first.");
}

/**
 * Returns the operator to whom a chat may be transferred or shown. They must be active, and allowed
 * to see and answer the chat. Failure: `invalid_request` at `operator_id`.
 */
export function findTargetOperator(
  context: CommandContext,
  chat: ChatData,
  operatorId: number,
): NamedRef | Failure {
  const rejected = (message: string): Failure =>
    fail("invalid_request", message, { field: "operator_id" });
  const operator = context.config.operators.get(operatorId);
  if (operator?.active !== true) return rejected("There is no such operator.");
  if (!canAnswerChannel(context.config, chat.channel.id, operator))
    return rejected(`${operator.name} does not answer chats of ${chat.channel.name}.`);
  return { id: operator.id, name: operator.name };
}

export function isParticipant(chat: ChatData, operatorId: number): boolean {
  return chat.participants.some((participant) => participant.id === operatorId);
}
