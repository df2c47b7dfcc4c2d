import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { findBlockForVisitor } from "../../blacklist/match.ts";
import { storeBlockedMessage } from "./store-blocked-message.ts";
import { parseTypedChoice } from "../../bot/plain-text.ts";
import { getActiveBot, selectBot } from "../../bot/assignment.ts";
import { handOverEvents } from "../../bot/hand-over.ts";
import { findSendableChannel } from "../../sendable-channel.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import type { ChannelConfig, Decision, CommandContext, CommandHandler } from "../../command.ts";
import { findMissingConsent } from "../../visitor/consent.ts";
import { resolveVisitor } from "../../visitor/resolve.ts";
import { createCampaignSession } from "../../visitor/visit-session.ts";
import {
  toWrittenMessage,
  createCustomerMessage,
  type CustomerMessageInput,
  type WrittenMessage,
} from "./customer-message.ts";
import { createChat, createSystemMessage, formatTime } from "../create.ts";
import { withPage } from "../change-page.ts";
import { getInitialChatState } from "../state-machine.ts";
import { withVisit } from "../details/update-visit.ts";
import { withReplyWindow } from "../reply-window.ts";

export type { CustomerMessageInput } from "./customer-message.ts";

/**
 * Receives a customer's message from a channel. Finds or creates the visitor and updates their
 * contacts. If there is no current chat, starts one (CORE-030, CH-053), with the channel's bot or
 * waiting for an operator (BOT-004, BOT-076). Stores a changed invitation (CH-048) and the message.
 * A blocked visitor's message starts no chat and causes no delivery (CORE-071). If such a message
 * belongs to an earlier chat, which only the caller can find, the failure is `visitor_blocked`. The
 * caller then uses `storeBlockedMessage`. Subject: `{customer}`. Failures: `channel_disabled`,
 * `invalid_request` (no consent, WG-098), `button_gone` (BOT-046), `chat_closed` (the message
 * starts no chat, and there is no current one, CON-036). Result: the place of
 * the message.
 */
export function receiveCustomerMessage(
  received: CustomerMessageInput,
): CommandHandler<WrittenMessage> {
  return (context) => {
    const channel = findSendableChannel(context.config, received.channelId);
    if (isFailure(channel)) return channel;
    const input = withAnnouncedPage(context, received);
    if (
      findBlockForVisitor(context, { channelId: channel.id, key: input.customer }, input) !== null
    ) {
      if (context.currentChat === null && context.visitor !== null)
        return fail("visitor_blocked", "This visitor is blocked.");
      return storeBlockedMessage(input)(context);
    }
    const startFailure =
      context.currentChat === null ? findStartFailure(context, channel, input) : null;
    if (startFailure !== null) return startFailure;
    const { pressed } = input;
    if (pressed !== undefined && !areButtonsActive(context.currentChat?.entity, pressed.messageId))
      return fail("button_gone", "These buttons belong to an earlier part of the chat.");

    const isWidget = getCapabilities(channel.kind).chat_window;
    const claims = isWidget ? { ...input, customer: null } : input;
    const { visitor, events: visitorEvents } = withoutAnnouncedPage(
      resolveVisitor(context, claims, isWidget ? "visitor" : "channel"),
    );
    const buttonId =
      pressed?.buttonId ?? (isWidget ? null : findTypedButton(context.currentChat?.entity, input));
    const chat =
      context.currentChat === null
        ? startChatWithMessage(context, input, channel)
        : continueCurrentChat(context, context.currentChat.entity, input, buttonId !== null);
    const message = createCustomerMessage(
      context,
      { chatId: chat.id, visitor },
      input,
      buttonId === null ? {} : { button_id: buttonId },
    );
    return {
      events: [
        ...visitorEvents,
        ...chat.events,
        ...createOpeningMessages(context, chat.id, input, isWidget),
        message,
      ],
      answer: toWrittenMessage(message),
      ...storedVisitorChanges(context, input, isWidget),
    };
  };
}

