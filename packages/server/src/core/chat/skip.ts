import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer } from "./draft.ts";

/**
 * Silences a waiting chat for an operator to whom it is offered (CORE-151), until routing offers it
 * to them again. Without an offer to them it changes nothing. Subject `{chat}`. Answers the chat.
 */
export function skipChat(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const { wait } = chat.entity;
    const skipped = wait?.skipped ?? [];
    if (wait === null || !(wait.offered ?? []).includes(by.id) || skipped.includes(by.id))
      return { events: [], answer: chatAnswer(chat.entity, visitor.entity) };
    const next: ChatDraft = { ...chat.entity, wait: { ...wait, skipped: [...skipped, by.id] } };
    return { events: [{ name: "chat_updated", chat: next }], answer: chatAnswer(next, visitor.entity) };
  };
}
