import type { NamedRef } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import { mayTake } from "../operator/eligible.ts";
import type { Scene } from "../ports.ts";

/**
 * Returns the operator if they may decide about an open chat: a participant, an owner or an
 * administrator. Failures: `forbidden`, `chat_closed`, `not_open`.
 */
export function actingInside(scene: Scene, chat: ChatDraft, operatorId: number): NamedRef | Failure {
  const by = actingOperator(scene, operatorId);
  if (isFailure(by)) return by;
  if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
  if (chat.state !== "open") return fail("not_open", "Nobody has this chat yet: take it first.");
  const role = scene.config.operators.get(operatorId)?.role;
  if (isIn(chat, operatorId) || role === "owner" || role === "admin") return by;
  return fail("forbidden", "You are not in this chat: join it first.");
}

/**
 * Returns the operator to whom a chat may be transferred or shown: active, and allowed to answer
 * and see it. Failure: `invalid_request` at `operator_id`.
 */
export function colleague(scene: Scene, chat: ChatDraft, operatorId: number): NamedRef | Failure {
  const refused = (words: string): Failure => fail("invalid_request", words, { field: "operator_id" });
  const operator = scene.config.operators.get(operatorId);
  if (operator?.active !== true) return refused("There is no such operator.");
  if (!mayTake(scene.config, chat.channel.id, operator)) return refused(`${operator.name} does not answer chats of ${chat.channel.name}.`);
  return { id: operator.id, name: operator.name };
}

export function isIn(chat: Pick<ChatDraft, "participants">, operatorId: number): boolean {
  return chat.participants.some((one) => one.id === operatorId);
}
