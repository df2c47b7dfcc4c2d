import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import { findBlock } from "../core/blacklist/match.ts";
import {
  deleteCustomerMessage,
  editCustomerMessage,
  type MessageEdit,
} from "../core/chat/message/changes/edit-customer-message.ts";
import { setCustomerReaction } from "../core/chat/message/changes/set-reaction.ts";
import { applyReadReceipt } from "../core/chat/message/read-receipt.ts";
import type { AccountConfig, CommandHandler } from "../core/command.ts";
import { isFailure, Refusal } from "../core/failure.ts";
import { findSendableChannel } from "../core/sendable-channel.ts";
import { openChannel, type ChannelOpening } from "../core/visitor/open-channel.ts";
import { assertNewCustomerWithinLimits, assertWithinLimits } from "../limits/customer-limits.ts";
import { changeCustomer, type CustomerChange } from "./change-customer.ts";
import type { ConnectorChannel, ListedChannel } from "./connector-channel.ts";
import type { ExternalMessage } from "./external-messages.ts";
import type { InboundMessage, ReceivedMessage, InboundReceipt } from "./inbound-message.ts";
import type { InboxDeps } from "./inbox-deps.ts";
import { receiveFiles } from "./receive-files.ts";
import { toRepeated, toText, storeOnce, isRefusal } from "./store-message.ts";

/*
 * The way of a customer's message, in the order of the calls:
 *
 * 1. The edge gets it: by a request whose channel `findChannel` finds, or by a poll.
 * 2. Its `format` parses it. A `KeyedQueue` keeps the messages of a customer in order.
 * 3. `downloadAttachment` opens its file at the service.
 * 4. `receive` looks for its external id, and returns the stored message if it is known.
 * 5. It checks the channel and the limits. A refused message is sent again by the service.
 * 6. A reaction to a known message becomes its mark. The next steps are then left out.
 * 7. `receiveFiles` registers the visitor, stores the files, and then one message per file.
 * 8. `storeOnce` finds the pressed button and the message that it refers to. It writes the message
 *    to the journal, with the external id as idempotency key, and then links the external id.
 * 9. `receiveFiles` assigns the stored file to the chat.
 * 10. `receive` resolves after the flush to disk. The edge acknowledges the message to the service.
 */

/** Stores what connectors receive (CON-030 to CON-034). */
export interface Inbox {
  /** Finds a channel of a kind by its public id (CON-065), cached until settings change. */
  findChannel(kind: ConnectorKind, publicId: string): Promise<ListedChannel | null>;
  /**
   * Stores a message once, with its files. Resolves after the flush to disk: acknowledge to the
   * service only then. Starts a chat as interface A does (CH-053). Rejects with Refusal
   * `channel_disabled`, `rate_limited` and `temporarily_unavailable`, after which the service must
   * send the message again.
   */
  receive(channel: ConnectorChannel, message: InboundMessage): Promise<ReceivedMessage>;
  /**
   * Registers a customer who opens the channel before their first message (CON-073). Resolves with
   * whether they are new. Rejects as `receive` does.
   */
  open(
    channel: ConnectorChannel,
    opening: Omit<ChannelOpening, "channelId" | "recipient">,
  ): Promise<{ readonly isNew: boolean }>;
  /**
   * Stores that a customer has other keys and another phone number at the service, because it says
   * so (CORE-313, CORE-379). Nothing is stored if no visitor has one of the old keys.
   */
  changeCustomer(channel: ConnectorChannel, change: CustomerChange): Promise<void>;
  /**
   * Changes a customer's message that they edited at the service (CORE-283). `media`: absent keeps
   * it. Resolves with false if the message is unknown.
   */
  edit(
    channel: ConnectorChannel,
    edit: MessageEdit & { readonly externalId: string },
  ): Promise<boolean>;
  /**
   * Marks a message that its customer deleted at the service (CORE-312). `at`: in milliseconds
   * since 1970. Resolves with false if the message is unknown.
   */
  remove(
    channel: ConnectorChannel,
    deletion: { readonly externalId: string; readonly at: number },
  ): Promise<boolean>;
  /**
   * Stores that the customer's device received or displayed a message, and with it all earlier ones
   * (CORE-287). States can arrive in any order. Resolves with false if the message is unknown.
   */
  mark(channel: ConnectorChannel, receipt: InboundReceipt): Promise<boolean>;
  /** Shows operators that a customer starts or stops typing. */
  typing(channel: ConnectorChannel, customer: string, isTyping: boolean): void;
}

