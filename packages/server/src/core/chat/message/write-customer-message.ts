import type { Command, WriteCommand, WriteResult } from "../../command.ts";
import { Refusal } from "../../failure.ts";
import type { CustomerMessageInput } from "./customer-message.ts";
import { receiveCustomerMessage } from "./receive-message.ts";
import { storeBlockedMessage } from "./store-blocked-message.ts";

export interface CustomerMessagePorts {
  readonly write: WriteCommand;
  /**
   * Returns the newest chat of a customer in a channel, open or closed. Resolves to null if there
   * is none.
   */
  readonly findLatestChat: (
    account: number,
    channelId: number,
    customer: string,
  ) => Promise<number | null>;
}

/**
 * Writes a message of a channel's customer. A blocked customer's message without an open chat goes
 * to the latest chat (CORE-231). Only blocked customers cause the extra read.
 */
export async function writeCustomerMessage(
  { write, findLatestChat }: CustomerMessagePorts,
  account: number,
  input: CustomerMessageInput,
  more: Pick<Command, "idempotency" | "client" | "bytes">,
): Promise<WriteResult> {
  const { channelId, customer } = input;
  const subject = { customer: { channelId, key: customer } };
  try {
    return await write({ account, subject, handler: receiveCustomerMessage(input), ...more });
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.failure !== "visitor_blocked") throw error;
  }
  const chat = await findLatestChat(account, channelId, customer);
  return write({
    account,
    subject: chat === null ? subject : { chat },
    handler: storeBlockedMessage(input),
    ...more,
  });
}
