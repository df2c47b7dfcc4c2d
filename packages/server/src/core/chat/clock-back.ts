import { inviteWaitMs } from "../bot/invite.ts";
import type { ChatDraft } from "../event.ts";
import type { AccountConfig } from "../ports.ts";
import { timeText } from "./draft.ts";
import { transferMs } from "./transfer.ts";

/** Tolerated clock difference. The clocks of nodes differ by less. */
const slackMs = 60_000;

/**
 * Restarts timeouts at `now` whose times lie in the future, because the machine's clock was set
 * back between two starts (F14). Otherwise the chat would wait until the clock has caught up. null:
 * no such time.
 */
export function afterClockBack(chat: ChatDraft, config: AccountConfig, now: number): ChatDraft | null {
  const { wait, transfer, bot } = chat;
  const inviteMs = (bot === null ? undefined : config.bots.get(bot.id)?.inviteWaitMs) ?? inviteWaitMs;
  const isAhead = (time: string | undefined, byMs: number): time is string => time !== undefined && Date.parse(time) > now + byMs + slackMs;
  const isNewWait = isAhead(wait?.since, 0);
  const isNewOffer = isAhead(wait?.offer_until, config.routing.offerMs);
  const isNewInvitation = isAhead(wait?.invited_until, inviteMs);
  const isNewTransfer = isAhead(transfer?.until, transferMs);
  const isNewSilence = isAhead(bot?.silent_since, 0);
  if (!isNewWait && !isNewOffer && !isNewInvitation && !isNewTransfer && !isNewSilence) return null;
  const { reminded, ...rest } = wait ?? { since: timeText(now) };
  return {
    ...chat,
    wait: wait && {
      ...rest,
      ...(isNewWait ? { since: timeText(now) } : reminded !== undefined && { reminded }),
      ...(isNewOffer && { offer_until: timeText(now + config.routing.offerMs) }),
      ...(isNewInvitation && { invited_until: timeText(now + inviteMs) }),
    },
    ...(transfer && isNewTransfer && { transfer: { ...transfer, until: timeText(now + transferMs) } }),
    bot: bot && { ...bot, ...(isNewSilence && { silent_since: timeText(now) }) },
  };
}
