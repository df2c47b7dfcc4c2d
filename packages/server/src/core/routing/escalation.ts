import { hasPendingInvite } from "../bot/assignment.ts";
import { createSystemMessage, formatTime } from "../chat/create.ts";
import type { ChatSystemMessage, SystemMessageCode } from "../chat/message/system-message-codes.ts";
import type { Assignment, NamedRef } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { effectiveHours, isOpen, nextOpening } from "../hours/open-hours.ts";
import type { AccountConfig, RoutingConfig, CommandContext } from "../command.ts";
import { selectOperator } from "./choose.ts";
import type { RoutingSnapshot } from "./snapshot.ts";
import {
  getAdministrators,
  pushRecipients,
  mailRecipients,
  recipientsForStep,
  assignmentReason,
  type EscalationStep,
} from "./recipients.ts";

/** Steps that a waiting chat passes (CORE-035). */
type EscalationStage = EscalationStep | "push" | "mail" | "visitor";
type WaitingChat = ChatData & { readonly wait: NonNullable<ChatData["wait"]> };
interface EscalationResult {
  readonly chat: ChatData;
  readonly events: readonly NewEvent[];
  /** Operator who now has an offer alone. */
  readonly offeredTo: number | null;
}

const stageOrder: readonly EscalationStage[] = [
  "offer",
  "next",
  "department",
  "channel",
  "push",
  "mail",
  "visitor",
];
const stageRank = (step: string | undefined): number => stageOrder.indexOf(step as EscalationStage);

/**
 * Executes the due escalation steps of a waiting chat: makes offers, passes an offer on, notifies
 * devices, visitor and administrators. A step without new recipients changes nothing; it is
 * repeated with the next step or when an operator comes online. While operators are invited by a
 * bot (BOT-070), there are only offers, without system messages: the invitation has its own message
 * and timeout.
 */
export function escalate(
  context: CommandContext,
  chat: ChatData,
  snapshot: RoutingSnapshot,
): EscalationResult | null {
  if (!isWaiting(chat)) return null;
  const offer = makeOffer(context, chat, snapshot);
  const notified = hasPendingInvite(chat)
    ? null
    : executeNotificationSteps(context, offer?.chat ?? chat);
  const last = notified ?? offer;
  if (last === null) return null;
  return {
    chat: last.chat,
    events: [
      ...(offer?.systemMessages ?? []),
      ...(notified?.systemMessages ?? []),
      { name: "chat_updated", chat: last.chat },
    ],
    offeredTo: offer?.offeredTo ?? null,
  };
}

/**
 * Returns the next escalation time after `now`: end of an offer, next step or reminder. null: the
 * chat does not wait. Reminders never end.
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
  if (!hasPendingInvite(chat)) {
    const { routing } = config;
    for (const step of stageOrder)
      if (stageRank(step) > stageRank(wait.step) && stepDelayMs(routing, step) > 0)
        times.push(since + stepDelayMs(routing, step));
    times.push(...nextOpeningTimes(chat, config, now));
    if (findEarlySteps(chat, config, now).size > 0) times.push(now + 1);
    times.push(
      since +
        (Math.floor(Math.max(now - since, 0) / reminderIntervalMs(routing)) + 1) *
          reminderIntervalMs(routing),
    );
  }
  const upcoming = times.filter((at) => at > now);
  return upcoming.length === 0 ? null : Math.min(...upcoming);
}

/** Returns the next opening time if a push or mail is delayed until working hours. */
function nextOpeningTimes(
  chat: WaitingChat,
  config: AccountConfig,
  now: number,
): readonly number[] {
  const { pushMs, mailMs } = config.routing;
  const isPushPending =
    needsPush(chat.wait) && pushMs > 0 && pushRecipients(config, chat).length > 0;
  const isMailPending =
    needsMail(chat.wait) && mailMs > 0 && mailRecipients(config, chat).length > 0;
  if ((!isPushPending && !isMailPending) || canNotifyNow(chat, config, now)) return [];
  const opening = nextOpening(
    effectiveHours(config, chat.department?.id ?? null, chat.channel.id),
    now,
  );
  return opening === null ? [] : [opening];
}