/** Returns why the message may not start a chat, or null if it may. */
function findStartFailure(
  context: CommandContext,
  channel: ChannelConfig,
  { startsChat }: CustomerMessageInput,
): Failure | null {
  return startsChat === false
    ? fail("chat_closed", "This message starts no chat, and the customer has none.")
    : findMissingConsent(context, channel);
}

/**
 * Adds the page that the customer announced before this message (CH-101), unless the message itself
 * names a page.
 */
function withAnnouncedPage(
  context: CommandContext,
  message: CustomerMessageInput,
): CustomerMessageInput {
  const page = context.visitor?.entity.page;
  return page === undefined || message.pageUrl !== undefined
    ? message
    : { ...message, pageUrl: page.url };
}

/** Removes the announced page from the visitor, because the chat now contains it. */
function withoutAnnouncedPage({
  visitor,
  events,
}: ReturnType<typeof resolveVisitor>): ReturnType<typeof resolveVisitor> {
  if (visitor.page === undefined) return { visitor, events };
  const { page: _, ...rest } = visitor;
  return { visitor: rest, events: [{ name: "visitor_updated", visitor: rest }] };
}

/** Returns whether the buttons of this message can be pressed now (BOT-046). */
function areButtonsActive(chat: ChatData | undefined, messageId: number): boolean {
  return chat !== undefined && getActiveBot(chat)?.buttons === messageId;
}

/** Returns the button whose number the customer typed (BOT-106), or null if there is none. */
function findTypedButton(
  chat: ChatData | undefined,
  { text, media }: CustomerMessageInput,
): string | null {
  const bot = chat === undefined ? null : getActiveBot(chat);
  return bot === null || media !== undefined ? null : parseTypedChoice(bot.choices, text);
}

interface ChatUpdate {
  readonly id: number;
  readonly events: readonly NewEvent[];
}

/**
 * Returns the events that change the page of the current chat of a channel's customer. Returns none
 * if the page is the same.
 */
export function createPageChangeEvents(
  chat: ChatData,
  page: NonNullable<ChatData["page"]>,
): readonly NewEvent[] {
  if (page.url === chat.page?.url) return [];
  return [
    { name: "chat_updated", chat: withCampaign(withPage(chat, page), page), cause: "visitor" },
  ];
}

