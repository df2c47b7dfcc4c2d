import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createChat, createSystemMessage, formatTime } from "../chat/create.ts";
import { getInitialChatState } from "../chat/state-machine.ts";
import { cleanText, isBlank } from "../text.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import type { Call } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { isCallFinished } from "./transitions.ts";

export interface StartCall {
  readonly type: Call["type"];
  /** Phone number as the customer entered it. The edge has checked its format. */
  readonly phone: string;
  /** Operator who makes the call. Absent if the call has no operator yet. */
  readonly operatorId?: number;
  /** Data of the visit. Used if the call starts a new chat. */
  readonly page?: ChatData["page"];
  readonly session?: ChatData["session"];
}

/**
 * Starts a call in the visitor's current chat, or in a new waiting chat if there is none
 * (CORE-100). A visitor can have one unfinished call (CORE-103). Subject: `{customer}` or `{chat}`.
 * Failures: `not_found` (no such visitor), `call_running`, `channel_disabled`, `invalid_request`.
 * Result: the call.
 */
export function startCall(input: StartCall): CommandHandler<Call> {
  return (context) => {
    const operator =
      input.operatorId === undefined ? null : authorizeOperator(context, input.operatorId);
    if (isFailure(operator)) return operator;
    if (context.visitor === null) return fail("not_found", "There is no such visitor.");
    const phone = cleanText(input.phone).trim();
    if (isBlank(phone))
      return fail("invalid_request", "The call has no number.", { field: "phone" });
    const unfinishedCall = context.calls.find((call) => !isCallFinished(call));
    if (unfinishedCall !== undefined)
      return fail("call_running", "This visitor already has a call.", {
        chatId: unfinishedCall.chat_id,
      });
    const chat = findOrCreateChat(context, input);
    if (isFailure(chat)) return chat;
    const at = formatTime(context.now);
    const call: Call = {
      id: context.ids.message(),
      type: input.type,
      phone,
      chat_id: chat.id,
      status: "start",
      operator,
      reason: null,
      record_url: null,
      ...omitAbsent({ taken_at: operator === null ? undefined : at }),
      created_at: at,
      updated_at: at,
    };
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "call_started", by: operator, detail: input.type },
      startTexts[input.type],
    );
    return {
      events: [...chat.events, line, { name: "call_updated", call }],
      answer: call,
    };
  };
}

const startTexts: Record<Call["type"], string> = {
  callback: "The visitor asked to be called",
  incoming: "The visitor calls",
  outgoing: "A call to the visitor was requested",
};

function findOrCreateChat(
  context: CommandContext,
  { page = null, session = null }: StartCall,
): { readonly id: number; readonly events: readonly NewEvent[] } | Failure {
  const channel = findSendableChannel(
    context.config,
    context.currentChat?.channelId ?? context.visitor?.channelId ?? 0,
  );
  if (isFailure(channel)) return channel;
  if (context.currentChat !== null) return { id: context.currentChat.id, events: [] };
  const chat = createChat(context, { channel, state: getInitialChatState("start"), page, session });
  return { id: chat.id, events: [{ name: "chat_created", chat }] };
}
