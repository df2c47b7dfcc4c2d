import { randomUUID } from "node:crypto";
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
 * response. So a message has a second id while its response is not sent, and an equal request in
 * this time is its repeat. After the response, an equal request is another message. Runs in the
 * queue of the customer, so the id is removed before their next message is looked at.
 */
export async function receiveUnnamed(
  { clock, inbox, outbox: { messages }, received, onFault }: ReceiveUnnamedDeps,
  channel: ConnectorChannel,
  message: IncomingSms,
): Promise<UpdateResult> {
  const { customer, digest } = message;
  const hour = Math.floor(clock.now() / hourMs);
  // A gateway that repeats nothing for an hour has given up.
  const [current = "", ...earlier] = [hour, hour - 1].map((n) => `unanswered:${digest}:${n}`);
  const onAnswered = (): void =>
    void received
      .run(`${channel.id} ${customer}`, async () => {
        for (const name of [current, ...earlier]) await messages.unlink(channel, name);
      })
      .catch(onFault);
  for (const name of [current, ...earlier])
    if ((await messages.find(channel, name)) !== null) return { kind: "repeated", onAnswered };
  const externalId = `unnamed:${randomUUID()}`;
  const stored = await inbox.receive(channel, { ...message, externalId, phone: toPhone(customer) });
  await messages.link(channel, { ...stored, externalId: current });
  return { kind: "stored", onAnswered };
}
