import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { actingInside, colleague, isIn } from "./colleague.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/** So many invitations of a chat stand at once; the oldest goes. */
const mostInvited = 20;

/**
 * Asks a colleague into an open chat (CORE-036, API-025): a system line that names him, and an invitation until he comes in, declines, or nobody
 * has the chat any more; nothing else waits for it. One who is in the chat: nothing. Subject `{chat}`. Failures: `forbidden`, `chat_closed`, `not_open`, `invalid_request`. Answers the chat.
 */
export function inviteColleague(input: {
  readonly operatorId: number;
  readonly colleagueId: number;
  /** For operators only: stands in the line; null for none. */
  readonly comment: string | null;
}): Verb {
  return (scene) => {
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const by = actingInside(scene, chat.entity, input.operatorId);
    if (isFailure(by)) return by;
    const to = colleague(scene, chat.entity, input.colleagueId);
    if (isFailure(to)) return to;
    if (isIn(chat.entity, to.id)) return { events: [], answer: chatAnswer(chat.entity, visitor.entity) };
    const others = (chat.entity.invited ?? []).filter((one) => one.to.id !== to.id).slice(1 - mostInvited);
    const next: ChatDraft = { ...chat.entity, invited: [...others, { by, to, comment: input.comment }] };
    const line = { code: "colleague_invited" as const, by, to, ...(input.comment === null ? {} : { detail: input.comment }) };
    const words = `${by.name} invited ${to.name}${input.comment === null ? "" : `: ${input.comment}`}`;
    return {
      events: [systemLine(scene, chat.id, line, words), { name: "chat_updated", chat: next }],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}

/** The colleague does not come: his invitation goes, without a line. Who is not invited changes nothing. Answers the chat. */
export function declineInvitation(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const isInvited = chat.entity.invited?.some((one) => one.to.id === by.id) ?? false;
    const next = isInvited ? uninvited(chat.entity, by.id) : chat.entity;
    return { events: isInvited ? [{ name: "chat_updated", chat: next }] : [], answer: chatAnswer(next, visitor.entity) };
  };
}

/** The chat without the invitation of one, or without any. */
export function uninvited(chat: ChatDraft, operatorId?: number): ChatDraft {
  const { invited = [], ...rest } = chat;
  const others = operatorId === undefined ? [] : invited.filter((one) => one.to.id !== operatorId);
  return others.length === 0 ? rest : { ...rest, invited: others };
}
