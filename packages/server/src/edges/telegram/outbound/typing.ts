import type { Connector } from "../../../connectors/connector.ts";
import { createTypingThrottle } from "../../../connectors/outbound/throttle-typing.ts";
import type { Clock } from "../../../core/command.ts";
import type { TelegramApi } from "../service/client.ts";
import { getToken } from "../settings.ts";

/** Telegram shows an action for 5 s, so it is renewed after 4 s. */
const minIntervalMs = 4_000;
const timeoutMs = 3_000;

/**
 * Creates the function that shows customers that an operator types, at most every 4 s (TG-050). The
 * Bot API has no action for the end: it ends by itself, or with the message.
 */
export function createTyping(
  call: TelegramApi["call"],
  clock: Clock,
): NonNullable<Connector["typing"]> {
  const throttle = createTypingThrottle(() => clock.monotonic(), minIntervalMs);
  return async (target, isTyping) => {
    if (!isTyping || !throttle.isDue(target)) return;
    throttle.start(target);
    const values = { chat_id: Number(target.customer), action: "typing" };
    await call(getToken(target.channel), "sendChatAction", values, timeoutMs);
  };
}
