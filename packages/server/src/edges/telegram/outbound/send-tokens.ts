import type { ConnectorTarget } from "../../../connectors/connector.ts";
import type { Limits } from "../../../limits/index.ts";

/**
 * Takes the permission to send one message now: at most one per second in a chat, and 30 of the bot
 * (TG-043). Returns 0, or the milliseconds after which to try again.
 */
export async function takeSendTokens(
  limits: Pick<Limits, "take" | "restore">,
  { channel: { id }, customer }: ConnectorTarget,
): Promise<number> {
  const chatKey = `${id}:${customer}`;
  const chat = await limits.take("telegram_chat", chatKey);
  if (!chat.ok) return chat.retryAfterMs;
  const bot = await limits.take("telegram_bot", id);
  if (bot.ok) return 0;
  limits.restore("telegram_chat", chatKey);
  return bot.retryAfterMs;
}
