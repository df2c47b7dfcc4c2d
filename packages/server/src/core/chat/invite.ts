import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { actingInside, colleague, isIn } from "./colleague.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/** Maximum number of open invitations of a chat. The oldest one is removed. */
const mostInvited = 20;

/**
 * Invites another operator to an open chat (CORE-036, API-025): adds a system message and an
 * invitation. It ends when the operator joins or declines, or when the chat has no operator. For a
 * participant it does nothing. Subject `{chat}`. Failures: `forbidden`, `chat_closed`, `not_open`,
 * `invalid_request`. Answers the chat.
 */
export function inviteColleague(input: {
  readonly operatorId: number;
  readonly colleagueId: number;
  /** For operators only; stored in the system message. null: none. */
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

/**
 * Removes the operator's invitation without a system message. Without an invitation it changes
 * nothing. Answers the chat.
 */
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

/** Returns the chat without the invitation of one operator, or without all invitations. */
export function uninvited(chat: ChatDraft, operatorId?: number): ChatDraft {
  const { invited = [], ...rest } = chat;
  const others = operatorId === undefined ? [] : invited.filter((one) => one.to.id !== operatorId);
  return others.length === 0 ? rest : { ...rest, invited: others };
}