export function createInbox(deps: InboxDeps): Inbox {
  return {
    findChannel: deps.findChannel,
    receive: (channel, message) => receive(deps, channel, message),
    async open({ account, id }, opening) {
      const { customer } = opening;
      await assertWithinLimits(deps.limits, id, customer);
      const { answer } = await deps.write({
        account,
        subject: { customer: { channelId: id, key: customer } },
        handler: openChannel({ ...opening, channelId: id, recipient: JSON.stringify(customer) }),
      });
      return answer;
    },
    changeCustomer: (channel, change) => changeCustomer(deps, channel, change),
    async edit(channel, { externalId, text, ...edit }) {
      const handler = editCustomerMessage({ ...edit, ...toText(channel.kind, text) });
      return (await changeMessage(deps, channel, externalId, handler)) !== null;
    },
    async remove(channel, { externalId, at }) {
      const handler = deleteCustomerMessage(at);
      return (await changeMessage(deps, channel, externalId, handler)) !== null;
    },
    mark: (channel, receipt) => markMessage(deps, channel, receipt),
    typing: ({ account, id }, customer, typing) =>
      deps.onTyping({ account, channelId: id, customer, typing }),
  };
}

/** Resolves with the changed message, or null if there is no such message of the customer. */
async function changeMessage(
  { messages, write }: InboxDeps,
  channel: ConnectorChannel,
  externalId: string,
  handler: CommandHandler,
): Promise<ExternalMessage | null> {
  const found = await messages.find(channel, externalId);
  if (found === null) return null;
  try {
    await write({
      account: channel.account,
      subject: { chat: found.chatId, message: found.seq },
      handler,
    });
    return found;
  } catch (error) {
    // The id is that of an operator's or bot's message.
    if (isRefusal(error, "not_found")) return null;
    throw error;
  }
}

async function markMessage(
  { messages, findMessage, write }: InboxDeps,
  channel: ConnectorChannel,
  { externalId, state, at }: InboundReceipt,
): Promise<boolean> {
  const link = await messages.find(channel, externalId);
  const found = link === null ? null : await findMessage(channel.account, link);
  if (link === null || found === null) return false;
  const { visitorId, message } = found;
  const seen = state === "seen" ? message : null;
  await write({
    account: channel.account,
    subject: { chat: link.chatId },
    handler: applyReadReceipt({ visitorId, received: message, seen, at }),
  });
  return true;
}

async function receive(
  deps: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
): Promise<ReceivedMessage> {
  const known = await deps.messages.find(channel, message.externalId);
  const { files = [] } = message;
  if (known !== null && files.length < 2) return toRepeated(known);
  const config = await deps.config(channel.account);
  const sendable = findSendableChannel(config, channel.id);
  if (isFailure(sendable)) throw new Refusal(sendable);
  if (known === null) {
    await assertWithinLimits(deps.limits, channel.id, message.customer);
    const marked = await markReaction(deps, channel, message);
    if (marked !== null) return marked;
    await assertMayBeNew(deps, channel, message);
  }
  const hasFiles = files.length > 0 || message.original !== undefined;
  if (!hasFiles || isBlocked(deps, config, channel, message))
    return storeOnce(deps, channel, message, toText(channel.kind, message.text, message.media));
  return receiveFiles(deps, channel, message, files);
}

/**
 * Marks the message to which a customer reacts (CORE-440). Resolves with null if that is no
 * reaction, or none to a known message of the customer.
 */
async function markReaction(
  deps: InboxDeps,
  channel: ConnectorChannel,
  { customer, refersTo, writtenAt }: InboundMessage,
): Promise<ReceivedMessage | null> {
  if (refersTo?.emoji === undefined || refersTo.externalId === undefined) return null;
  const { emoji, externalId } = refersTo;
  const at = writtenAt ?? deps.clock.now();
  const handler = setCustomerReaction({ customer, emoji, at });
  const marked = await changeMessage(deps, channel, externalId, handler);
  return marked === null ? null : { ...toRepeated(marked), isRepeated: false };
}

/** Limits how many customers write for the first time (CON-062). */
async function assertMayBeNew(
  { limits, findLatestChat }: InboxDeps,
  { account, id }: ConnectorChannel,
  { customer, visitor, startsChat, peers = [] }: InboundMessage,
): Promise<void> {
  if (visitor !== undefined || startsChat === false) return;
  if ((await findLatestChat(account, id, customer)) !== null) return;
  await assertNewCustomerWithinLimits(limits, id, peers);
}

/** Files of blocked customers are not stored, because nobody looks at them. */
function isBlocked(
  { clock }: InboxDeps,
  { blockList }: AccountConfig,
  { id }: ConnectorChannel,
  { customer, email, phone }: InboundMessage,
): boolean {
  const identifiers = {
    customer: { channelId: id, key: customer },
    emails: email === undefined ? undefined : [email],
    phones: phone === undefined ? undefined : [phone],
  };
  return findBlock(blockList, identifiers, clock.now()) !== null;
}
