import type { PersonRef } from "../entity.ts";
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
 * An operator joins a chat: beside its assignee when it is open, as its assignee when nobody has taken it (CORE-031).
 * The target of a transfer takes it over. One who is in it already changes nothing. `known` as in `acceptChat`. Answers the chat.
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

/** The chat with `by` in it, and what happened for that. Failures `chat_closed`, `already_accepted`, `at_limit`. */
export function join(
  scene: Scene,
  chat: ChatDraft,
  by: PersonRef,
  known?: Known,
): { readonly chat: ChatDraft; readonly events: readonly Event[] } | Failure {
  const state = after(chat.state, "join");
  if (state === null) return fail("chat_closed", "This chat is closed.");
  if (chat.state !== "open") return accept(scene, chat, by, known);
  // Whoever was asked to take the chat and comes in takes it.
  if (chat.transfer?.to.id === by.id) return takeTransfer(scene, chat, by);
  if (chat.participants.some((one) => one.id === by.id)) return { chat, events: [] };
  const next: ChatDraft = { ...uninvited(chat, by.id), state, participants: withPerson(chat.participants, by) };
  return {
    chat: next,
    events: [systemLine(scene, next.id, { code: "joined", by }, `${by.name} joined the chat`), { name: "chat_updated", chat: next }],
  };
}
