import { evictOldest } from "../../../core/bounded-map.ts";
import type { Connector } from "../../../connectors/connector.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import type { TelegramApi } from "../service/client.ts";
import { getToken } from "../settings.ts";

/** Telegram shows an action for 5 s, so it is renewed after 4 s. */
const minIntervalMs = 4_000;
const maxCustomers = 10_000;
const timeoutMs = 3_000;

/**
 * Creates the function that shows customers that an operator types, at most every 4 s (TG-050). The
 * Bot API has no action for the end: it ends by itself, or with the message.
 */
export function createTyping(
  api: Pick<TelegramApi, "call">,
  { clock }: Pick<ServicePort, "clock">,
): NonNullable<Connector["typing"]> {
  const lastAt = new Map<string, number>();
  return async ({ channel, customer }, isTyping) => {
    const key = `${channel.id}:${customer}`;
    const now = clock.monotonic();
    if (!isTyping || now - (lastAt.get(key) ?? -minIntervalMs) < minIntervalMs) return;
    lastAt.delete(key);
    lastAt.set(key, now);
    evictOldest(lastAt, maxCustomers);
    const values = { chat_id: Number(customer), action: "typing" };
    await api.call(getToken(channel), "sendChatAction", values, timeoutMs);
  };
}
