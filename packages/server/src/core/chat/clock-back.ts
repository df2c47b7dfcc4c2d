import { inviteWaitMs } from "../bot/invite.ts";
import type { ChatDraft } from "../event.ts";
import type { AccountConfig } from "../ports.ts";
import { timeText } from "./draft.ts";
import { transferMs } from "./transfer.ts";

/** Clocks of nodes differ by less. */
const slackMs = 60_000;

/**
 * A chat with times that cannot be: the machine's clock was set back between two starts (F14). What runs by them begins anew at `now`, so that
 * nobody waits until the clock has caught up. null: all of them can be.
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
