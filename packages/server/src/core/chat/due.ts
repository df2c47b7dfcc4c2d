import { attachedBot, isInvited } from "../bot/scope.ts";
import type { ChatDraft } from "../event.ts";
import type { AccountConfig } from "../ports.ts";

/** What a chat waits for by time, and until when (milliseconds since 1970). */
export type Due = { readonly kind: "invitation" | "silence"; readonly at: number };

/** What of a chat falls due next (decision 0011, Timers): the end of an invitation (BOT-070), the end of patience with a silent bot (BOT-077); null: nothing. */
export function nextDue(chat: ChatDraft, config: Pick<AccountConfig, "bots">): Due | null {
  const bot = attachedBot(chat);
  if (bot === null) return null;
  if (isInvited(chat)) {
    const until = chat.wait?.invited_until;
    return until === undefined ? null : { kind: "invitation", at: Date.parse(until) };
  }
  const silentMs = config.bots.get(bot.id)?.silentMs ?? 0;
  if (chat.state !== "bot" || bot.silent_since === undefined || silentMs === 0) return null;
  return { kind: "silence", at: Date.parse(bot.silent_since) + silentMs };
}
