import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { CommandHandler } from "../../../command.ts";
import type { Message, Reaction } from "../../../entity.ts";
import { fail, isFailure } from "../../../failure.ts";
import { authorizeOperator } from "../../../operator/authorize.ts";
import { toVisibleLine } from "../../../text.ts";
import { formatTime } from "../../create.ts";
import { checkReplyWindow } from "../../reply-window.ts";
import { createChange, createPendingChange, isErased } from "./changed-content.ts";

interface CustomerReaction {
  /** Key of the customer at the service. */
  readonly customer: string;
  /** "": the customer took the reaction back. */
  readonly emoji: string;
  /** By the clock of the service, in milliseconds since 1970. */
  readonly at: number;
}

/** Maximum length of a customer's reaction, in code points. Some choose several emoji. */
const maxLength = 64;

/**
 * Sets or takes back the reaction of a customer to a message (CORE-440). Nothing is written if it
 * is a repeat or older than the stored one, or if the message was erased or deleted. Subject:
 * `{chat, message}`. Failure: `not_found` (a note, or a message in a chat of another customer).
 */
export function setCustomerReaction(reported: CustomerReaction): CommandHandler<unknown> {
  return ({ message, chat, visitor }) => {
    if (!chat || !message || visitor?.customer !== reported.customer || message.kind === "note")
      return fail("not_found", "There is no such message of the customer.");
    const current = findReaction(message, "visitor");
    const emoji = toVisibleLine(reported.emoji, maxLength) || null;
    // Services report whole seconds, so the message can be younger than the reaction to it.
    const at = formatTime(Math.max(reported.at, Date.parse(message.created_at)));
    const isStale =
      current !== undefined && (at < current.at || (at === current.at && emoji === current.emoji));
    return isStale || isRemoved(message, visitor.entity)
      ? { events: [], answer: null }
      : createChange(chat.entity, withReaction(message, { emoji, by: "visitor", at }));
  };
}

interface TeamReaction {
  readonly operatorId: number;
  /** null takes the reaction back. */
  readonly emoji: string | null;
}

/**
 * Sets or takes back the reaction of the team to a message of the visitor (CORE-441). Nothing is
 * written if the visitor has it, or is about to get it. Subject: `{chat, message}`. Failures:
 * `not_found`, `forbidden` (a message of somebody else), `chat_closed`, `not_supported` (the
 * channel), `invalid_request` (the emoji), `reply_window_closed`. Result: the message.
 */
export function setTeamReaction({ operatorId, emoji }: TeamReaction): CommandHandler<Message> {
  return (context) => {
    const operator = authorizeOperator(context, operatorId);
    if (isFailure(operator)) return operator;
    const { message, visitor, now, ids } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || message === undefined || isRemoved(message, visitor?.entity))
      return fail("not_found", "There is no such message.");
    if (message.author.kind !== "visitor")
      return fail("forbidden", "Operators react only to messages of visitors.");
    if (chat.state === "closed")
      return fail("chat_closed", "This chat is closed. Continue it to react.");
    const { reactions, chat_window } = getCapabilities(chat.channel.kind);
    if (reactions.length === 0)
      return fail("not_supported", "This channel shows no reactions of operators.");
    if (emoji !== null && !reactions.includes(emoji))
      return fail("invalid_request", `The channel accepts only ${reactions.join(" ")}.`, {
        field: "emoji",
      });
    const current = findReaction(message, "operator");
    const isRefused = current?.change?.state === "refused";
    if (!isRefused && emoji === (current?.emoji ?? null)) return { events: [], answer: message };
    const windowFailure = checkReplyWindow(chat, now);
    if (windowFailure !== null) return windowFailure;
    const at = formatTime(now);
    const reaction: Reaction = { emoji, by: "operator", operator, at };
    if (chat_window) return createChange(chat, withReaction(message, reaction));
    const id = ids.delivery();
    const change = createPendingChange(id, at);
    return createChange(chat, withReaction(message, { ...reaction, change }), {
      id,
      event: "reaction",
    });
  };
}

const isRemoved = (message: Message, visitor: Parameters<typeof isErased>[1]): boolean =>
  message.deleted_at !== undefined || isErased(message, visitor);

const findReaction = ({ reactions }: Message, by: Reaction["by"]): Reaction | undefined =>
  reactions?.find((reaction) => reaction.by === by);

/** Returns the message with this reaction in place of the one of the same side. */
const withReaction = (message: Message, reaction: Reaction): Message => ({
  ...message,
  reactions: [...(message.reactions ?? []).filter(({ by }) => by !== reaction.by), reaction],
});
