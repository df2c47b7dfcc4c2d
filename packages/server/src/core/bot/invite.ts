import { createSystemMessage, formatTime } from "../chat/create.ts";
import { getNextChatState } from "../chat/state-machine.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail } from "../failure.ts";
import { isChatAnswerable } from "../operator/eligibility.ts";
import type { Decision, CommandHandler } from "../command.ts";
import { withBotAnswer } from "./undelivered.ts";

/** Default time in milliseconds for which an invitation of operators stays open (BOT-070). */
export const defaultInviteWaitMs = 60_000;

export interface InviteOperator {
  readonly botId: number;
  /** Operators whose presence is online now. */
  readonly online: ReadonlySet<number>;
  /** Open chats per operator, if any operator has a limit (CORE-092). */
  readonly openChats?: ReadonlyMap<number, number>;
}
/**
 * Result of an invitation by a bot. `invited`: operators were invited. `unavailable`: no operator
 * is available. `pending`: an invitation is already open. `joined`: the bot no longer has the chat.
 */
type InviteOutcome = "invited" | "unavailable" | "pending" | "joined";

/**
 * Invites operators on behalf of a bot (BOT-070). Each invitation with the result `invited` ends in
 * exactly one way: an operator joins, `processChatTimeout` ends it, or the chat is handed over or
 * closed. Subject: `{chat}`. Failures: `not_found` (no such chat of this bot), `chat_closed`.
 * Result: {@link InviteResult}.
 */
export function inviteOperator(input: InviteOperator): CommandHandler<InviteResult> {
  return (context) => {
    const chat = context.chat?.entity;
    const bot = chat?.bot ?? null;
    if (chat === undefined || bot === null || bot.id !== input.botId)
      return fail("not_found", "There is no such chat of this bot.");
    if (chat.state === "closed") return fail("chat_closed", "The chat is closed");
    if (!bot.attached) return createDecision("joined");
    const state = getNextChatState(chat.state, "invite_operators");
    if (state === null) return createDecision("pending");

    // An invitation counts as an answer of the bot.
    const answeredChat: ChatData = { ...chat, bot: withBotAnswer(bot, context.now) };
    if (
      !isChatAnswerable(context.config, chat, input.online, {
        now: context.now,
        openChats: input.openChats,
      })
    ) {
      const line = createSystemMessage(
        context,
        chat.id,
        { code: "invite_unavailable" },
        `${bot.name} asked for an operator; nobody is available`,
      );
      const isChanged = answeredChat.bot !== bot;
      return createDecision("unavailable", [
        line,
        ...(isChanged ? [{ name: "chat_updated" as const, chat: answeredChat }] : []),
      ]);
    }
    const waitMs = context.config.bots.get(bot.id)?.inviteWaitMs ?? defaultInviteWaitMs;
    const next: ChatData = {
      ...answeredChat,
      state,
      wait: { since: formatTime(context.now), invited_until: formatTime(context.now + waitMs) },
    };
    return createDecision("invited", [
      createSystemMessage(
        context,
        chat.id,
        { code: "invited" },
        `${bot.name} asked for an operator`,
      ),
      { name: "chat_handed_over", chat: next, by: null, reason: "invited" },
    ]);
  };
}

export interface InviteResult {
  readonly outcome: InviteOutcome;
}
function createDecision(
  outcome: InviteOutcome,
  events: readonly NewEvent[] = [],
): Decision<InviteResult> {
  return { events, answer: { outcome } };
}
