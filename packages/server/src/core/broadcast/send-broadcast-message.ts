import type { BroadcastKind } from "@parlour/protocol/broadcast";
import { findBlockForVisitor } from "../blacklist/match.ts";
import { createChat, createMessage, createSystemMessage } from "../chat/create.ts";
import { validateText } from "../chat/message/send-message.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import type { ContactTexts } from "../contacts.ts";
import { assigned } from "../draft.ts";
import type { NewEvent } from "../event.ts";
import type { MessageEmail, MessageTemplate, NamedRef } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { cleanText } from "../text.ts";
import { resolveVisitor } from "../visitor/resolve.ts";

export interface BroadcastMessage {
  readonly operatorId: number;
  readonly channel: { readonly id: number; readonly kind: BroadcastKind };
  /** Key of the customer. */
  readonly address: string;
  /** Contacts of the recipient, for a channel that does not know them yet. */
  readonly contacts: ContactTexts;
  readonly text: string;
  readonly email?: MessageEmail | undefined;
  readonly template?: MessageTemplate | undefined;
}
/** Where a message of a broadcast is. */
export interface SentBroadcastMessage {
  readonly chat_id: number;
  readonly seq: number;
  readonly delivery_id: number;
}

/**
 * Writes a message of a broadcast (BC-013) into the current chat of its recipient, or into a new
 * chat that is closed from the start, so that nobody is called. It is a message of a program, as
 * those of rules: the visitor still waits for an operator. Creates the visitor if the channel does
 * not know them. Subject: `{customer}`. Failures: `forbidden`, `channel_disabled`,
 * `visitor_blocked`, `invalid_request`.
 */
export function sendBroadcastMessage(
  input: BroadcastMessage,
): CommandHandler<SentBroadcastMessage> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const channel = findSendableChannel(context.config, input.channel.id);
    if (isFailure(channel)) return channel;
    const { address, contacts } = input;
    const email = input.email === undefined ? {} : { email: input.email };
    const template = input.template === undefined ? {} : { template: input.template };
    if (findBlockForVisitor(context, { channelId: channel.id, key: address }, contacts) !== null)
      return fail("visitor_blocked", "This visitor is blocked.");
    const text = cleanText(input.text);
    const textFailure = validateText({ kind: "text" }, text, channel.kind);
    if (textFailure !== null) return textFailure;
    const isNew = context.visitor === null;
    const visitorEvents = isNew
      ? resolveVisitor(context, { ...contacts, customer: address }, "operator").events
      : [];
    const chat = findChat(context, actor, channel);
    const author = { kind: "bot", id: null, name: channel.name } as const;
    const delivery = { id: context.ids.delivery(), state: "pending", attempts: 0 } as const;
    const message = createMessage(context, chat.id, author, {
      kind: "text",
      text,
      ...email,
      ...template,
      delivery: { ...delivery, error: null, next_at: null },
    });
    return {
      events: [...visitorEvents, ...chat.events, message],
      answer: { chat_id: chat.id, seq: assigned.seq, delivery_id: delivery.id },
      visitor: isNew ? { recipient: JSON.stringify(address) } : undefined,
    };
  };
}

/** Returns the current chat, or a new one that is closed and belongs to the operator. */
function findChat(
  context: CommandContext,
  operator: NamedRef,
  channel: Parameters<typeof createChat>[1]["channel"],
): { readonly id: number; readonly events: readonly NewEvent[] } {
  if (context.currentChat !== null) return { id: context.currentChat.id, events: [] };
  const started = createChat(context, { channel, state: "closed", operator });
  const chat = { ...started, closed_at: started.created_at, close_reason: "broadcast" };
  const line = createSystemMessage(
    context,
    chat.id,
    { code: "started", by: operator },
    `${operator.name} began the chat`,
  );
  return { id: chat.id, events: [{ name: "chat_created", chat }, line] };
}
