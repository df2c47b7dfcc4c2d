import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, systemLine } from "./draft.ts";
import { isTooLate } from "./rate.ts";

/**
 * Asks the visitor for a rating (API-047). The system message makes the widget show the question
 * (WG-083). Interface A has no rating. Subject: `{chat}`. Failures: `not_found`, `no_rating`.
 * Answers the chat.
 */
export function askRating(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { visitor } = scene;
    const chat = scene.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.channel.kind !== "widget")
      return fail("no_rating", "Customers of a chat API channel cannot be asked: interface A has no rating.");
    if (isTooLate(chat, scene.now)) return fail("no_rating", "This chat ended more than a day ago: its visitor can rate it no more.");
    if (chat.rating !== null) return fail("no_rating", "The visitor has rated this chat already.");
    const next = { ...chat, rating_asked: true as const };
    return {
      events: [
        systemLine(scene, chat.id, { code: "rating_asked", by }, `${by.name} asked for a rating`),
        ...(chat.rating_asked === true ? [] : [{ name: "chat_updated" as const, chat: next }]),
      ],
      answer: chatAnswer(next, visitor.entity),
    };
  };
}
