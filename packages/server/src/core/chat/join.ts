import type { ChatEntity, NamedRef } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { OperatorStatus } from "../operator/eligibility.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { acceptChatForOperator, withParticipant } from "./accept.ts";
import { createChatAnswer, createSystemMessage } from "./create.ts";
import { withoutInvitation } from "./participants/invite.ts";
import { getNextChatState } from "./state-machine.ts";
import { assignToTarget } from "./participants/transfer.ts";

/**
 * Adds an operator to a chat. If the chat is open, they join its assignee. If nobody has accepted
 * it, they become the assignee (CORE-031). The target of a transfer accepts the transfer. For a
 * participant nothing changes. `status` as in `acceptChat`. Result: the chat.
 */
export function joinChat(input: {
  readonly operatorId: number;
  readonly status?: OperatorStatus;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const joined = joinForOperator(context, chat.entity, actor, input.status);
    if (isFailure(joined)) return joined;
    return { events: joined.events, answer: createChatAnswer(joined.chat, visitor.entity) };
  };
}

/** Lets `actor` join the chat. Failures: `chat_closed`, `already_accepted`, `at_limit`. */
export function joinForOperator(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
  status?: OperatorStatus,
): { readonly chat: ChatData; readonly events: readonly NewEvent[] } | Failure {
  const state = getNextChatState(chat.state, "join");
  if (state === null) return fail("chat_closed", "This chat is closed.");
  if (chat.state !== "open") return acceptChatForOperator(context, chat, actor, status);
  // By joining the chat, the target of a transfer accepts the transfer.
  if (chat.transfer?.to.id === actor.id) return assignToTarget(context, chat, actor);
  if (chat.participants.some((participant) => participant.id === actor.id))
    return { chat, events: [] };
  const next: ChatData = {
    ...withoutInvitation(chat, actor.id),
    state,
    participants: withParticipant(chat.participants, actor),
  };
  return {
    chat: next,
    events: [
      createSystemMessage(
        context,
        next.id,
        { code: "joined", by: actor },
        `${actor.name} joined the chat`,
      ),
      { name: "chat_updated", chat: next },
    ],
  };
}
