import { sendableChannel } from "../channel/sendable.ts";
import { customerAnswer, customerMessage, type CustomerSays } from "../chat/customer-message.ts";
import { newChat } from "../chat/draft.ts";
import type { ChatDraft } from "../event.ts";
import { isFailure } from "../failure.ts";
import type { ChannelConfig, Scene, Verb } from "../ports.ts";
import { recognise } from "../visitor/recognise.ts";

/**
 * Stores a blocked visitor's message, marked and without further effect (CORE-071). No chat starts,
 * no contact changes, and neither the bot nor its buttons receive it. It is stored in the current
 * chat, else in the chat of the subject, which is the visitor's latest. A visitor without chats
 * gets a chat that is closed from the start. Subject: `{chat}` or `{customer}`. Failure:
 * `channel_disabled`. Answers as `receiveCustomerMessage`.
 */
export function blockedSays(input: CustomerSays): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events: learnt } =
      scene.visitor === null
        ? recognise(scene, channel.kind === "widget" ? { customer: null } : input, "channel")
        : { visitor: scene.visitor.entity, events: [] };
    const place = (scene.running ?? scene.chat)?.entity;
    const chat = place ?? blockedChat(scene, channel);
    const message = customerMessage(scene, chat.id, visitor, input, { blacklisted: true });
    return {
      events: [...learnt, ...(place === undefined ? [{ name: "chat_created" as const, chat }] : []), message],
      answer: customerAnswer(message),
      ...(scene.visitor === null ? { visitor: { recipient: input.recipient } } : {}),
    };
  };
}

function blockedChat(scene: Scene, channel: ChannelConfig): ChatDraft {
  const chat = newChat(scene, { channel, state: "closed" });
  return { ...chat, closed_at: chat.created_at, close_reason: "blocked", blacklisted: true };
}
