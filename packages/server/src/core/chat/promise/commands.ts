import { hasPendingInvite } from "../../bot/assignment.ts";
import type { CommandContext, CommandHandler } from "../../command.ts";
import type { ChatEntity, MessageEmail } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeOperator } from "../../operator/authorize.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "../create.ts";
import { sendOperatorMessage } from "../message/send-message.ts";
import { chatAfterEvents } from "../previous-state.ts";
import { findTimeProblem } from "../snooze.ts";
import { isRunningChatState } from "../state-machine.ts";
import { getOpenPromise, makePromise, withoutOpenPromise } from "../sla/promise.ts";

/** A promise of an operator. */
export interface PromiseInput {
  readonly operatorId: number;
  /** ms since 1970. */
  readonly until: number;
  /** The message that tells the visitor, if they do not see the promise otherwise. */
  readonly message: { readonly text: string; readonly email: MessageEmail | undefined } | undefined;
}

/**
 * Promises the visitor an answer by a time (PROM-001). It replaces the promise before, which the
 * message therefore does not keep. Nothing changes without a message if the time is the same.
 * Subject: `{chat, operator}`. Failures: `not_found`, `chat_closed`, `not_open` (a bot answers),
 * `invalid_request` (the time has passed, or is more than a year ahead), and those of a message.
 * Result: the chat.
 */
export function promiseAnswer(input: PromiseInput): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor, now } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!isRunningChatState(chat.state)) return fail("chat_closed", "This chat is closed.");
    if (chat.state === "bot" || hasPendingInvite(chat))
      return fail("not_open", "A bot answers this chat. Take it before you promise an answer.");
    const problem = findTimeProblem(input.until, now);
    if (problem !== null) return problem;
    if (input.message === undefined && getOpenPromise(chat)?.until === formatTime(input.until))
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const sent = sendMessage(context, withoutOpenPromise(chat), input);
    if (isFailure(sent)) return sent;
    const promised = makePromise(context, chatAfterEvents(sent) ?? chat, {
      until: input.until,
      by: { kind: "operator", ...actor },
    });
    return {
      events: [...sent, ...promised.events],
      answer: createChatAnswer(promised.chat, visitor.entity),
    };
  };
}

function sendMessage(
  context: CommandContext,
  entity: ChatData,
  { operatorId, message }: PromiseInput,
): readonly NewEvent[] | Failure {
  if (message === undefined || context.chat === null) return [];
  const send = sendOperatorMessage({ operatorId, kind: "text", ...message });
  const sent = send({ ...context, chat: { ...context.chat, entity } });
  return isFailure(sent) ? sent : sent.events;
}

/**
 * Takes a promise back (PROM-002). Changes nothing if no promise is open. Subject: `{chat}`.
 * Failures: `not_found`, `chat_closed`. Result: the chat.
 */
export function withdrawPromise(input: {
  readonly operatorId: number;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!isRunningChatState(chat.state)) return fail("chat_closed", "This chat is closed.");
    const next = withoutOpenPromise(chat);
    const answer = createChatAnswer(next, visitor.entity);
    if (next === chat) return { events: [], answer };
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "promise_withdrawn", by: actor },
      `${actor.name} took the promise back`,
    );
    return { events: [line, { name: "chat_updated", chat: next }], answer };
  };
}
