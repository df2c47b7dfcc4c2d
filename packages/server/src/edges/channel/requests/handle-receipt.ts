import { applyReadReceipt } from "../../../core/chat/message/read-receipt.ts";
import type { Message } from "../../../core/entity.ts";
import type { WriteCommand } from "../../../core/command.ts";
import type { ChannelAddress } from "./address-cache.ts";

export interface ReceiptDeps {
  readonly write: WriteCommand;
  readonly store: {
    /** Returns a message to a channel's customer with its chat and visitor, or null. */
    readonly findMessageToCustomer: (
      account: number,
      customer: { readonly channelId: number; readonly customer: string },
      messageId: number,
    ) => Promise<{
      readonly chatId: number;
      readonly visitorId: number;
      readonly message: Message;
    } | null>;
  };
}
/** A customer's device received (or saw) a message. */
export interface CustomerReceipt {
  readonly customer: string;
  readonly messageId: number | null;
  readonly isSeen: boolean;
}

/**
 * Stores how far the customer received or saw the chat (CH-123). Returns false if no message with
 * this id was sent to the customer (CH-124).
 */
export async function handleReceipt(
  { write, store }: ReceiptDeps,
  { account, channelId }: ChannelAddress,
  { customer, messageId, isSeen }: CustomerReceipt,
): Promise<boolean> {
  if (messageId === null) return false;
  const found = await store.findMessageToCustomer(account, { channelId, customer }, messageId);
  if (found === null || found.message.kind === "note") return false;
  const { chatId, visitorId, message } = found;
  await write({
    account,
    subject: { chat: chatId },
    handler: applyReadReceipt({
      visitorId,
      received: message,
      seen: isSeen ? message : null,
    }),
  });
  return true;
}
