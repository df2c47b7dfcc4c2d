import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { ended } from "./close.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/**
 * Closes the chat of a visitor whom an operator blocked in it (CORE-070); `chat_finished` reports
 * it. A closed chat only gets the system message. The caller adds the block list entry. Subject:
 * `{chat}`. Failures: `not_found`, `forbidden`. Answers the chat.
 */
export function blockChat(input: { readonly operatorId: number; readonly reason: string | null; readonly until: string | null }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const words = `${by.name} blocked the visitor${input.until === null ? "" : ` until ${input.until}`}`;
    const detail = input.reason === null ? {} : { detail: input.reason };
    const line = systemLine(
      scene,
      chat.id,
      { code: "blocked", by, ...detail },
      input.reason === null ? words : `${words}: ${input.reason}`,
    );
    const closed = ended(scene, chat.entity, "blocked");
    if (closed === null) return { events: [line], answer: chatAnswer(chat.entity, visitor.entity) };
    const finished = { ...closed, blacklisted: true as const };
    return { events: [line, { name: "chat_closed", chat: finished }], answer: chatAnswer(finished, visitor.entity) };
  };
}

/**
 * Adds a system message after the visitor was unblocked. The chat stays closed (CORE-031). Subject:
 * `{chat}`. Answers the chat.
 */
export function unblockChat(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const line = systemLine(scene, chat.id, { code: "unblocked", by }, `${by.name} lifted the block`);
    return { events: [line], answer: chatAnswer(chat.entity, visitor.entity) };
  };
}
