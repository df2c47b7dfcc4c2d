import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { CommandHandler } from "../command.ts";
import type { Media } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { createChat, createMessage } from "../chat/create.ts";
import { getStateWithoutBot } from "../chat/message/chat-of-message.ts";
import { createPendingDelivery } from "../chat/message/pending-delivery.ts";
import { recordAnswer } from "../chat/message/record-answer.ts";

/** An answer that an operator gave in the old system (MV-082). */
export interface OldSystemAnswer {
  /** Name of the operator there. */
  readonly name: string;
  /** As in `CustomerMessageInput`. */
  readonly text: string;
  readonly cut?: boolean | undefined;
  readonly media?: Media | undefined;
}

/**
 * Adds an answer of the old system to the chat of a customer, and delivers it to them. Its author
 * is an operator without an account here, so nobody becomes a participant. If the customer has no
 * open chat, one starts. Subject: `{customer}`. Failures: `not_found`, `channel_disabled`. Result:
 * the id of the message.
 */
export function receiveOldSystemAnswer({
  name,
  text,
  cut,
  media,
}: OldSystemAnswer): CommandHandler<{ readonly id: number }> {
  return (context) => {
    const { visitor, currentChat } = context;
    if (visitor === null) return fail("not_found", "No customer with this id has written.");
    const channel = findSendableChannel(context.config, visitor.channelId);
    if (isFailure(channel)) return channel;
    const chat: ChatData =
      currentChat?.entity ?? createChat(context, { channel, state: getStateWithoutBot(channel) });
    const started: readonly NewEvent[] =
      currentChat === null ? [{ name: "chat_created", chat }] : [];
    const author = { kind: "operator", id: null, name } as const;
    const message = createMessage(context, chat.id, author, {
      kind: media === undefined ? "text" : "media",
      text,
      ...omitAbsent({ cut: cut === true || undefined, media }),
      delivery: createPendingDelivery(context, channel.kind),
    });
    return {
      events: [...started, message, ...recordAnswer(context, chat, started)],
      answer: { id: message.message.id },
    };
  };
}
