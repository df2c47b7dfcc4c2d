import { newChat, systemLine, timeText } from "../chat/draft.ts";
import { startState } from "../chat/state.ts";
import { cleanText, isBlank } from "../chat/text.ts";
import { sendableChannel } from "../channel/sendable.ts";
import type { Call } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { isOver } from "./moves.ts";

export interface StartCall {
  readonly type: Call["type"];
  /** As the customer entered it; the edge has checked its format. */
  readonly phone: string;
  /** Operator who makes the call; absent: the call has no operator yet. */
  readonly operatorId?: number;
  /** Data of the visit, for a chat that starts with the call. */
  readonly page?: ChatDraft["page"];
  readonly session?: ChatDraft["session"];
}

/**
 * Starts a call in the visitor's current chat, or else in a new waiting one (CORE-100). A visitor
 * has one call at a time (CORE-103). Subject: `{customer}` or `{chat}`. Failures: `not_found` (no
 * such visitor), `call_running`, `channel_disabled`, `invalid_request`. Answers the call.
 */
export function startCall(input: StartCall): Verb {
  return (scene) => {
    const operator = input.operatorId === undefined ? null : actingOperator(scene, input.operatorId);
    if (isFailure(operator)) return operator;
    if (scene.visitor === null) return fail("not_found", "There is no such visitor.");
    const phone = cleanText(input.phone).trim();
    if (isBlank(phone)) return fail("invalid_request", "The call has no number.", { field: "phone" });
    const running = scene.calls.find((call) => !isOver(call));
    if (running !== undefined) return fail("call_running", "This visitor has a call already.", { chatId: running.chat_id });
    const chat = chatFor(scene, input);
    if (isFailure(chat)) return chat;
    const at = timeText(scene.now);
    const call: Call = {
      id: scene.ids.message(),
      type: input.type,
      phone,
      chat_id: chat.id,
      status: "start",
      operator,
      reason: null,
      record_url: null,
      ...(operator === null ? {} : { taken_at: at }),
      created_at: at,
      updated_at: at,
    };
    const line = systemLine(scene, chat.id, { code: "call_started", by: operator, detail: input.type }, words[input.type]);
    return { events: [...chat.events, line, { name: "call_updated", call }], answer: JSON.stringify(call) };
  };
}

const words: Record<Call["type"], string> = {
  callback: "The visitor asked to be called",
  incoming: "The visitor calls",
  outgoing: "A call to the visitor was requested",
};

function chatFor(
  scene: Scene,
  { page = null, session = null }: StartCall,
): { readonly id: number; readonly events: readonly Event[] } | Failure {
  const channel = sendableChannel(scene.config, scene.running?.channelId ?? scene.visitor?.channelId ?? 0);
  if (isFailure(channel)) return channel;
  if (scene.running !== null) return { id: scene.running.id, events: [] };
  const chat = newChat(scene, { channel, state: startState("start"), page, session });
  return { id: chat.id, events: [{ name: "chat_created", chat }] };
}
