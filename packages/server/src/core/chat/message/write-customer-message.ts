import type { Command, WriteCommand, WriteResult } from "../../command.ts";
import { countCommandBytes } from "../../command-size.ts";
import { Refusal } from "../../failure.ts";
import type { CustomerMessageInput, WrittenMessage } from "./customer-message.ts";
import { receiveCustomerMessage } from "./receive-message.ts";
import { storeBlockedMessage } from "./store-blocked-message.ts";

export interface CustomerMessagePorts {
  readonly write: WriteCommand;
  /** Returns the newest chat of a customer in a channel, open or closed, or null. */
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
export function writeCustomerMessage(
  { write, findLatestChat }: CustomerMessagePorts,
  account: number,
  input: CustomerMessageInput,
  keys: Pick<Command, "idempotency" | "client">,
): Promise<WriteResult<WrittenMessage>> {
  const { channelId, customer } = input;
  const subject = { customer: { channelId, key: customer } };
  const more = { ...keys, bytes: countBytes(input) };
  const storeBlocked = async (error: unknown): Promise<WriteResult<WrittenMessage>> => {
    if (!(error instanceof Refusal) || error.failure.failure !== "visitor_blocked") throw error;
    const chat = await findLatestChat(account, channelId, customer);
    return write({
      account,
      subject: chat === null ? subject : { chat },
      handler: storeBlockedMessage(input),
      ...more,
    });
  };
  return write({ account, subject, handler: receiveCustomerMessage(input), ...more }).catch(
    storeBlocked,
  );
}

/** Counted size of an entry of the page's data or of a field's value, in bytes. */
const dataEntryBytes = 2_048;
function countBytes({ text, origin, customData = [], fields }: CustomerMessageInput): number {
  const { quote = "", signature = "" } = origin ?? {};
  const textBytes = countCommandBytes(text.length + quote.length + signature.length);
  const entries = customData.length + Object.keys(fields?.values ?? {}).length;
  return textBytes + entries * dataEntryBytes;
}
