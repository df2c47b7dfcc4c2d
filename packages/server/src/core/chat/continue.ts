import { blocks } from "../blacklist/match.ts";
import { sendableChannel } from "../channel/sendable.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator, overLimit } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, newChat, systemLine } from "./draft.ts";
import { isRunning, startState } from "./state.ts";

/**
 * Continues a closed chat in a new open one, linked by `continues`, with the same visitor, channel,
 * page and session (API-028, CORE-031, WH-025). Failures: `not_closed`, `already_running` with
 * `chatId`, `channel_disabled`, `visitor_blocked`. Needs `subject.operator`. Answers the new chat.
 */
export function continueChat(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor, running } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    if (isRunning(chat.entity.state)) return fail("not_closed", "This chat still runs: answer in it.", { chatId: chat.id });
    if (running !== null) return fail("already_running", "The visitor already has a running chat.", { chatId: running.id });
    const channel = sendableChannel(scene.config, chat.channelId);
    if (isFailure(channel)) return channel;
    if (blocks(scene, { channelId: chat.channelId, key: visitor.customer }) !== null)
      return fail("visitor_blocked", "This visitor is blocked. Lift the block to write again.");
    const full = overLimit(scene, by.id);
    if (full !== null) return full;
    const next = newChat(scene, {
      channel,
      state: startState("continue"),
      operator: by,
      page: chat.entity.page,
      session: chat.entity.session,
      department: chat.entity.department,
      continues: chat.id,
    });
    return {
      events: [
        { name: "chat_created", chat: next },
        systemLine(scene, next.id, { code: "continued", by, detail: String(chat.id) }, `${by.name} continued an earlier chat`),
      ],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}
