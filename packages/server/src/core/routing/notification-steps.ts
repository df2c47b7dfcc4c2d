import { omitFields } from "@parlour/protocol/omit-fields";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { createSystemMessage } from "../chat/create.ts";
import type { SystemMessageCode } from "../chat/message/system-message-codes.ts";
import type { CommandContext } from "../command.ts";
import type { NewEvent } from "../event.ts";
import {
  canNotifyNow,
  findEarlySteps,
  getNextReminder,
  needsMail,
  needsPush,
  reminderIntervalMs,
  stageRank,
  stepDelayMs,
  type EscalationStage,
  type WaitingChat,
} from "./escalation-steps.ts";
import { formatNames } from "./operator-names.ts";
import { getAdministrators, mailRecipients, pushRecipients } from "./recipients.ts";

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

/** Executes the steps for people outside of the application: push, email, form, reminders. */
export function executeNotificationSteps(
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
  const recipients = pushRecipients(config, run.chat, now);
  if (
    !needsPush(run.wait) ||
    !isStepDue(run, "push") ||
    recipients.length === 0 ||
    !canNotifyNow(run.chat, config, now)
  )
    return;
  run.wait = { ...omitFields(run.wait, "push_waits"), step: laterStep(run.wait.step, "push") };
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
  run.wait = { ...omitFields(run.wait, "mail_waits"), step: laterStep(run.wait.step, "mail") };
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
    !getCapabilities(chat.channel.kind).chat_window
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
    (reminders < getNextReminder(config.routing, run.wait.reminded ?? 0) &&
      !run.early.has("remind")) ||
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
