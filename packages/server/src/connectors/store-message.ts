import { omitAbsent } from "@parlour/protocol/omit-absent";
import { hash } from "node:crypto";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { CustomerMessageInput } from "../core/chat/message/receive-message.ts";
import { writeCustomerMessage } from "../core/chat/message/write-customer-message.ts";
import type { ReferenceInput } from "../core/chat/message/message-reference.ts";
import type { IdempotencyKey } from "../core/command.ts";
import type { Media, MessageButton } from "../core/entity.ts";
import { Refusal } from "../core/failure.ts";
import { cleanText, cutText, isBlank } from "../core/text.ts";
import { registerVisitor } from "../core/visitor/resolve.ts";
import type { ConnectorChannel } from "./connector-channel.ts";
import type { ExternalMessage } from "./external-messages.ts";
import type { InboundMessage, ReceivedMessage } from "./inbound-message.ts";
import type { InboxDeps } from "./inbox-deps.ts";

export const toRepeated = ({ chatId, messageId, seq }: ExternalMessage): ReceivedMessage => ({
  chatId,
  messageId,
  seq,
  isRepeated: true,
});

interface MessageContent {
  readonly text: string;
  readonly cut?: true;
  readonly media?: Media;
}
/** Returns the content of a message of a channel, cut to the length of its kind (CORE-046). */
export function toText(kind: ConnectorKind, text: string, media?: Media): MessageContent {
  const limited = cutText(cleanText(text), getCapabilities(kind).max_text_length);
  return {
    text: isBlank(limited.text) ? "" : limited.text,
    ...omitAbsent({ cut: limited.cut || undefined, media }),
  };
}

export async function register(
  { write }: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
): Promise<number> {
  const { channelId, customer } = toVisitorKey(channel, message);
  const isOther = message.visitor !== undefined;
  const claims = { ...pickContacts(message), customer, recipient: JSON.stringify(customer) };
  const { answer } = await write({
    account: channel.account,
    subject: { customer: { channelId, key: customer } },
    handler: isOther ? registerVisitor(channelId) : registerVisitor(channelId, claims),
  });
  return answer.id;
}

const toVisitorKey = (channel: ConnectorChannel, { visitor, customer }: InboundMessage) =>
  visitor ?? { channelId: channel.id, customer };
const pickContacts = ({ name, email, phone, photo }: InboundMessage) => ({
  name,
  email,
  phone,
  photo,
});

/**
 * Stores the message under its external id. The idempotency key guards against repeats that arrive
 * at the same time, the external id against all later ones.
 */
export async function storeOnce(
  deps: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
  content: MessageContent,
): Promise<ReceivedMessage> {
  const { account, id } = channel;
  const { channelId, customer } = toVisitorKey(channel, message);
  const digest = hash("sha256", message.externalId, "buffer");
  const idempotency: IdempotencyKey = {
    scope: `channel:${id}`,
    key: digest.toString("base64url"),
    // A service may describe the same message in other bytes when it repeats it.
    hash: digest,
  };
  const refersTo = await findReference(deps, channel, message);
  const received: CustomerMessageInput = {
    channelId,
    customer,
    recipient: JSON.stringify(customer),
    ...(message.visitor === undefined ? pickContacts(message) : {}),
    answersTo: message.visitor?.answersTo,
    ...content,
    origin: message.origin,
    language: message.language,
    refersTo: refersTo ?? undefined,
    writtenAt: message.writtenAt,
    continues: message.continues,
    startsChat: message.startsChat,
  };
  const button = await findPressedButton(deps, channel, message);
  const pressed = button && { messageId: button.messageId, buttonId: button.id };
  const hasText = button !== null && !isBlank(button.text);
  const input = hasText ? { ...received, text: button.text } : received;
  const written = await writeCustomerMessage(
    deps,
    account,
    pressed ? { ...input, pressed } : input,
    {
      idempotency,
    },
  ).catch((error: unknown) => {
    // The button belongs to an earlier part of the chat, so its text is an ordinary message.
    if (pressed === null || !isRefusal(error, "button_gone")) throw error;
    return writeCustomerMessage(deps, account, input, { idempotency });
  });
  const { answer } = written;
  const ids = { chatId: answer.chat_id, messageId: answer.id, seq: answer.seq };
  // Of the several messages of an email, only the first one has its facts.
  const receivedAt = message.origin === undefined ? {} : { receivedAt: deps.clock.now() };
  await deps.messages.link(channel, { externalId: message.externalId, ...ids, ...receivedAt });
  return { ...ids, isRepeated: written.replayed !== false };
}

/**
 * Adds the stored message to which a message refers. Resolves with null if it refers to nothing.
 */
async function findReference(
  { messages, findMessage }: InboxDeps,
  channel: ConnectorChannel,
  { refersTo }: InboundMessage,
): Promise<ReferenceInput | null> {
  if (refersTo === undefined) return null;
  const { externalId, ...reference } = refersTo;
  const link = externalId === undefined ? null : await messages.find(channel, externalId);
  const target = link === null ? null : await findMessage(channel.account, link);
  return target === null ? reference : { ...reference, target };
}

async function findPressedButton(
  { messages, findMessage }: InboxDeps,
  channel: ConnectorChannel,
  { pressed }: InboundMessage,
): Promise<(MessageButton & { readonly messageId: number }) | null> {
  if (pressed === undefined) return null;
  const link =
    "message" in pressed ? pressed.message : await messages.find(channel, pressed.externalId);
  const found = link === null ? null : await findMessage(channel.account, link);
  const button = found?.message.buttons?.find(({ id, text }, position) =>
    "label" in pressed ? text === pressed.label : [id, position].includes(pressed.buttonId),
  );
  return link === null || button === undefined ? null : { ...button, messageId: link.messageId };
}

export const isRefusal = (error: unknown, failure: string): boolean =>
  error instanceof Refusal && error.failure.failure === failure;