/** Returns the current chat with the changes that the message causes. */
function continueCurrentChat(
  context: CommandContext,
  chat: ChatData,
  input: CustomerMessageInput,
  isChosen: boolean,
): ChatUpdate {
  const page = getPage(input);
  const hasNewPage = page !== null && page.url !== chat.page?.url;
  const onPage = hasNewPage ? withCampaign(withPage(chat, page), page) : chat;
  const inWindow = withReplyWindow(
    withAnswerAddress(onPage, input),
    getWritingTime(context, input),
  );
  const obstacle = findBotObstacle(input);
  const next = obstacle === null ? updateForBotMessage(context, inWindow, isChosen) : inWindow;
  const updates: readonly NewEvent[] =
    next === chat
      ? []
      : [{ name: "chat_updated", chat: next, ...(hasNewPage ? { cause: "visitor" } : {}) }];
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

/**
 * Sets the session of a chat without one to that of the first page with campaign parameters. Later
 * pages change nothing (WH-025).
 */
function withCampaign(chat: ChatData, page: NonNullable<ChatData["page"]>): ChatData {
  const session = chat.session === null ? createCampaignSession(page.url) : null;
  return session === null ? chat : { ...chat, session };
}

/**
 * Starts a chat. The channel's bot receives the message, or the chat waits for an operator if there
 * is no bot.
 */
function startChatWithMessage(
  context: CommandContext,
  input: CustomerMessageInput,
  channel: ChannelConfig,
): ChatUpdate {
  const department =
    input.departmentId === undefined
      ? undefined
      : context.config.departments.get(input.departmentId);
  const visit = {
    page: getPage(input),
    session: input.session ?? createCampaignSession(input.pageUrl),
    department: department === undefined ? null : { id: department.id, name: department.name },
    ...(input.continues === undefined ? {} : { continues: input.continues }),
  };
  const writtenAt = getWritingTime(context, input);
  const pageData = {
    ...(input.customData === undefined ? {} : { customData: input.customData }),
    ...(input.attributes === undefined ? {} : { attributes: input.attributes }),
  };
  const withMessage = (chat: ChatData): ChatData =>
    withAnswerAddress(withReplyWindow(withVisit(chat, pageData), writtenAt), input);
  const { invitedBy } = input;
  // If an operator invited the visitor, that operator answers instead of the bot (CORE-155). No bot
  // answers what a program may have written (CON-036).
  const obstacle = findBotObstacle(input);
  const selected = invitedBy === undefined ? selectBot(context.config, channel.id) : null;
  const bot = obstacle === null ? selected : null;
  if (bot === null) {
    const startedChat = withMessage(
      createChat(context, { channel, state: getInitialChatState("start"), ...visit }),
    );
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
  const startedChat = createChat(context, {
    channel,
    state: getInitialChatState("start_with_bot"),
    ...visit,
    bot: { id, name, photo, attached: true },
  });
  const chat = updateForBotMessage(context, withMessage(startedChat), false);
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

/**
 * Sets or removes the address of the answers (MAIL-038): the visitor gets them where they wrote
 * last.
 */
function withAnswerAddress(chat: ChatData, { answersTo }: CustomerMessageInput): ChatData {
  if (chat.answers_mailed_to === answersTo) return chat;
  const { answers_mailed_to: _, ...rest } = chat;
  return answersTo === undefined ? rest : { ...rest, answers_mailed_to: answersTo };
}

function getPage({ pageUrl, pageTitle }: CustomerMessageInput): ChatData["page"] {
  return pageUrl === undefined ? null : { url: pageUrl, title: pageTitle ?? null };
}

/**
 * Updates the chat after a message for its bot: starts the silence timer (BOT-077) and removes
 * chosen buttons (BOT-046).
 */
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
      ...(buttons === undefined || isChosen ? {} : { buttons }),
      ...(choices === undefined || isChosen ? {} : { choices }),
      ...(isMeasured ? { silent_since: formatTime(context.now) } : {}),
    },
  };
}

/**
 * Returns the invitation as a system message. On a channel: if the invitation differs from the last
 * one (CH-048). In a widget: at the start of a chat (WG-060), or the greeting if there is no
 * invitation (WG-111).
 */
function createOpeningMessages(
  context: CommandContext,
  chatId: number,
  input: CustomerMessageInput,
  isWidget: boolean,
): readonly NewEvent[] {
  const { invite, invitedBy: actor, greeting } = input;
  if (invite === undefined && greeting !== undefined && isWidget && context.currentChat === null)
    return [
      createSystemMessage(
        context,
        chatId,
        { code: "greeting", detail: greeting },
        `Greeting shown to the visitor: ${greeting}`,
      ),
    ];
  if (
    invite === undefined ||
    !(isWidget ? context.currentChat === null : isNewInvitation(context, invite))
  )
    return [];
  const line = {
    code: "invitation" as const,
    detail: invite,
    ...(actor === undefined ? {} : { by: actor }),
  };
  return [
    createSystemMessage(context, chatId, line, `Invitation shown to the customer: ${invite}`),
  ];
}

/**
 * Returns the changes to stored visitor data that is not part of the entity. Empty if nothing
 * changed.
 */
function storedVisitorChanges(
  context: CommandContext,
  { recipient, invite }: CustomerMessageInput,
  isWidget: boolean,
): Pick<Decision, "visitor"> {
  const hasNewRecipient = context.visitor?.recipient !== recipient;
  const hasNewInvite = invite !== undefined && !isWidget && isNewInvitation(context, invite);
  if (!hasNewRecipient && !hasNewInvite) return {};
  return {
    visitor: { ...(hasNewRecipient ? { recipient } : {}), ...(hasNewInvite ? { invite } : {}) },
  };
}
function isNewInvitation(context: CommandContext, invite: string): boolean {
  return invite !== (context.visitor?.invite ?? null);
}
