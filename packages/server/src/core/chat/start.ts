import { blocks } from "../blacklist/match.ts";
import { sendableChannel } from "../channel/sendable.ts";
import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator, overLimit } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, newChat, systemLine } from "./draft.ts";
import { startState } from "./state.ts";

/**
 * Starts a chat with a visitor who has none (CORE-031). `createChatRegistry`: the operator's number of open
 * chats, for their limit (CORE-003). Subject: `{customer}`. Failures: `not_found`,
 * `already_running` with `chatId`, `channel_disabled`, `visitor_blocked`, `at_limit`. Answers the
 * new chat.
 */
export function startChat(input: {
  readonly operatorId: number;
  readonly channelId: number;
  readonly openChats: number;
  readonly page: ChatDraft["page"];
  readonly session: ChatDraft["session"];
  readonly department: ChatDraft["department"];
}): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { visitor, running } = scene;
    if (visitor === null) return fail("not_found", "There is no such visitor.");
    if (running !== null) return fail("already_running", "The visitor already has a running chat.", { chatId: running.id });
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    const visit = input.session === null ? {} : { session: input.session };
    if (blocks(scene, { channelId: input.channelId, key: visitor.customer }, visit) !== null)
      return fail("visitor_blocked", "This visitor is blocked. Lift the block to write again.");
    const full = overLimit({ ...scene, openChats: input.openChats }, by.id);
    if (full !== null) return full;
    const { page, session, department } = input;
    const next = newChat(scene, { channel, state: startState("continue"), operator: by, page, session, department });
    return {
      events: [{ name: "chat_created", chat: next }, systemLine(scene, next.id, { code: "started", by }, `${by.name} began the chat`)],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}
