import { defaultInviteWaitMs } from "../../bot/invite.ts";
import type { ChatData } from "../../event.ts";
import type { AccountConfig } from "../../command.ts";
import { formatTime } from "../create.ts";
import { transferTimeoutMs } from "../participants/transfer.ts";

/** Tolerated clock difference. The clocks of nodes differ by less. */
const clockToleranceMs = 60_000;

/**
 * Restarts timeouts at `now` whose times lie in the future, because the machine's clock was set
 * back between two starts (F14). Otherwise the chat would wait until the clock has caught up. null:
 * no such time.
 */
export function repairFutureTimes(
  chat: ChatData,
  config: AccountConfig,
  now: number,
): ChatData | null {
  const { wait, transfer, bot } = chat;
  const inviteMs =
    (bot === null ? undefined : config.bots.get(bot.id)?.inviteWaitMs) ?? defaultInviteWaitMs;
  const isAhead = (time: string | undefined, byMs: number): time is string =>
    time !== undefined && Date.parse(time) > now + byMs + clockToleranceMs;
  const isNewWait = isAhead(wait?.since, 0);
  const isNewOffer = isAhead(wait?.offer_until, config.routing.offerMs);
  const isNewInvitation = isAhead(wait?.invited_until, inviteMs);
  const isNewTransfer = isAhead(transfer?.until, transferTimeoutMs);
  const isNewSilence = isAhead(bot?.silent_since, 0);
  if (!isNewWait && !isNewOffer && !isNewInvitation && !isNewTransfer && !isNewSilence) return null;
  return {
    ...chat,
    wait: wait && {
      ...(isNewWait ? restartWait(wait, now) : wait),
      ...(isNewOffer && { offer_until: formatTime(now + config.routing.offerMs) }),
      ...(isNewInvitation && { invited_until: formatTime(now + inviteMs) }),
    },
    ...(transfer &&
      isNewTransfer && { transfer: { ...transfer, until: formatTime(now + transferTimeoutMs) } }),
    bot: bot && { ...bot, ...(isNewSilence && { silent_since: formatTime(now) }) },
  };
}

/** Reminders are counted from the start of the wait, so a new start has had none. */
function restartWait(
  wait: NonNullable<ChatData["wait"]>,
  now: number,
): NonNullable<ChatData["wait"]> {
  const { reminded: _before, ...rest } = wait;
  return { ...rest, since: formatTime(now) };
}
