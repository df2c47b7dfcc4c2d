import { createTypingThrottle } from "../../../connectors/outbound/throttle-typing.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import { toText } from "../../../connectors/meta/values.ts";
import { requestTimeoutMs, type GraphClient } from "../../../connectors/meta/graph-client.ts";

export interface TypingDeps extends Pick<ServicePort, "clock"> {
  readonly outbox: Outbox;
  readonly graph: GraphClient;
}

/** Time for which WhatsApp shows the indicator, in milliseconds. */
const indicatorMs = 25_000;

/**
 * Creates the function that shows a customer that an operator is typing (WA-026). WhatsApp shows it
 * together with the read mark of the customer's latest message, until the next message or for 25 s.
 * It cannot be ended.
 */
export function createTyping({
  clock,
  outbox,
  graph,
}: TypingDeps): (target: ConnectorTarget, isTyping: boolean) => Promise<void> {
  const throttle = createTypingThrottle(() => clock.now(), indicatorMs);
  return async (target, isTyping) => {
    if (!isTyping || !throttle.isDue(target)) return;
    const { channel, customer } = target;
    const latest = await outbox.messages.findLatestOfCustomer(channel, customer);
    if (latest === null) return;
    throttle.start(target);
    await graph.post(
      channel,
      `${toText(channel.settings["phone_number_id"])}/messages`,
      {
        messaging_product: "whatsapp",
        status: "read",
        message_id: latest.externalId,
        typing_indicator: { type: "text" },
      },
      requestTimeoutMs,
    );
  };
}
