import { omitFields } from "@parlour/protocol/omit-fields";
import type { ChatEntity } from "../entity.ts";
import { hasPendingInvite, withoutOpenTurn } from "../bot/assignment.ts";
import type { ChatData } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { findFieldsToClose } from "./details/fields-to-close.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "./create.ts";
import { withoutInvitation } from "./participants/invite.ts";
import { withoutNotices } from "./notices.ts";
import { withoutOpenPromise } from "./sla/promise.ts";
import { endSnooze, withoutSnoozeEnd } from "./snooze.ts";
import { getNextChatState } from "./state-machine.ts";

/** Why a chat was closed without a request of an operator. */
export type CloseCause = "visitor" | "inactivity" | "blocked" | "channel_deleted" | "rule";

export type CloseChat =
  /** `reason` is the operator's text, or null if they gave none. */
  { readonly operatorId: number; readonly reason: string | null } | { readonly cause: CloseCause };

/**
 * Closes a chat finally and without delay (CORE-031, CORE-038). `close_reason` is the operator's
 * text, otherwise `operator` or the cause. Integrations decide by causes (`blacklisted`, WH-028),
 * so a text that equals a cause is stored only in the system message. Event: `chat_closed`.
 * Failures: `not_found`, `forbidden`, `chat_closed`, `field_required` (FLD-023). Result: the chat.
 */
export function closeChat(input: CloseChat): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = "cause" in input ? null : authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const missing = isAutomatic(input)
      ? null
      : findFieldsToClose(context.config, chat.entity, visitor.entity);
    if (missing !== null) return missing;
    const reason = "cause" in input ? input.cause : (input.reason ?? "operator");
    const awake = endSnooze(context, chat.entity, { reason: "closed", by: actor });
    const closed = toClosedChat(
      context,
      awake.chat,
      "cause" in input || !Object.hasOwn(causeTexts, reason) ? reason : "operator",
    );
    if (closed === null) return fail("chat_closed", "This chat is already closed.");
    const text =
      "cause" in input
        ? `The chat was closed: ${causeTexts[input.cause]}`
        : `${actor?.name} closed the chat`;
    const line = createSystemMessage(
      context,
      closed.id,
      { code: "closed", by: actor, detail: reason },
      text,
    );
    return {
      events: [line, ...awake.events, { name: "chat_closed", chat: closed }],
      answer: createChatAnswer(closed, visitor.entity),
    };
  };
}

/** Returns whether neither an operator nor a rule closes the chat. */
const isAutomatic = (input: CloseChat): boolean => "cause" in input && input.cause !== "rule";

/** Returns the chat as closed now, or null if it was already closed. */
export function toClosedChat(
  context: CommandContext,
  chat: ChatData,
  reason: string,
): ChatData | null {
  const state = getNextChatState(chat.state, "close");
  if (state === null) return null;
  const at = formatTime(context.now);
  const open = withoutOpenPromise(withoutSnoozeEnd(withoutNotices(withoutInvitation(chat))));
  return {
    ...omitFields(open, "transfer"),
    state,
    closed_at: at,
    close_reason: reason,
    bot: closedBot(chat, at),
    wait: null,
  };
}

/**
 * Returns the bot data of a closed chat, without buttons and silence timer. If an invitation of
 * operators is open, the chat counts as missed (BOT-070).
 */
function closedBot(chat: ChatData, at: string): ChatData["bot"] {
  if (chat.bot === null) return null;
  const bot = withoutOpenTurn(chat.bot);
  return hasPendingInvite(chat) ? { ...bot, missed_at: at } : bot;
}

const causeTexts: Record<CloseCause, string> = {
  visitor: "the visitor ended it",
  inactivity: "nobody wrote for a long time",
  blocked: "the visitor was blocked",
  channel_deleted: "its channel was deleted",
  rule: "a rule ended it",
};
