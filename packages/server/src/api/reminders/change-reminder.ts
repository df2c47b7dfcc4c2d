import {
  maxOpenReminders,
  type NewReminder,
  type Reminder,
  type ReminderPatch,
} from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { canAnswerChats } from "../../core/operator/eligibility.ts";
import { maxSnoozeMs } from "../../core/chat/snooze.ts";
import { refuse } from "../../core/failure.ts";
import { cleanText, isBlank } from "../../core/text.ts";
import { parseTime } from "../../settings/texts.ts";
import { locateChat } from "../../store/chats/chat.ts";
import {
  changeReminder,
  createReminder,
  findReminder,
  type ReminderRecord,
} from "../../store/reminders/reminder.ts";
import { requireVisibleChat } from "../chats/visibility.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { serializeReminder } from "./serialize-reminder.ts";

export interface ReminderPort {
  /** Publishes a changed reminder to the sockets of its operator. */
  readonly publish: (account: number, reminder: Reminder) => void;
  /** Notes that a reminder is due at this time, in ms since 1970. */
  readonly scheduleBy: (at: number) => void;
}
export interface ReminderDeps extends RouteDeps {
  readonly reminders: ReminderPort;
}

/** Creates a reminder for the principal or another operator (REM-001, REM-002). */
export async function addReminder(
  deps: ReminderDeps,
  principal: Principal,
  body: NewReminder,
): Promise<Reminder> {
  const { accountId } = principal;
  const createdBy = principal.operatorId;
  const chatId = body.chat_id ?? null;
  const operatorId = body.operator_id ?? createdBy;
  const text = checkText(body.text);
  const dueAt = parseDueTime(deps, body.due_at);
  if (chatId !== null) await requireVisibleChat(deps, principal, chatId);
  await assertCanBeReminded(deps, accountId, operatorId, chatId);
  const created = await createReminder(
    deps.sql,
    accountId,
    { operatorId, createdBy, chatId, text, dueAt, now: deps.clock.now() },
    maxOpenReminders,
  );
  if (created === null)
    refuse("at_limit", `An operator has at most ${maxOpenReminders} reminders that are not done.`);
  return publishReminder(deps, accountId, created);
}

/** Changes a reminder of or by the principal (REM-006). */
export async function patchReminder(
  deps: ReminderDeps,
  principal: Principal,
  idText: string,
  patch: ReminderPatch,
): Promise<Reminder> {
  const { id } = await requireReminder(deps, principal, idText);
  if (patch.state !== undefined && patch.due_at !== undefined)
    refuse("invalid_request", "A reminder that is done has no new time.", { field: "state" });
  const changed = await changeReminder(deps.sql, principal.accountId, {
    id,
    text: patch.text === undefined ? null : checkText(patch.text),
    dueAt: patch.due_at === undefined ? null : parseDueTime(deps, patch.due_at),
    doneAt: patch.state === undefined ? null : deps.clock.now(),
  });
  return publishReminder(deps, principal.accountId, requireFound(changed, "reminder"));
}

/** Returns a reminder of or by the principal. Throws Refusal `not_found`. */
export async function requireReminder(
  { reader }: ReminderDeps,
  { accountId, operatorId }: Principal,
  text: string,
): Promise<ReminderRecord> {
  const id = parseId(text, "reminder");
  return requireFound(await findReminder(reader, accountId, { id, operatorId }), "reminder");
}

async function publishReminder(
  { reminders, config }: ReminderDeps,
  account: number,
  record: ReminderRecord,
): Promise<Reminder> {
  const reminder = serializeReminder(record, await config(account));
  reminders.publish(account, reminder);
  if (record.state === "waiting") reminders.scheduleBy(Date.parse(record.dueAt));
  return reminder;
}

function checkText(input: string): string {
  const text = cleanText(input);
  if (isBlank(text)) refuse("invalid_request", "The reminder has no text.", { field: "text" });
  return text;
}

/** Returns the time in ms since 1970. It is in the future, and at most a year ahead. */
function parseDueTime({ clock }: ReminderDeps, text: string): number {
  const at = parseTime(text, "due_at").getTime();
  if (at <= clock.now()) refuse("invalid_request", "This time has passed.", { field: "due_at" });
  if (at > clock.now() + maxSnoozeMs)
    refuse("invalid_request", "A reminder is at most a year ahead.", { field: "due_at" });
  return at;
}

/** Throws unless the operator is active, may answer chats and sees the chat of the reminder. */
async function assertCanBeReminded(
  { reader, config }: ReminderDeps,
  account: number,
  operatorId: number,
  chatId: number | null,
): Promise<void> {
  const operator = (await config(account)).operators.get(operatorId);
  const canAnswer = operator !== undefined && canAnswerChats(operator);
  const visibility = { operatorId, seesAllChats: operator?.role !== "operator" };
  if (
    !canAnswer ||
    (chatId !== null && (await locateChat(reader, account, visibility, chatId)) === null)
  )
    refuse("invalid_request", "This operator cannot answer the chat.", { field: "operator_id" });
}
