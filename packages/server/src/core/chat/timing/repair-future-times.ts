import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { defaultInviteWaitMs } from "../../bot/invite.ts";
import type { ChatData } from "../../event.ts";
import type { AccountConfig } from "../../command.ts";
import { formatTime } from "../create.ts";
import { transferTimeoutMs } from "../participants/transfer.ts";

/** Tolerated difference between clocks. The clocks of the nodes differ by less. */
const clockToleranceMs = 60_000;

/**
 * Restarts timeouts whose times lie in the future at `now`. Such times exist if the clock of the
 * machine was set back between two starts (F14). Without a repair, the chat would wait until the
 * clock has caught up. Returns null if there is no such time.
 */
export function repairFutureTimes(
  chat: ChatData,
  config: AccountConfig,
  now: number,
): ChatData | null {
  const { wait, transfer, bot } = chat;
  const inviteMs =
    (bot === null ? undefined : config.bots.get(bot.id)?.inviteWaitMs) ?? defaultInviteWaitMs;
  const repairedWait = wait && repairWait(wait, { inviteMs, offerMs: config.routing.offerMs }, now);
  const isNewTransfer = isAhead(transfer?.until, now + transferTimeoutMs);
  const isNewSilence = isAhead(bot?.silent_since, now);
  if (repairedWait === wait && !isNewTransfer && !isNewSilence) return null;
  return {
    ...chat,
    wait: repairedWait,
    ...omitAbsent({
      transfer:
        transfer && isNewTransfer
          ? { ...transfer, until: formatTime(now + transferTimeoutMs) }
          : transfer,
    }),
    bot: bot && isNewSilence ? { ...bot, silent_since: formatTime(now) } : bot,
  };
}

const isAhead = (time: string | undefined, limit: number): boolean =>
  time !== undefined && Date.parse(time) > limit + clockToleranceMs;

type Wait = NonNullable<ChatData["wait"]>;

/** Returns the same wait if none of its times lies in the future. */
function repairWait(
  wait: Wait,
  { inviteMs, offerMs }: { readonly inviteMs: number; readonly offerMs: number },
  now: number,
): Wait {
  const isNewWait = isAhead(wait.since, now);
  const isNewOffer = isAhead(wait.offer_until, now + offerMs);
  const isNewInvitation = isAhead(wait.invited_until, now + inviteMs);
  if (!isNewWait && !isNewOffer && !isNewInvitation) return wait;
  return {
    ...(isNewWait ? restartWait(wait, now) : wait),
    ...omitAbsent({
      offer_until: isNewOffer ? formatTime(now + offerMs) : undefined,
      invited_until: isNewInvitation ? formatTime(now + inviteMs) : undefined,
    }),
  };
}

/** Reminders are counted from the start of the wait, so the count starts again with the wait. */
function restartWait(wait: Wait, now: number): Wait {
  return { ...omitFields(wait, "reminded"), since: formatTime(now) };
}
