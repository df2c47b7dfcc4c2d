import { createChatAnswer, createSystemMessage, formatTime } from "../chat/create.ts";
import { withoutTransferNotices } from "../chat/notices.ts";
import { withoutInvitation } from "../chat/participants/invite.ts";
import { authorizeParticipant } from "../chat/participants/participants.ts";
import { formatComment, toDetail } from "../chat/participants/comment.ts";
import { withoutOpenPromise } from "../chat/sla/promise.ts";
import { endSnooze } from "../chat/snooze.ts";
import { getNextChatState } from "../chat/state-machine.ts";
import type { BotConfig, CommandContext, CommandHandler } from "../command.ts";
import type { ChatEntity } from "../entity.ts";
import type { ChatData } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeActor } from "../operator/authorize.ts";
import { canBotServe, getActiveBot, selectBot } from "./assignment.ts";

/**
 * Gives a chat to a bot (BOT-110). Without `botId`, it is the bot that the chat had, or else the
 * one that a new chat would get. Operators must have an open chat, or be an owner or administrator.
 * Nothing changes if the bot has the chat already. Subject: `{chat, operator}`. Failures:
 * `not_found`, `chat_closed`, `not_open` (a bot answers, or has invited operators), `forbidden`,
 * `transfer_open`, `invalid_request`. Result: the chat.
 */
export function handToBot({
  operatorId,
  botId,
  comment = null,
}: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly botId?: number;
  /** Comment for operators only, or null. */
  readonly comment?: string | null;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, operatorId);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.state === "bot" && (botId === undefined || chat.bot?.id === botId))
      return { events: [], answer: createChatAnswer(chat, visitor.entity) };
    const obstacle = findObstacle(context, chat, operatorId);
    if (obstacle !== null) return obstacle;
    const bot = findBot(context, chat, botId);
    if (isFailure(bot)) return bot;
    const { id, name, photo } = bot;
    const awake = endSnooze(context, chat, { reason: "operator", by: actor.operator });
    const next: ChatData = {
      ...withoutOpenPromise(withoutTransferNotices(withoutInvitation(awake.chat))),
      state: "bot",
      bot: { id, name, photo, attached: true, returned_at: formatTime(context.now) },
      assignee: null,
      participants: [],
      wait: null,
    };
    const line = createSystemMessage(
      context,
      chat.id,
      {
        code: "transferred_to_bot",
        by: actor.operator,
        to: { id, name },
        ...toDetail(comment),
      },
      `${actor.name} transferred the chat to ${name}${formatComment(comment)}`,
    );
    return {
      events: [...awake.events, line, { name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}

/** Returns why the chat cannot get a bot now, or null. */
function findObstacle(
  context: CommandContext,
  chat: ChatData,
  operatorId: number | null,
): Failure | null {
  if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
  if (getActiveBot(chat) !== null || getNextChatState(chat.state, "return_to_bot") === null)
    return fail("not_open", "A bot has this chat. Take it first.");
  if (chat.transfer)
    return fail("transfer_open", `This chat is being transferred to ${chat.transfer.to.name}.`);
  if (operatorId === null || chat.state !== "open") return null;
  const participant = authorizeParticipant(context, chat, operatorId);
  return isFailure(participant) ? participant : null;
}

function findBot(
  context: CommandContext,
  chat: ChatData,
  botId: number | undefined,
): BotConfig | Failure {
  const { config, visitor } = context;
  const { channel } = chat;
  const wanted = config.bots.get(botId ?? chat.bot?.id ?? 0);
  if (wanted !== undefined && canBotServe(config, wanted, channel.id)) return wanted;
  const selected =
    botId === undefined ? selectBot(context, { ...chat, visitor: visitor?.entity }) : null;
  return (
    selected ??
    fail("invalid_request", `No such bot answers chats of ${channel.name} now.`, {
      field: "bot_id",
    })
  );
}
