import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatEntity } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import { fail } from "../../failure.ts";
import type { AccountConfig, CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";
import { cleanText, cutText, maxOperatorTextLength } from "../../text.ts";

/** Time after the end of a chat in which it can be rated (CORE-080). */
const ratingPeriodMs = 24 * 3_600_000;

export interface RateChat {
  readonly visitorId: number;
  readonly rating: "positive" | "negative";
  readonly comment?: string | undefined;
}

/**
 * Stores the visitor's rating, until 24 h after the end of the chat. The last rating counts
 * (CORE-080). The comment is stored in the chat. The system message contains only the rating,
 * because system messages are not masked. Subject: `{chat}`. Failures: `not_found` (another
 * visitor's chat), `no_rating` (too late). Result: the chat.
 */
export function rateChat({
  visitorId,
  rating,
  comment = "",
}: RateChat): CommandHandler<ChatEntity> {
  return (context) => {
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor?.id !== visitorId)
      return fail("not_found", "There is no such chat.");
    if (isRatingExpired(chat, context.now))
      return fail("no_rating", "This chat ended more than a day ago.");
    const commentText = cutText(cleanText(comment).trim(), maxOperatorTextLength).text;
    const next: ChatData = {
      ...omitFields(chat, "rating_comment"),
      rating,
      ...omitAbsent({ rating_comment: commentText || undefined }),
    };
    if (JSON.stringify(next) === JSON.stringify(chat))
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const text = `The visitor rated the chat: ${rating}`;
    const message = createSystemMessage(context, chat.id, { code: "rated", detail: rating }, text);
    return {
      events: [...(rating === chat.rating ? [] : [message]), { name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

/**
 * Returns whether the chat window asks for a rating of an ended chat (WG-083). The widget must be
 * set to ask, and the chat must have no rating. A chat that ended by a block or by the deletion of
 * its channel is not rated.
 */
export function isRatingOffered(
  config: AccountConfig,
  { channel, rating, close_reason }: ChatData,
): boolean {
  const widget = config.channels.get(channel.id)?.widget;
  return (
    widget?.rating === true &&
    rating === null &&
    close_reason !== "blocked" &&
    close_reason !== "channel_deleted"
  );
}

/** Returns whether the chat ended too long ago to be rated. */
export function isRatingExpired({ closed_at }: ChatData, now: number): boolean {
  return closed_at !== null && now - Date.parse(closed_at) > ratingPeriodMs;
}
