import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { ended } from "./close.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/**
 * The visitor of a chat was blocked in it (CORE-070): the chat closes, and `chat_finished` says so. A chat that is closed already stays as it is
 * but for the line. The entry of the blacklist is the caller's. Subject: `{chat}`. Failures: `not_found`, `forbidden`. Answers the chat.
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

/** The block made in a chat was taken back: a line says so; the chat stays closed (CORE-031). Subject: `{chat}`. Answers the chat. */
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
