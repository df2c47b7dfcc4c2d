import {
  announceVisitor,
  changePhone,
  type CustomerKeyChange,
  type PhoneChange,
} from "../core/visitor/change-customer.ts";
import type { ConnectorChannel } from "./connector-channel.ts";
import type { InboxDeps } from "./inbox-deps.ts";

/** A customer who has other keys at the service than before. `phone`: null if it is the same. */
export interface CustomerChange extends CustomerKeyChange {
  readonly phone: PhoneChange | null;
}

/**
 * Applies that a customer has other keys and another number at the service (CORE-313, CORE-379).
 * Each step does nothing the second time, so the service repeats the notice after an interruption.
 * The line comes first, because its visitor is found by the old key.
 */
export async function changeCustomer(
  { write, changeCustomerKey }: InboxDeps,
  channel: ConnectorChannel,
  { phone, ...change }: CustomerChange,
): Promise<void> {
  const { account, id } = channel;
  if (phone !== null)
    for (const key of change.from) {
      const { answer } = await write({
        account,
        subject: { customer: { channelId: id, key } },
        handler: changePhone(phone, change.at),
      });
      if (answer.isKnown) break;
    }
  const { isRenamed } = await changeCustomerKey(channel, change);
  const [key] = change.to;
  if (isRenamed && key !== undefined)
    await write({
      account,
      subject: { customer: { channelId: id, key } },
      handler: announceVisitor,
    });
}
