import type { ChatEntity } from "../../entity.ts";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { fail, isFailure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";
import { isRatingExpired } from "./rate.ts";

/**
 * Asks the visitor for a rating (API-047). The system message makes the widget show the question
 * (WG-083). Only chats in a chat window can be rated. Subject: `{chat}`. Failures: `not_found`,
 * `no_rating`. Result: the chat.
 */
export function requestRating(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!getCapabilities(chat.channel.kind).chat_window)
      return fail(
        "no_rating",
        "Customers of this channel cannot be asked for a rating, because it has no chat window.",
      );
    if (isRatingExpired(chat, context.now))
      return fail(
        "no_rating",
        "This chat ended more than a day ago. Its visitor can no longer rate it.",
      );
    if (chat.rating !== null) return fail("no_rating", "The visitor has already rated this chat.");
    const next = { ...chat, rating_asked: true as const };
    return {
      events: [
        createSystemMessage(
          context,
          chat.id,
          { code: "rating_asked", by: actor.operator },
          `${actor.name} asked for a rating`,
        ),
        ...(chat.rating_asked === true ? [] : [{ name: "chat_updated" as const, chat: next }]),
      ],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}
