import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { getActiveBot, selectBot } from "../../bot/assignment.ts";
import { handOverEvents } from "../../bot/hand-over.ts";
import type { ChannelConfig, CommandContext } from "../../command.ts";
import type { ChatState } from "../../entity.ts";
import type { ChatData, NewEvent, VisitorData } from "../../event.ts";
import { createFieldEvents, withClaimedFields } from "../../field-values.ts";
import { createChannelSession } from "../../visitor/visit-session.ts";
import { withPage } from "../details/change-page.ts";
import { createChat, createSystemMessage, formatTime } from "../create.ts";
import { withVisit } from "../details/update-visit.ts";
import { withReplyWindow } from "../reply-window.ts";
import { endSnooze } from "../snooze.ts";
import { getInitialChatState } from "../state-machine.ts";
import type { CustomerMessageInput } from "./customer-message.ts";

/** The chat of a message, and the events that start or change it. */
interface ChatUpdate {
  readonly id: number;
  readonly events: readonly NewEvent[];
}

/** Returns the chat of a channel's customer on a page, or itself if there is no new page. */
export function withVisitedPage(chat: ChatData, page: ChatData["page"]): ChatData {
  return page === null || page.url === chat.page?.url
    ? chat
    : withCampaign(withPage(chat, page), page);
}

/** Returns the current chat with the changes of the message, which ends a snooze (SNZ-003). */
export function continueCurrentChat(
  context: CommandContext,
  current: ChatData,
  input: CustomerMessageInput,
  isChosen: boolean,
): ChatUpdate {
  const awake =
    current.snoozed?.stay === true
      ? { chat: current, events: [] }
      : endSnooze(context, current, { reason: "message", by: null });
  const { chat } = awake;
  const onPage = withVisitedPage(chat, getPage(input));
  const withData = withClaimedFields(context, "chat", onPage, input.fields);
  const inWindow = withReplyWindow(
    withAnswerAddress(withData, input),
    getWritingTime(context, input),
  );
  const obstacle = findBotObstacle(input);
  const next = obstacle === null ? updateForBotMessage(context, inWindow, isChosen) : inWindow;
  const updates: readonly NewEvent[] =
    next === chat
      ? awake.events
      : [
          ...awake.events,
          { name: "chat_updated", chat: next, cause: withData === chat ? undefined : "visitor" },
          ...createFieldEvents({ object: "chat", chat_id: chat.id }, chat.fields, next.fields),
        ];
  return {
    id: chat.id,
    events: obstacle === null ? updates : [...updates, ...leaveBot(context, next, input, obstacle)],
  };
}

/**
 * Hands the chat over if its bot must not answer the message, so that an operator sees it. Reports
 * and absence replies, which start no chat, need no answer.
 */
function leaveBot(
  context: CommandContext,
  chat: ChatData,
  { startsChat }: CustomerMessageInput,
  obstacle: BotObstacle,
): readonly NewEvent[] {
  return startsChat === false || getActiveBot(chat) === null
    ? []
    : handOverEvents(context, chat, obstacle);
}

/** Why no bot may answer a message. */
interface BotObstacle {
  readonly reason: "automatic_message" | "bot_sender_unverified";
  readonly text: string;
}
/**
 * Returns why no bot may answer a message, or null. A program may have written it (CON-036). Or the
 * sender is not verified, so the answer would reach a person who may not have written (CORE-300).
 */
function findBotObstacle({ origin }: CustomerMessageInput): BotObstacle | null {
  if (origin?.automatic === true)
    return {
      reason: "automatic_message",
      text: "The message may be automatic, so no bot answers it",
    };
  return origin?.verified === false
    ? {
        reason: "bot_sender_unverified",
        text: "The address of the author is not verified, so no bot answers it",
      }
    : null;
}

/** Sets the session to that of the first page with campaign parameters, once (WH-025). */
function withCampaign(chat: ChatData, page: NonNullable<ChatData["page"]>): ChatData {
  const session = chat.session === null ? createChannelSession({ pageUrl: page.url }) : null;
  return session === null ? chat : { ...chat, session };
}

/**
 * Returns the first state of a chat without a bot: it waits for an operator, unless the old system
 * behind the channel answers and its chats do not ring here (MV-085).
 */
export const getStateWithoutBot = ({ oldSystem }: ChannelConfig): ChatState =>
  getInitialChatState(oldSystem?.chatsRing === false ? "start_with_old_system" : "start");

/**
 * Starts a chat of the channel's bot. Without a bot, it waits for an operator, or the old system
 * has it.
 */
