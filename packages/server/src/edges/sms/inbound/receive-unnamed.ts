import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { KeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import type { UpdateResult } from "../../../connectors/inbound/handle-recorded.ts";
import { toPhone } from "../format/phone-number.ts";
import type { IncomingSms } from "../format/parse-incoming.ts";

export interface ReceiveUnnamedDeps extends ServicePort {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  /** The messages of a customer, in their order. */
  readonly received: KeyedQueue;
}

const hourMs = 3_600_000;

/**
 * Stores a message that nothing names (SMS-013). A gateway repeats a request only if it got no
 * response. So Parlour names the message by its content and the number of equal messages of this
 * hour that were answered before. Until the response is sent, an equal request has the same name,
 * and is its repeat. After that, it has another one. Runs in the queue of the customer, so the
 * response is noted before their next message is looked at.
 *
 * The name is also the idempotency key, which the journal writes with the message. So a repeat
 * after a crash finds the message even if its name was not linked yet.
 */
export async function receiveUnnamed(
  { clock, inbox, outbox: { messages }, received, onFault }: ReceiveUnnamedDeps,
  channel: ConnectorChannel,
  message: IncomingSms,
): Promise<UpdateResult> {
  const { customer, digest } = message;
  const findName = async (hour: number): Promise<string> => {
    const prefix = `${digest}:${hour}`;
    const isAnswered = async (n: number): Promise<boolean> =>
      (await messages.find(channel, `answered:${prefix}:${n}`)) !== null;
    return `${prefix}:${await countAnswered(isAnswered)}`;
  };
  const hour = Math.floor(clock.now() / hourMs);
  // A gateway that repeats nothing for an hour has given up.
  const earlier = await findName(hour - 1);
  const isOfEarlier = (await messages.find(channel, `unanswered:${earlier}`)) !== null;
  const name = isOfEarlier ? earlier : await findName(hour);
  const externalId = `unanswered:${name}`;
  const { isRepeated, ...stored } = await inbox.receive(channel, {
    ...message,
    externalId,
    phone: toPhone(customer),
  });
  const onAnswered = (): void =>
    void received
      .run(`${channel.id} ${customer}`, async () => {
        await messages.link(channel, { ...stored, externalId: `answered:${name}` });
        await messages.unlink(channel, externalId);
      })
      .catch(onFault);
  return { kind: isRepeated ? "repeated" : "stored", onAnswered };
}

/** Counts answered messages. Their numbers begin at 0 and have no gaps. */
async function countAnswered(isAnswered: (n: number) => Promise<boolean>): Promise<number> {
  let [from, to] = [0, 0];
  while (await isAnswered(to)) [from, to] = [to + 1, 2 * to + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (await isAnswered(middle)) from = middle + 1;
    else to = middle;
  }
  return to;
}
