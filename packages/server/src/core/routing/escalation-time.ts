import { hasPendingInvite } from "../bot/assignment.ts";
import type { AccountConfig } from "../command.ts";
import type { ChatData } from "../event.ts";
import { nextOpening } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../hours/effective-hours.ts";
import { canAnswerChannel } from "../operator/eligibility.ts";
import {
  canNotifyNow,
  findEarlySteps,
  getNextReminder,
  isWaiting,
  needsMail,
  needsPush,
  reminderIntervalMs,
  stageOrder,
  stageRank,
  stepDelayMs,
  type WaitingChat,
} from "./escalation-steps.ts";
import { mailRecipients, pushRecipients } from "./recipients.ts";

/**
 * Returns the next escalation time after `now`: the end of an offer, the next step or a reminder.
 * Reminders never end. Returns null if the chat does not wait.
 */
export function nextEscalationAt(
  chat: ChatData,
  config: AccountConfig,
  now: number,
): number | null {
  if (!isWaiting(chat)) return null;
  const { wait } = chat;
  const since = Date.parse(wait.since);
  const times = wait.offer_until === undefined ? [] : [Date.parse(wait.offer_until)];
  if (wait.step === undefined) times.push(since);
  times.push(...listHoursStarts(config, chat, now));
  if (!hasPendingInvite(chat)) {
    const { routing } = config;
    for (const step of stageOrder)
      if (stageRank(step) > stageRank(wait.step) && stepDelayMs(routing, step) > 0)
        times.push(since + stepDelayMs(routing, step));
    times.push(...nextOpeningTimes(chat, config, now));
    if (findEarlySteps(chat, config, now).size > 0) times.push(now + 1);
    const interval = reminderIntervalMs(routing);
    const next = Math.floor(Math.max(now - since, 0) / interval) + 1;
    times.push(since + Math.max(next, getNextReminder(routing, wait.reminded ?? 0)) * interval);
  }
  const upcoming = times.filter((at) => at > now);
  return upcoming.length === 0 ? null : Math.min(...upcoming);
}

/** Lists when operators who could take the chat begin to work, by their own hours (CORE-396). */
const listHoursStarts = (
  config: AccountConfig,
  { channel: { id } }: WaitingChat,
  now: number,
): readonly number[] =>
  [...config.operators.values()].flatMap((operator) => {
    const start = canAnswerChannel(config, id, operator) ? nextOpening(operator.hours, now) : null;
    return start === null ? [] : [start];
  });

/** Returns the next opening times if a push notification or an email waits for working hours. */
function nextOpeningTimes(
  chat: WaitingChat,
  config: AccountConfig,
  now: number,
): readonly number[] {
  const { pushMs, mailMs } = config.routing;
  const isPushPending =
    needsPush(chat.wait) && pushMs > 0 && pushRecipients(config, chat, now).length > 0;
  const isMailPending =
    needsMail(chat.wait) && mailMs > 0 && mailRecipients(config, chat).length > 0;
  if ((!isPushPending && !isMailPending) || canNotifyNow(chat, config, now)) return [];
  const opening = nextOpening(
    effectiveHours(config, chat.department?.id ?? null, chat.channel.id),
    now,
  );
  return opening === null ? [] : [opening];
}
