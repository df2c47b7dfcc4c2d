import { requestTimeoutMs, type GraphClient } from "../../../connectors/meta/graph-client.ts";
import { createTypingThrottle } from "../../../connectors/outbound/throttle-typing.ts";
import type { ConnectorTarget } from "../../../connectors/ports.ts";
import type { Clock } from "../../../core/command.ts";

export interface TypingDeps {
  readonly clock: Clock;
  readonly graph: GraphClient;
}

/** Time for which the service shows the indicator, in milliseconds. */
const indicatorMs = 20_000;

/** Creates the function that shows a customer that an operator is typing (ME-026). */
export function createTyping({
  clock,
  graph,
}: TypingDeps): (target: ConnectorTarget, isTyping: boolean) => Promise<void> {
  const throttle = createTypingThrottle(() => clock.now(), indicatorMs);
  return async (target, isTyping) => {
    if (!isTyping || !throttle.isDue(target)) return;
    throttle.start(target);
    const { channel, customer } = target;
    const action = { recipient: { id: customer }, sender_action: "typing_on" };
    await graph.post(channel, "me/messages", action, requestTimeoutMs);
  };
}
