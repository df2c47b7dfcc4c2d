import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findBlockForVisitor } from "../../blacklist/match.ts";
import { storeBlockedMessage } from "./store-blocked-message.ts";
import { parseTypedChoice } from "../../bot/plain-text.ts";
import { getActiveBot } from "../../bot/assignment.ts";
import { findSendableChannel } from "../../sendable-channel.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import type { ChannelConfig, Decision, CommandContext, CommandHandler } from "../../command.ts";
import { findMissingConsent } from "../../visitor/consent.ts";
import { changeVisitor, resolveVisitor, type ResolvedVisitor } from "../../visitor/resolve.ts";
import { continueCurrentChat, startChatWithMessage } from "./chat-of-message.ts";
import {
  toWrittenMessage,
  createCustomerMessage,
  type CustomerMessageInput,
  type WrittenMessage,
} from "./customer-message.ts";
import { createSystemMessage } from "../create.ts";

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
    const { visitor, events } = withoutAnnouncements(
      context,
      resolveVisitor(context, claims, isWidget ? "visitor" : "channel"),
    );
    const buttonId =
      pressed?.buttonId ?? (isWidget ? null : findTypedButton(context.currentChat?.entity, input));
    const chat =
      context.currentChat === null
        ? startChatWithMessage(context, input, { channel, visitor })
        : continueCurrentChat(context, context.currentChat.entity, input, buttonId !== null);
    const message = createCustomerMessage(
      context,
      { chatId: chat.id, visitor },
      input,
      buttonId === null ? {} : { button_id: buttonId },
    );
    return {
      events: [
        ...events,
        ...chat.events,
        ...createOpeningMessages(context, chat.id, input, isWidget),
        message,
      ],
      answer: toWrittenMessage(message),
      ...omitAbsent({ visitor: storedVisitorChanges(context, input, isWidget) }),
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

/** Adds the page that the customer announced before (CH-101), unless the message names one. */
function withAnnouncedPage(
  context: CommandContext,
  message: CustomerMessageInput,
): CustomerMessageInput {
  const page = context.visitor?.entity.page;
  return page === undefined || message.pageUrl !== undefined
    ? message
    : { ...message, pageUrl: page.url };
}

/**
 * Removes the announced page, and the fields of the next chat if this message starts it, because
 * the chat now contains them.
 */
function withoutAnnouncements(
  { currentChat }: CommandContext,
  { visitor, events }: ResolvedVisitor,
): ResolvedVisitor {
  const { page, chat_fields } = visitor;
  const movesFields = chat_fields !== undefined && currentChat === null;
  if (page === undefined && !movesFields) return { visitor, events };
  const next = movesFields
    ? omitFields(visitor, "page", "chat_fields")
    : omitFields(visitor, "page");
  return { visitor: next, events: changeVisitor(events, next) };
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
  const { invite, invitedBy, greeting } = input;
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
    ...omitAbsent({ by: invitedBy }),
  };
  return [
    createSystemMessage(context, chatId, line, `Invitation shown to the customer: ${invite}`),
  ];
}

/** Returns the changes of stored visitor data outside of the entity, or undefined if none. */
function storedVisitorChanges(
  context: CommandContext,
  { recipient, invite }: CustomerMessageInput,
  isWidget: boolean,
): Decision["visitor"] {
  const hasNewRecipient = context.visitor?.recipient !== recipient;
  const hasNewInvite = invite !== undefined && !isWidget && isNewInvitation(context, invite);
  if (!hasNewRecipient && !hasNewInvite) return undefined;
  return omitAbsent({
    recipient: hasNewRecipient ? recipient : undefined,
    invite: hasNewInvite ? invite : undefined,
  });
}
function isNewInvitation(context: CommandContext, invite: string): boolean {
  return invite !== (context.visitor?.invite ?? null);
}
