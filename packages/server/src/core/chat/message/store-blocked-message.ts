import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { findSendableChannel } from "../../sendable-channel.ts";
import {
  toWrittenMessage,
  createCustomerMessage,
  type CustomerMessageInput,
  type WrittenMessage,
} from "./customer-message.ts";
import { createChat } from "../create.ts";
import type { ChatData } from "../../event.ts";
import { isFailure } from "../../failure.ts";
import type { ChannelConfig, CommandContext, CommandHandler } from "../../command.ts";
import { resolveVisitor } from "../../visitor/resolve.ts";

/**
 * Stores a blocked visitor's message, marked as blocked and without further effect (CORE-071). No
 * chat starts, no contact changes, and the bot does not receive the message. It is stored in the
 * current chat, or else in the chat of the subject, which is the visitor's latest. A visitor
 * without chats gets a chat that is closed from the start. Subject: `{chat}` or `{customer}`.
 * Failure: `channel_disabled`. Result: as for `receiveCustomerMessage`.
 */
export function storeBlockedMessage(input: CustomerMessageInput): CommandHandler<WrittenMessage> {
  return (context) => {
    const channel = findSendableChannel(context.config, input.channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events } =
      context.visitor === null
        ? resolveVisitor(
            context,
            getCapabilities(channel.kind).chat_window ? { customer: null } : input,
            "channel",
          )
        : { visitor: context.visitor.entity, events: [] };
    const existingChat = (context.currentChat ?? context.chat)?.entity;
    const chat = existingChat ?? createBlockedChat(context, channel);
    const message = createCustomerMessage(context, { chatId: chat.id, visitor }, input, {
      blacklisted: true,
    });
    return {
      events: [
        ...events,
        ...(existingChat === undefined ? [{ name: "chat_created" as const, chat }] : []),
        message,
      ],
      answer: toWrittenMessage(message),
      visitor: context.visitor === null ? { recipient: input.recipient } : undefined,
    };
  };
}

function createBlockedChat(context: CommandContext, channel: ChannelConfig): ChatData {
  const chat = createChat(context, { channel, state: "closed" });
  return { ...chat, closed_at: chat.created_at, close_reason: "blocked", blacklisted: true };
}