/**
 * Returns the steps that are due early because a notification of the operators failed (CORE-191).
 * After devices: the mail. After the mail, or after devices without a mail step: the visitor's form
 * and a reminder. Only steps that are possible now are returned.
 */
function findEarlySteps(
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
  // A mail without a reported failure may still arrive.
  if (
    !failed.includes("mail") &&
    stageRank(step) >= stageRank("mail") &&
    mailMs > 0 &&
    mailRecipients(config, chat).length > 0
  )
    return steps;
  if (visitorMs > 0 && stageRank(step) < stageRank("visitor") && chat.channel.kind === "widget")
    steps.add("visitor");
  if (reminded === undefined && getAdministrators(config).length > 0) steps.add("remind");
  return steps;
}

/**
 * Returns whether the push notification is still to be sent: its step is not reached, or it waits
 * for working hours.
 */
const needsPush = ({ step, push_waits: isDelayed }: WaitingChat["wait"]): boolean =>
  stageRank(step) < stageRank("push") || isDelayed === true;

/**
 * Returns whether the mail is still to be sent: its step is not reached, or it waits for working
 * hours.
 */
const needsMail = ({ step, mail_waits: isDelayed }: WaitingChat["wait"]): boolean =>
  stageRank(step) < stageRank("mail") || isDelayed === true;

interface OfferUpdate {
  readonly chat: WaitingChat;
  readonly systemMessages: readonly NewEvent[];
  readonly offeredTo: number | null;
}

/**
 * Offers the chat to the next operator alone, or to all operators that the step reaches. null: no
 * new operator.
 */
function makeOffer(
  context: CommandContext,
  chat: WaitingChat,
  snapshot: RoutingSnapshot,
): OfferUpdate | null {
  const { config, now } = context;
  const step = currentOfferStep(chat, config.routing, now);
  const recipients = recipientsForStep(config, chat, snapshot, step);
  const assignment = assignmentReason(config.routing, step, recipients);
  const isAlone = config.routing.mode !== "all" && (step === "offer" || step === "next");
  const { offered = [], asked: declined = [], offer_until: until } = chat.wait;
  const inviter = findAvailableInviter(chat, recipients);
  if (inviter !== null && step === "offer") {
    if (offered.length > 0 && until !== undefined && Date.parse(until) > now) return null;
    if (offered.length === 0) {
      const next = {
        ...chat.wait,
        offered: [inviter],
        offer_until: formatTime(now + config.routing.offerMs),
      };
      return createOfferUpdate(context, chat, {
        wait: next,
        step,
        assignment: { ...assignment, rules: ["invitation"] },
        newlyOffered: [inviter],
        passedBy: null,
      });
    }
  }
  if (!isAlone) {
    // An operator who transferred the chat is asked together with the others, not first.
    const isWide = step === "department" || step === "channel";
    const newlyOffered = recipients.eligible.filter(
      (id) => !offered.includes(id) && (isWide || !declined.includes(id)),
    );
    if (newlyOffered.length === 0) return null;
    const { offer_until: _, asked: __, ...rest } = chat.wait;
    const next = {
      ...rest,
      ...(isWide || declined.length === 0 ? {} : { asked: declined }),
      offered: [...offered, ...newlyOffered],
    };
    return createOfferUpdate(context, chat, {
      wait: next,
      step,
      assignment,
      newlyOffered,
      passedBy: null,
    });
  }
  const isOfferValid =
    until !== undefined &&
    Date.parse(until) > now &&
    offered.some((id) => recipients.eligible.includes(id));
  if (isOfferValid) return null;
  const candidates = recipients.eligible.filter(
    (id) => !offered.includes(id) && !declined.includes(id),
  );
  const selected = selectOperator(config.routing.mode, candidates, snapshot);
  if (selected === null) return null;
  const next = {
    ...chat.wait,
    offered: [selected],
    offer_until: formatTime(now + config.routing.offerMs),
    ...(offered.length + declined.length === 0 ? {} : { asked: [...declined, ...offered] }),
  };
  return createOfferUpdate(context, chat, {
    wait: next,
    step,
    assignment,
    newlyOffered: [selected],
    passedBy: offered.at(-1) ?? null,
  });
}

/**
 * Returns the operator whose invitation started the chat if they can take it now, whatever its
 * department (CORE-155).
 */