export function startChatWithMessage(
  context: CommandContext,
  input: CustomerMessageInput,
  { channel, visitor }: { readonly channel: ChannelConfig; readonly visitor: VisitorData },
): ChatUpdate {
  const department =
    input.departmentId === undefined
      ? undefined
      : context.config.departments.get(input.departmentId);
  const visit = {
    page: getPage(input),
    session: input.session ?? createChannelSession(input),
    department: department === undefined ? null : { id: department.id, name: department.name },
    continues: input.continues,
  };
  const writtenAt = getWritingTime(context, input);
  const pageData = {
    customData: input.customData,
    attributes: input.attributes,
    fields: input.fields,
  };
  // Values of the form before the chat (WG-266).
  const fields = context.visitor?.entity.chat_fields;
  const withMessage = (created: ChatData): ChatData => {
    const chat = fields === undefined ? created : { ...created, fields };
    return withAnswerAddress(withReplyWindow(withVisit(context, chat, pageData), writtenAt), input);
  };
  const { invitedBy } = input;
  const startedChat = withMessage(
    createChat(context, { channel, state: getStateWithoutBot(channel), ...visit }),
  );
  // If an operator invited the visitor, that operator answers instead of the bot (CORE-155). No bot
  // answers what a program may have written (CON-036).
  const obstacle = findBotObstacle(input);
  const selected =
    invitedBy === undefined && startedChat.state === "waiting"
      ? selectBot(context, { ...startedChat, visitor })
      : null;
  const bot = obstacle === null ? selected : null;
  if (bot === null) {
    const chat =
      invitedBy === undefined || startedChat.wait === null
        ? startedChat
        : { ...startedChat, wait: { ...startedChat.wait, inviter: invitedBy.id } };
    return {
      id: chat.id,
      events: [
        { name: "chat_created", chat },
        ...createContinuedLine(context, chat),
        ...(selected === null ? [] : createUnverifiedLine(context, chat.id, obstacle)),
      ],
    };
  }
  const { id, name, photo } = bot;
  const botChat: ChatData = {
    ...startedChat,
    state: getInitialChatState("start_with_bot"),
    bot: { id, name, photo, attached: true },
    wait: null,
  };
  const chat = updateForBotMessage(context, botChat, false);
  const line = createSystemMessage(
    context,
    chat.id,
    { code: "bot_started", detail: name },
    `${name} answers`,
  );
  return {
    id: chat.id,
    events: [{ name: "chat_created", chat }, ...createContinuedLine(context, chat), line],
  };
}

/** Returns the system message of a chat that continues an earlier one (CORE-296), else nothing. */
function createContinuedLine(
  context: CommandContext,
  { id, continues }: ChatData,
): readonly NewEvent[] {
  return continues === null
    ? []
    : [
        createSystemMessage(
          context,
          id,
          { code: "continued", detail: String(continues) },
          "The visitor answered an earlier chat",
        ),
      ];
}

/** Says why the bot of the channel does not answer. A message of a program has its own mark. */
const createUnverifiedLine = (
  context: CommandContext,
  chatId: number,
  obstacle: BotObstacle | null,
): readonly NewEvent[] =>
  obstacle?.reason === "bot_sender_unverified"
    ? [createSystemMessage(context, chatId, { code: obstacle.reason }, obstacle.text)]
    : [];

/** Returns when the customer wrote the message by the clock of their service, at the latest now. */
const getWritingTime = ({ now }: CommandContext, { writtenAt }: CustomerMessageInput): number =>
  Math.min(writtenAt ?? now, now);

/** Sets or removes the address of the answers (MAIL-038): where the visitor wrote last. */
function withAnswerAddress(chat: ChatData, { answersTo }: CustomerMessageInput): ChatData {
  if (chat.answers_mailed_to === answersTo) return chat;
  return answersTo === undefined
    ? omitFields(chat, "answers_mailed_to")
    : { ...chat, answers_mailed_to: answersTo };
}

function getPage({ pageUrl, pageTitle }: CustomerMessageInput): ChatData["page"] {
  return pageUrl === undefined ? null : { url: pageUrl, title: pageTitle ?? null };
}

/** Starts the silence timer (BOT-077) and removes chosen buttons (BOT-046). */
function updateForBotMessage(context: CommandContext, chat: ChatData, isChosen: boolean): ChatData {
  const bot = getActiveBot(chat);
  if (bot === null) return chat;
  const isMeasured =
    (context.config.bots.get(bot.id)?.silentMs ?? 0) > 0 && bot.silent_since === undefined;
  if (!isMeasured && !isChosen) return chat;
  const { buttons, choices, ...rest } = bot;
  return {
    ...chat,
    bot: {
      ...rest,
      ...omitAbsent({
        buttons: isChosen ? undefined : buttons,
        choices: isChosen ? undefined : choices,
        silent_since: isMeasured ? formatTime(context.now) : undefined,
      }),
    },
  };
}
