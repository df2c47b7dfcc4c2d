import { detached } from "../bot/hand-over.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator, overLimit } from "../operator/act.ts";
import type { Known } from "../operator/eligible.ts";
import type { NamedRef } from "../entity.ts";
import type { Scene, Verb } from "../ports.ts";
import { reachOf, why } from "../routing/reach.ts";
import { chatAnswer, systemLine, timeText } from "./draft.ts";
import { withoutNotices } from "./notices.ts";
import { after } from "./state.ts";

/**
 * Accepts a chat for an operator (CORE-034). One of several parallel accepts wins. The others get
 * `already_accepted` with `by`, also if the same operator accepts again. Needs `subject.operator`
 * for the chat limit. `status`: for the reasons of the assignment (CORE-037). Answers the chat.
 */
export function acceptChat(input: { readonly operatorId: number; readonly known?: Known }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const accepted = accept(scene, chat.entity, by, input.known);
    if (isFailure(accepted)) return accepted;
    return { events: accepted.events, answer: chatAnswer(accepted.chat, visitor.entity) };
  };
}

/**
 * Returns the accepted chat and its events. The system message comes first, so that the chat's last
 * number includes it. Without `status` the reasons of the latest offer remain.
 */
export function accept(
  scene: Scene,
  chat: ChatDraft,
  by: NamedRef,
  known?: Known,
): { readonly chat: ChatDraft; readonly events: readonly Event[] } | Failure {
  const state = after(chat.state, "accept");
  if (state === null) {
    if (chat.state === "closed" || chat.assignee === null) return fail("chat_closed", "This chat is closed.");
    const words = chat.assignee.id === by.id ? "You have this chat already." : `${chat.assignee.name} was faster.`;
    return fail("already_accepted", words, { by: chat.assignee });
  }
  const full = overLimit(scene, by.id);
  if (full !== null) return full;
  const assignment =
    known === undefined ? chat.assignment : why(scene.config.routing, "offer", reachOf(scene.config, chat, known, "offer"));
  const reasons = assignment ? { assignment } : {};
  const next: ChatDraft = {
    ...withoutNotices(chat, by.id),
    ...reasons,
    state,
    assignee: by,
    participants: withPerson(chat.participants, by),
    accepted_at: chat.accepted_at ?? timeText(scene.now),
    bot: joinedBot(chat.bot),
    wait: null,
  };
  return {
    chat: next,
    events: [
      systemLine(scene, chat.id, { code: "accepted", by, ...reasons }, `${by.name} accepted the chat`),
      { name: "chat_accepted", chat: next, by },
    ],
  };
}

/**
 * An operator who joins takes the chat from its bot, so it is no longer missed (BOT-070, BOT-074).
 */
function joinedBot(bot: ChatDraft["bot"]): ChatDraft["bot"] {
  const left = detached(bot);
  if (left === null) return null;
  const { missed_at: _, ...rest } = left;
  return rest;
}

export function withPerson(people: readonly NamedRef[], person: NamedRef): NamedRef[] {
  return people.some((one) => one.id === person.id) ? [...people] : [...people, person];
}
