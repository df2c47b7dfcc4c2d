import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatEntity } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { authorizeParticipant, findTargetOperator, isParticipant } from "./participants.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/** Maximum number of open invitations of a chat. A further one replaces the oldest. */
const maxInvitations = 20;

/**
 * Invites another operator to an open chat (CORE-036, API-234): adds a system message and an
 * invitation. The invitation ends when the operator joins or declines, or when the chat has no
 * operator. For a participant nothing happens. Subject: `{chat}`. Failures: `forbidden`,
 * `chat_closed`, `not_open`, `invalid_request`. Result: the chat.
 */
export function inviteOtherOperator(input: {
  readonly operatorId: number;
  readonly otherOperatorId: number;
  /** Comment for operators only, stored in the system message, or null if there is none. */
  readonly comment: string | null;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const actor = authorizeParticipant(context, chat.entity, input.operatorId);
    if (isFailure(actor)) return actor;
    const to = findTargetOperator(context, chat.entity, input.otherOperatorId);
    if (isFailure(to)) return to;
    if (isParticipant(chat.entity, to.id))
      return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    const others = (chat.entity.invited ?? [])
      .filter((invitation) => invitation.to.id !== to.id)
      .slice(1 - maxInvitations);
    const next: ChatData = {
      ...chat.entity,
      invited: [...others, { by: actor, to, comment: input.comment }],
    };
    const line = {
      code: "colleague_invited" as const,
      by: actor,
      to,
      ...omitAbsent({ detail: input.comment ?? undefined }),
    };
    const text = `${actor.name} invited ${to.name}${input.comment === null ? "" : `: ${input.comment}`}`;
    return {
      events: [
        createSystemMessage(context, chat.id, line, text),
        { name: "chat_updated", chat: next },
      ],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

/** Removes the operator's invitation, if there is one, without a message. Result: the chat. */
export function declineInvitation(input: {
  readonly operatorId: number;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const isInvited =
      chat.entity.invited?.some((invitation) => invitation.to.id === actor.id) ?? false;
    const next = isInvited ? withoutInvitation(chat.entity, actor.id) : chat.entity;
    return {
      events: isInvited ? [{ name: "chat_updated", chat: next }] : [],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

/** Returns the chat without the invitation of one operator, or without all invitations. */
export function withoutInvitation(chat: ChatData, operatorId?: number): ChatData {
  const { invited = [], ...rest } = chat;
  const others =
    operatorId === undefined ? [] : invited.filter((invitation) => invitation.to.id !== operatorId);
  return others.length === 0 ? rest : { ...rest, invited: others };
}
