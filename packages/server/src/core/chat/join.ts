import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { accept, withPerson } from "./accept.ts";
import { chatAnswer, systemLine } from "./draft.ts";
import { after } from "./state.ts";

/**
 * An operator joins a chat: beside its assignee when it is open, as its assignee when nobody has taken it (CORE-031).
 * One who is in it already changes nothing. Answers the chat.
 */
export function joinChat(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const before = chat.entity;
    const state = after(before.state, "join");
    if (state === null) return fail("chat_closed", "This chat is closed.");
    if (before.state !== "open") {
      const accepted = accept(scene, before, by);
      if (isFailure(accepted)) return accepted;
      return { events: accepted.events, answer: chatAnswer(accepted.chat, visitor.entity) };
    }
    if (before.participants.some((one) => one.id === by.id)) return { events: [], answer: chatAnswer(before, visitor.entity) };
    const next: ChatDraft = { ...before, state, participants: withPerson(before.participants, by) };
    return {
      events: [systemLine(scene, next.id, { code: "joined", by }, `${by.name} joined the chat`), { name: "chat_updated", chat: next }],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}
