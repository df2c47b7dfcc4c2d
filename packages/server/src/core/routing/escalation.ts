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
  getAssignmentReasons,
  type EscalationStep,
} from "./recipients.ts";

/** Steps of the escalation of a waiting chat (CORE-035). */
type EscalationStage = EscalationStep | "push" | "mail" | "visitor";
type WaitingChat = ChatData & { readonly wait: NonNullable<ChatData["wait"]> };
interface EscalationResult {
  readonly chat: ChatData;
  readonly events: readonly NewEvent[];
  /** The operator who now has an offer alone, or null. */
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
 * Executes all escalation steps of a waiting chat whose time has come: makes offers, passes an
 * offer on, notifies devices, visitor and administrators. A step without new recipients changes
 * nothing. It is repeated with the next step or when an operator comes online. While an invitation
 * by a bot is open (BOT-070), there are only offers, without system messages. The invitation has
 * its own message and timeout.
 */
export function escalateChat(
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

/**
 * Returns the next opening time if a push notification or an email is delayed until working hours.
 * Returns none otherwise.
 */
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
 * Returns the steps to execute early because a notification of the operators failed (CORE-191).
 * After a failed push notification: the email. After a failed email, or without an email step: the
 * offline form for the visitor and a reminder. Only steps that are possible now are returned.
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
  // An email without a reported failure may still arrive, so no further step is executed early.
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
 * Returns whether the push notification has not been sent yet: its step is not reached, or it is
 * delayed until working hours.
 */
const needsPush = ({ step, push_waits: isDelayed }: WaitingChat["wait"]): boolean =>
  stageRank(step) < stageRank("push") || isDelayed === true;

/**
 * Returns whether the email has not been sent yet: its step is not reached, or it is delayed until
 * working hours.
 */
const needsMail = ({ step, mail_waits: isDelayed }: WaitingChat["wait"]): boolean =>
  stageRank(step) < stageRank("mail") || isDelayed === true;

interface OfferUpdate {
  readonly chat: WaitingChat;
  readonly systemMessages: readonly NewEvent[];
  readonly offeredTo: number | null;
}

/** The step of a waiting chat that makes offers, and the operators that it reaches. */
interface OfferRound {
  readonly step: EscalationStep;
  readonly recipients: ReturnType<typeof recipientsForStep>;
  readonly assignment: Assignment;
}

/**
 * Offers the chat to the next operator alone, or to all operators whom the step reaches. Returns
 * null if there is no new operator.
 */
function makeOffer(
  context: CommandContext,
  chat: WaitingChat,
  snapshot: RoutingSnapshot,
): OfferUpdate | null {
  const { config, now } = context;
  const step = currentOfferStep(chat, config.routing, now);
  const recipients = recipientsForStep(config, chat, snapshot, step);
  const round = {
    step,
    recipients,
    assignment: getAssignmentReasons(config.routing, step, recipients),
  };
  const { offered = [], offer_until: until } = chat.wait;
  const inviter = findAvailableInviter(chat, recipients);
  if (inviter !== null && step === "offer") {
    if (offered.length === 0) return offerToInviter(context, chat, round, inviter);
    if (until !== undefined && Date.parse(until) > now) return null;
  }
  const isAlone = config.routing.mode !== "all" && (step === "offer" || step === "next");
  if (!isAlone) return offerToAll(context, chat, round);
  const selected = selectNextOperator(context, chat, round, snapshot);
  return selected === null ? null : offerToNext(context, chat, round, selected);
}

/** Offers the chat first to the operator whose invitation started it (CORE-155). */
function offerToInviter(
  context: CommandContext,
  chat: WaitingChat,
  { step, assignment }: OfferRound,
  inviter: number,
): OfferUpdate {
  return createOfferUpdate(context, chat, {
    wait: {
      ...chat.wait,
      offered: [inviter],
      offer_until: formatTime(context.now + context.config.routing.offerMs),
    },
    step,
    assignment: { ...assignment, rules: ["invitation"] },
    newlyOffered: [inviter],
    passedBy: null,
  });
}

function offerToAll(
  context: CommandContext,
  chat: WaitingChat,
  { step, recipients, assignment }: OfferRound,
): OfferUpdate | null {
  const { offer_until: _, asked: declined = [], ...rest } = chat.wait;
  const { offered = [] } = rest;
  // The wide steps also reach operators in `asked`, such as the operator who transferred the chat.
  const isWide = step === "department" || step === "channel";
  const newlyOffered = recipients.eligible.filter(
    (id) => !offered.includes(id) && (isWide || !declined.includes(id)),
  );
  if (newlyOffered.length === 0) return null;
  const wait = {
    ...rest,
    ...(isWide || declined.length === 0 ? {} : { asked: declined }),
    offered: [...offered, ...newlyOffered],
  };
  return createOfferUpdate(context, chat, { wait, step, assignment, newlyOffered, passedBy: null });
}

/** Returns the next operator for an offer alone. null: an offer is open, or nobody is left. */
function selectNextOperator(
  { config, now }: CommandContext,
  { wait }: WaitingChat,
  { recipients }: OfferRound,
  snapshot: RoutingSnapshot,
): number | null {
  const { offered = [], asked: declined = [], offer_until: until } = wait;
  const isOfferValid =
    until !== undefined &&
    Date.parse(until) > now &&
    offered.some((id) => recipients.eligible.includes(id));
  if (isOfferValid) return null;
  const candidates = recipients.eligible.filter(
    (id) => !offered.includes(id) && !declined.includes(id),
  );
  return selectOperator(config.routing.mode, candidates, snapshot);
}

function offerToNext(
  context: CommandContext,
  chat: WaitingChat,
  { step, assignment }: OfferRound,
  selected: number,
): OfferUpdate {
  const { offered = [], asked: declined = [] } = chat.wait;
  return createOfferUpdate(context, chat, {
    wait: {
      ...chat.wait,
      offered: [selected],
      offer_until: formatTime(context.now + context.config.routing.offerMs),
      ...(offered.length + declined.length === 0 ? {} : { asked: [...declined, ...offered] }),
    },
    step,
    assignment,
    newlyOffered: [selected],
    passedBy: offered.at(-1) ?? null,
  });
}

/**
 * Returns the operator whose invitation started the chat if they can take it now, whatever
 * department the chat has (CORE-155).
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
  /** The operator who had the previous offer and did not accept it, or null. */
  readonly passedBy: number | null;
}
function createOfferUpdate(
  context: CommandContext,
  chat: WaitingChat,
  { wait, step, assignment, newlyOffered, passedBy }: Offer,
): OfferUpdate {
  const isHigher = stageRank(step) > stageRank(chat.wait.step);
  const { skipped = [], ...rest } = wait;
  // A new offer alerts an operator again who skipped the chat before (CORE-151).
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
  // Operators who come online later in a step are only added to the list. A system message for each
  // would flood the conversation.
  if (hasPendingInvite(chat) || (!isHigher && passedBy === null))
    return { chat: next, systemMessages: [], offeredTo };
  const message = createOfferMessage(context, chat, {
    step,
    assignment,
    newlyOffered,
    passedBy,
    offeredTo,
  });
  return { chat: next, systemMessages: [message], offeredTo };
}

/** Creates the system message of an offer. `offeredTo`: the operator who has it alone. */
function createOfferMessage(
  context: CommandContext,
  chat: WaitingChat,
  {
    step,
    assignment,
    newlyOffered,
    passedBy,
    offeredTo,
  }: Omit<Offer, "wait"> & { readonly offeredTo: number | null },
): NewEvent {
  const passedOperator = passedBy === null ? null : toNamedRef(context.config, passedBy);
  const offeredOperator = offeredTo === null ? null : toNamedRef(context.config, offeredTo);
  const isFirst = chat.wait.step === undefined;
  const names = formatNames(context.config, newlyOffered);
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
  return createSystemMessage(context, chat.id, line, text);
}

/** The notification steps of one check: the data they read and their changes so far. */
interface NotificationRun {
  readonly context: CommandContext;
  readonly chat: WaitingChat;
  /** Time that the chat has waited. */
  readonly elapsed: number;
  readonly early: ReturnType<typeof findEarlySteps>;
  wait: WaitingChat["wait"];
  readonly messages: NewEvent[];
}

/**
 * Executes the steps for people who are not in the application: push notification, email, offline
 * form for the visitor, reminders.
 */
function executeNotificationSteps(
  context: CommandContext,
  chat: WaitingChat,
): { readonly chat: WaitingChat; readonly systemMessages: readonly NewEvent[] } | null {
  const run: NotificationRun = {
    context,
    chat,
    elapsed: context.now - Date.parse(chat.wait.since),
    early: findEarlySteps(chat, context.config, context.now),
    wait: chat.wait,
    messages: [],
  };
  pushToOperators(run);
  mailToOperators(run);
  offerForm(run);
  remindAdministrators(run);
  return run.messages.length === 0
    ? null
    : { chat: { ...chat, wait: run.wait }, systemMessages: run.messages };
}

function isStepDue({ context, elapsed, early }: NotificationRun, step: EscalationStage): boolean {
  const delayMs = stepDelayMs(context.config.routing, step);
  return delayMs > 0 && (elapsed >= delayMs || early.has(step));
}

/** Adds the message of a step. `recipients`: the operators that it notifies. */
function addStepMessage(
  { context, chat, messages }: NotificationRun,
  code: SystemMessageCode,
  text: string,
  recipients?: readonly number[],
): void {
  const assignment =
    recipients === undefined
      ? {}
      : { assignment: { rules: [code], eligible: [...recipients], others: [] } };
  messages.push(createSystemMessage(context, chat.id, { code, ...assignment }, text));
}

/** Returns the later one of the step of the chat and this step. */
const laterStep = (
  step: WaitingChat["wait"]["step"],
  reached: "push" | "mail",
): NonNullable<WaitingChat["wait"]["step"]> =>
  step !== undefined && stageRank(step) > stageRank(reached) ? step : reached;

function pushToOperators(run: NotificationRun): void {
  const { config, now } = run.context;
  const recipients = pushRecipients(config, run.chat);
  if (
    !needsPush(run.wait) ||
    !isStepDue(run, "push") ||
    recipients.length === 0 ||
    !canNotifyNow(run.chat, config, now)
  )
    return;
  const { push_waits: _, ...rest } = run.wait;
  run.wait = { ...rest, step: laterStep(run.wait.step, "push") };
  const names = formatNames(config, recipients);
  addStepMessage(
    run,
    "ladder_push",
    `A notice to the devices of ${names} is being sent`,
    recipients,
  );
}

function mailToOperators(run: NotificationRun): void {
  const { config, now } = run.context;
  const recipients = mailRecipients(config, run.chat);
  if (
    !needsMail(run.wait) ||
    !isStepDue(run, "mail") ||
    recipients.length === 0 ||
    !canNotifyNow(run.chat, config, now)
  )
    return;
  const { mail_waits: _, ...rest } = run.wait;
  run.wait = { ...rest, step: laterStep(run.wait.step, "mail") };
  const names = formatNames(config, recipients);
  addStepMessage(run, "ladder_mail", `A mail to ${names} is being sent`, recipients);
}

/** Offers the visitor's form. Outside working hours, push and mail wait for the next opening. */
function offerForm(run: NotificationRun): void {
  const { chat, wait } = run;
  const { config, now } = run.context;
  const { pushMs, mailMs } = config.routing;
  if (
    stageRank(wait.step) >= stageRank("visitor") ||
    !isStepDue(run, "visitor") ||
    chat.channel.kind !== "widget"
  )
    return;
  const isClosed = !canNotifyNow(chat, config, now);
  const push = isClosed && needsPush(wait) && pushMs > 0 ? ({ push_waits: true } as const) : {};
  const mail =
    isClosed && needsMail(wait) && mailMs > 0 && mailRecipients(config, chat).length > 0
      ? ({ mail_waits: true } as const)
      : {};
  run.wait = { ...wait, step: "visitor", ...push, ...mail };
  addStepMessage(
    run,
    "ladder_visitor",
    "The visitor can now leave a message or ask to be called back",
  );
}

function remindAdministrators(run: NotificationRun): void {
  const { config } = run.context;
  const reminders = Math.floor(run.elapsed / reminderIntervalMs(config.routing));
  const administratorIds = getAdministrators(config);
  if (
    (reminders <= (run.wait.reminded ?? 0) && !run.early.has("remind")) ||
    administratorIds.length === 0
  )
    return;
  run.wait = { ...run.wait, reminded: reminders };
  const names = formatNames(config, administratorIds);
  addStepMessage(
    run,
    "ladder_remind",
    `Still nobody took it: reminder to ${names}`,
    administratorIds,
  );
}

/** Returns the widest offer step whose time has come. */
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
/**
 * The interval is at least 60 s, even if 0 is set, so that a waiting chat always causes reminders.
 */
const reminderIntervalMs = (routing: RoutingConfig): number => Math.max(routing.remindMs, 60_000);

/**
 * Returns whether push notifications and emails may be sent now: within working hours, or always if
 * the account is set so.
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