function findAvailableInviter(
  { wait: { inviter } }: WaitingChat,
  { eligible, others }: ReturnType<typeof recipientsForStep>,
): number | null {
  if (inviter === undefined) return null;
  const reasonsAgainst = others.find((other) => other.id === inviter)?.reasons ?? [];
  const isFree =
    eligible.includes(inviter) ||
    (reasonsAgainst.length > 0 && reasonsAgainst.every((reason) => reason === "not_in_department"));
  return isFree ? inviter : null;
}

interface Offer {
  readonly wait: WaitingChat["wait"];
  readonly step: EscalationStep;
  readonly assignment: Assignment;
  readonly newlyOffered: readonly number[];
  /** The operator who did not take the offer before this one. */
  readonly passedBy: number | null;
}
function createOfferUpdate(
  context: CommandContext,
  chat: WaitingChat,
  { wait, step, assignment, newlyOffered, passedBy }: Offer,
): OfferUpdate {
  const previousStep = chat.wait.step;
  const isHigher = stageRank(step) > stageRank(previousStep);
  const { skipped = [], ...rest } = wait;
  // An operator who skipped the chat is alerted again by a new offer (CORE-151).
  const stillSkipped = skipped.filter((id) => !newlyOffered.includes(id));
  const next: WaitingChat = {
    ...chat,
    wait: {
      ...rest,
      ...(stillSkipped.length === 0 ? {} : { skipped: stillSkipped }),
      ...(isHigher ? { step } : {}),
    },
    assignment,
  };
  const offeredTo = wait.offer_until === undefined ? null : (newlyOffered[0] ?? null);
  const names = formatNames(context.config, newlyOffered);
  // Operators who come online later in a step are only added to the list. One system message each
  // would flood the conversation.
  if (hasPendingInvite(chat) || (!isHigher && passedBy === null))
    return { chat: next, systemMessages: [], offeredTo };
  const passedOperator = passedBy === null ? null : toNamedRef(context.config, passedBy);
  const offeredOperator = offeredTo === null ? null : toNamedRef(context.config, offeredTo);
  const isFirst = previousStep === undefined;
  const code =
    offeredTo !== null && passedOperator !== null
      ? "offer_passed"
      : isFirst || step === "offer"
        ? "offered"
        : (`ladder_${step}` as const);
  const text =
    code === "offer_passed"
      ? `${passedOperator?.name} did not take it; offered to ${names}`
      : `${isFirst ? "Offered" : "Offered also"} to ${names}`;
  const line: ChatSystemMessage = {
    code,
    ...(passedOperator === null ? {} : { by: passedOperator }),
    ...(offeredOperator === null ? {} : { to: offeredOperator }),
    assignment,
  };
  return {
    chat: next,
    systemMessages: [createSystemMessage(context, chat.id, line, text)],
    offeredTo,
  };
}

/**
 * Executes the steps for people who are not in the application: push, mail, the visitor's form,
 * reminders.
 */
