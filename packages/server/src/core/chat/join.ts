import type { NamedRef } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Known } from "../operator/eligible.ts";
import type { Scene, Verb } from "../ports.ts";
import { accept, withPerson } from "./accept.ts";
import { chatAnswer, systemLine } from "./draft.ts";
import { uninvited } from "./invite.ts";
import { after } from "./state.ts";
import { takeTransfer } from "./transfer.ts";

/**
 * Adds an operator to a chat: beside its assignee if it is open, as its assignee if nobody has
 * accepted it (CORE-031). The target of a transfer accepts it. For a participant it changes
 * nothing. `status` as in `acceptChat`. Answers the chat.
 */
export function joinChat(input: { readonly operatorId: number; readonly known?: Known }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const joined = join(scene, chat.entity, by, input.known);
    if (isFailure(joined)) return joined;
    return { events: joined.events, answer: chatAnswer(joined.chat, visitor.entity) };
  };
}

/**
 * Returns the chat with `actor` as a participant, and the events. Failures: `chat_closed`,
 * `already_accepted`, `at_limit`.
 */
export function join(
  scene: Scene,
  chat: ChatDraft,
  by: NamedRef,
  known?: Known,
): { readonly chat: ChatDraft; readonly events: readonly Event[] } | Failure {
  const state = after(chat.state, "join");
  if (state === null) return fail("chat_closed", "This chat is closed.");
  if (chat.state !== "open") return accept(scene, chat, by, known);
  // The target of a transfer accepts it by joining.
  if (chat.transfer?.to.id === by.id) return takeTransfer(scene, chat, by);
  if (chat.participants.some((one) => one.id === by.id)) return { chat, events: [] };
  const next: ChatDraft = { ...uninvited(chat, by.id), state, participants: withPerson(chat.participants, by) };
  return {
    chat: next,
    events: [systemLine(scene, next.id, { code: "joined", by }, `${by.name} joined the chat`), { name: "chat_updated", chat: next }],
  };
}
