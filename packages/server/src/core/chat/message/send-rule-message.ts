import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { CommandHandler } from "../../command.ts";
import type { Author, Message, MessageEmail } from "../../entity.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import { findSendableChannel } from "../../sendable-channel.ts";
import { cleanText } from "../../text.ts";
import { createMessage, createMessageAnswer } from "../create.ts";
import { checkReplyWindow } from "../reply-window.ts";
import { createPendingDelivery } from "./pending-delivery.ts";
import { findMentions, validateText } from "./send-message.ts";

/**
 * Writes the note or the reply of a rule (RULE-021). A reply is a message of a program, as those of
 * bots: the visitor still waits for an operator, and an email says that a program wrote it. The
 * visitor sees the name of the channel. Subject: `{chat}`. Failures: `not_found`, `chat_closed`,
 * `channel_disabled`, `reply_window_closed`, `invalid_request`. Result: the message.
 */
export function sendRuleMessage(input: {
  readonly kind: "note" | "reply";
  readonly text: string;
  /** Ids of the operators that a note mentions (API-046). */
  readonly mentions?: readonly number[] | undefined;
  /** Subject and recipients, if messages of the channel are emails (MAIL-098). */
  readonly email?: MessageEmail | undefined;
}): CommandHandler<Message> {
  return (context) => {
    const actor = authorizeActor(context, null);
    if (isFailure(actor)) return actor;
    const { chat } = context;
    if (chat === null || context.visitor === null)
      return fail("not_found", "There is no such chat.");
    const { state, channel } = chat.entity;
    if (state === "closed") return fail("chat_closed", "This chat is closed.");
    const isNote = input.kind === "note";
    const text = cleanText(input.text);
    const failure =
      validateText({ kind: isNote ? "note" : "text" }, text, channel.kind) ??
      (isNote ? null : checkReplyWindow(chat.entity, context.now));
    if (failure !== null) return failure;
    const mentions = isNote ? findMentions(context, chat.entity, null, input.mentions ?? []) : {};
    if (isFailure(mentions)) return mentions;
    const sendable = isNote ? null : findSendableChannel(context.config, channel.id);
    if (isFailure(sendable)) return sendable;
    const author: Author = isNote
      ? { kind: "operator", id: null, name: actor.ref.name }
      : { kind: "bot", id: null, name: channel.name };
    const content = { kind: isNote ? "note" : "text", text, ...mentions } as const;
    const isSentOut = !isNote && !getCapabilities(channel.kind).chat_window;
    const sending = isSentOut ? { delivery: createPendingDelivery(context, channel.kind) } : {};
    const email = isSentOut && input.email !== undefined ? { email: input.email } : {};
    const message = createMessage(context, chat.id, author, { ...content, ...sending, ...email });
    return { events: [message], answer: createMessageAnswer(message.message) };
  };
}