function executeNotificationSteps(
  context: CommandContext,
  chat: WaitingChat,
): { readonly chat: WaitingChat; readonly systemMessages: readonly NewEvent[] } | null {
  const { config, now } = context;
  const { routing } = config;
  const elapsed = now - Date.parse(chat.wait.since);
  const lines: NewEvent[] = [];
  let { wait } = chat;
  const earlySet = findEarlySteps(chat, config, now);
  const isDue = (step: EscalationStage): boolean =>
    stepDelayMs(routing, step) > 0 && (elapsed >= stepDelayMs(routing, step) || earlySet.has(step));
  const addSystemMessage = (
    code: SystemMessageCode,
    text: string,
    recipients?: readonly number[],
  ): void => {
    const assignment =
      recipients === undefined
        ? {}
        : { assignment: { rules: [code], eligible: [...recipients], others: [] } };
    lines.push(createSystemMessage(context, chat.id, { code, ...assignment }, text));
  };
  const mailOperators = mailRecipients(config, chat);
  const pushToOperators = (): void => {
    const pushOperators = pushRecipients(config, chat);
    if (
      !needsPush(wait) ||
      !isDue("push") ||
      pushOperators.length === 0 ||
      !canNotifyNow(chat, config, now)
    )
      return;
    const { push_waits: _, ...rest } = wait;
    wait = {
      ...rest,
      step: stageRank(wait.step) > stageRank("push") ? (wait.step ?? "push") : "push",
    };
    addSystemMessage(
      "ladder_push",
      `A notice to the devices of ${formatNames(config, pushOperators)} is being sent`,
      pushOperators,
    );
  };
  const mailToOperators = (): void => {
    if (
      !needsMail(wait) ||
      !isDue("mail") ||
      mailOperators.length === 0 ||
      !canNotifyNow(chat, config, now)
    )
      return;
    const { mail_waits: _, ...rest } = wait;
    wait = {
      ...rest,
      step: stageRank(wait.step) > stageRank("mail") ? (wait.step ?? "mail") : "mail",
    };
    addSystemMessage(
      "ladder_mail",
      `A mail to ${formatNames(config, mailOperators)} is being sent`,
      mailOperators,
    );
  };
  const offerForm = (): void => {
    if (
      stageRank(wait.step) >= stageRank("visitor") ||
      !isDue("visitor") ||
      chat.channel.kind !== "widget"
    )
      return;
    const isClosed = !canNotifyNow(chat, config, now);
    const push =
      isClosed && needsPush(wait) && routing.pushMs > 0 ? ({ push_waits: true } as const) : {};
    const mail =
      isClosed && needsMail(wait) && routing.mailMs > 0 && mailOperators.length > 0
        ? ({ mail_waits: true } as const)
        : {};
    wait = { ...wait, step: "visitor", ...push, ...mail };
    addSystemMessage(
      "ladder_visitor",
      "The visitor can now leave a message or ask to be called back",
    );
  };
  const remindAdministrators = (): void => {
    const reminders = Math.floor(elapsed / reminderIntervalMs(routing));
    const administratorIds = getAdministrators(config);
    if (
      (reminders <= (wait.reminded ?? 0) && !earlySet.has("remind")) ||
      administratorIds.length === 0
    )
      return;
    wait = { ...wait, reminded: reminders };
    addSystemMessage(
      "ladder_remind",
      `Still nobody took it: reminder to ${formatNames(config, administratorIds)}`,
      administratorIds,
    );
  };
  pushToOperators();
  mailToOperators();
  offerForm();
  remindAdministrators();
  return lines.length === 0 ? null : { chat: { ...chat, wait }, systemMessages: lines };
}

/** Returns the widest offer step that is due. */
function currentOfferStep(chat: WaitingChat, routing: RoutingConfig, now: number): EscalationStep {
  if (hasPendingInvite(chat)) return "offer";
  const elapsed = now - Date.parse(chat.wait.since);
  const steps: readonly EscalationStep[] = ["next", "department", "channel"];
  return (
    steps.findLast(
      (step) => stepDelayMs(routing, step) > 0 && elapsed >= stepDelayMs(routing, step),
    ) ?? "offer"
  );
}

function stepDelayMs(routing: RoutingConfig, step: EscalationStage): number {
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
/** At least 60 s, even if 0 is set, so that a waiting chat always causes reminders. */
const reminderIntervalMs = (routing: RoutingConfig): number => Math.max(routing.remindMs, 60_000);

/**
 * Returns whether push and mail may be sent now: within working hours, or always if the account
 * wants it.
 */
function canNotifyNow(chat: ChatData, config: AccountConfig, now: number): boolean {
  return (
    config.routing.notifyOutsideHours ||
    isOpen(effectiveHours(config, chat.department?.id ?? null, chat.channel.id), now)
  );
}

function isWaiting(chat: ChatData): chat is WaitingChat {
  return chat.state === "waiting" && chat.wait !== null;
}
function toNamedRef(config: AccountConfig, id: number): NamedRef {
  return { id, name: config.operators.get(id)?.name ?? "" };
}
function formatNames(config: AccountConfig, ids: readonly number[]): string {
  const names = ids.map((id) => toNamedRef(config, id).name);
  if (names.length > maxListedNames)
    return `${names.slice(0, maxListedNames - 1).join(", ")} and ${names.length - maxListedNames + 1} others`;
  return names.length < 2
    ? (names[0] ?? "nobody")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
const maxListedNames = 4;
