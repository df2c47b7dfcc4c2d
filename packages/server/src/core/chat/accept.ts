import { detachBot } from "../bot/hand-over.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeOperator, checkChatLimit } from "../operator/authorize.ts";
import type { OperatorStatus } from "../operator/eligibility.ts";
import type { ChatEntity, NamedRef } from "../entity.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { recipientsForStep, getAssignmentReasons } from "../routing/recipients.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "./create.ts";
import { withoutNotices } from "./notices.ts";
import { endSnooze } from "./snooze.ts";
import { getNextChatState } from "./state-machine.ts";

/**
 * Accepts a chat for an operator (CORE-034). If several operators accept at the same time, one
 * wins. The others get `already_accepted` with `by`. A repeat by the one who has the chat changes
 * nothing (CORE-470). Requires `subject.operator` for the chat limit. `status`: presence and open
 * chats of the operators, for the reasons of the assignment (CORE-037). Result: the chat.
 */
export function acceptChat(input: {
  readonly operatorId: number;
  readonly status?: OperatorStatus;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.entity.state === "open" && chat.entity.assignee?.id === actor.id)
      return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    const accepted = acceptChatForOperator(context, chat.entity, actor, input.status);
    if (isFailure(accepted)) return accepted;
    return { events: accepted.events, answer: createChatAnswer(accepted.chat, visitor.entity) };
  };
}

/**
 * Returns the accepted chat and its events. The system message precedes the chat event, so that the
 * chat's last message number includes it. Without `status` the reasons of the latest offer remain.
 */
export function acceptChatForOperator(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
  status?: OperatorStatus,
): { readonly chat: ChatData; readonly events: readonly NewEvent[] } | Failure {
  const state = getNextChatState(chat.state, "accept");
  if (state === null) {
    if (chat.state === "closed" || chat.assignee === null)
      return fail("chat_closed", "This chat is closed.");
    return fail("already_accepted", `${chat.assignee.name} was faster.`, { by: chat.assignee });
  }
  const limitFailure = checkChatLimit(context, actor.id);
  if (limitFailure !== null) return limitFailure;
  const awake = endSnooze(context, chat, { reason: "operator", by: actor });
  const assignment =
    status === undefined
      ? chat.assignment
      : getAssignmentReasons(
          context.config.routing,
          "offer",
          recipientsForStep(context.config, chat, status, "offer"),
        );
  const reasons = assignment ? { assignment } : {};
  const next: ChatData = {
    ...toOpenChat(context, withoutNotices(awake.chat, actor.id), actor),
    ...reasons,
  };
  return {
    chat: next,
    events: [
      ...awake.events,
      createSystemMessage(
        context,
        chat.id,
        { code: "accepted", by: actor, ...reasons },
        `${actor.name} accepted the chat`,
      ),
      { name: "chat_accepted", chat: next, by: actor },
    ],
  };
}

/** Returns the chat of an operator who is the first to have it. */
export const toOpenChat = (
  { now }: CommandContext,
  chat: ChatData,
  assignee: NamedRef,
): ChatData => ({
  ...chat,
  state: "open",
  assignee,
  participants: withParticipant(chat.participants, assignee),
  accepted_at: chat.accepted_at ?? formatTime(now),
  bot: detachJoinedBot(chat.bot),
  wait: null,
});

/** Detaches the bot when an operator joins: the chat is no longer missed (BOT-070, BOT-074). */
function detachJoinedBot(bot: ChatData["bot"]): ChatData["bot"] {
  const detachedBot = detachBot(bot);
  if (detachedBot === null) return null;
  const joined = { ...detachedBot };
  delete joined.missed_at;
  delete joined.returned_at;
  return joined;
}

export function withParticipant(
  participants: readonly NamedRef[],
  newParticipant: NamedRef,
): NamedRef[] {
  return participants.some((participant) => participant.id === newParticipant.id)
    ? [...participants]
    : [...participants, newParticipant];
}
