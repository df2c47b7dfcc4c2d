import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ChatData } from "../event.ts";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../hours/effective-hours.ts";
import type { AccountConfig, RoutingConfig } from "../command.ts";
import { getAdministrators, mailRecipients, type EscalationStep } from "./recipients.ts";

/** Steps of the escalation of a waiting chat (CORE-035). */
export type EscalationStage = EscalationStep | "push" | "mail" | "visitor";
export type WaitingChat = ChatData & { readonly wait: NonNullable<ChatData["wait"]> };

export const stageOrder: readonly EscalationStage[] = [
  "offer",
  "next",
  "department",
  "channel",
  "push",
  "mail",
  "visitor",
];
export const stageRank = (step: string | undefined): number =>
  stageOrder.indexOf(step as EscalationStage);

/**
 * Returns the steps to execute early because a notification of the operators failed (CORE-191).
 * After a failed push notification: the email. After a failed email, or without an email step: the
 * offline form for the visitor and a reminder. Only steps that are possible now are returned.
 */
export function findEarlySteps(
  chat: WaitingChat,
  config: AccountConfig,
  now: number,
): ReadonlySet<EscalationStage | "remind"> {
  const { failed = [], step, reminded } = chat.wait;
  const steps = new Set<EscalationStage | "remind">();
  if (failed.length === 0) return steps;
  const { mailMs, visitorMs } = config.routing;
  const canMail = mailMs > 0 && needsMail(chat.wait) && mailRecipients(config, chat).length > 0;
  if (!failed.includes("mail") && canMail)
    return canNotifyNow(chat, config, now) ? steps.add("mail") : steps;
  // An email without a reported failure may still arrive, so no further step is executed early.
  if (
    !failed.includes("mail") &&
    stageRank(step) >= stageRank("mail") &&
    mailMs > 0 &&
    mailRecipients(config, chat).length > 0
  )
    return steps;
  if (
    visitorMs > 0 &&
    stageRank(step) < stageRank("visitor") &&
    getCapabilities(chat.channel.kind).chat_window
  )
    steps.add("visitor");
  if (reminded === undefined && getAdministrators(config).length > 0) steps.add("remind");
  return steps;
}

/** Returns whether the push is not sent yet: its step is not reached, or waits for hours. */
export const needsPush = ({ step, push_waits }: WaitingChat["wait"]): boolean =>
  stageRank(step) < stageRank("push") || push_waits === true;

/** Returns whether the email is not sent yet: its step is not reached, or waits for hours. */
export const needsMail = ({ step, mail_waits }: WaitingChat["wait"]): boolean =>
  stageRank(step) < stageRank("mail") || mail_waits === true;

export function stepDelayMs(routing: RoutingConfig, step: EscalationStage): number {
  const times: Readonly<Record<EscalationStage, number>> = {
    offer: 0,
    next: routing.nextMs,
    department: routing.departmentMs,
    channel: routing.channelMs,
    push: routing.pushMs,
    mail: routing.mailMs,
    visitor: routing.visitorMs,
  };
  return times[step];
}
/**
 * The interval is at least 60 s, even if 0 is set, so that a waiting chat always causes reminders.
 */
export const reminderIntervalMs = (routing: RoutingConfig): number =>
  Math.max(routing.remindMs, 60_000);
const dayMs = 86_400_000;
/**
 * Returns the number of the reminder that follows reminder `reminded`. Its time is this number of
 * intervals after the start of the wait. After the first day there is one reminder a day, because a
 * waiting chat is never closed for inactivity (CORE-321).
 */
export function getNextReminder(routing: RoutingConfig, reminded: number): number {
  const interval = reminderIntervalMs(routing);
  return reminded + (reminded * interval < dayMs ? 1 : Math.ceil(dayMs / interval));
}

/**
 * Returns whether push notifications and emails may be sent now: within working hours, or always if
 * the account is set so.
 */
export function canNotifyNow(chat: ChatData, config: AccountConfig, now: number): boolean {
  return (
    config.routing.notifyOutsideHours ||
    isOpen(effectiveHours(config, chat.department?.id ?? null, chat.channel.id), now)
  );
}

/** Returns whether the chat waits for an operator now. A snoozed chat does not (SNZ-002). */
export function isWaiting(chat: ChatData): chat is WaitingChat {
  return chat.state === "waiting" && chat.wait !== null && chat.snoozed === undefined;
}
