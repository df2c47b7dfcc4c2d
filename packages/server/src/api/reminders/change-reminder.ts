import {
  maxOpenReminders,
  type NewReminder,
  type Reminder,
  type ReminderPatch,
} from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import { canAnswerChats } from "../../core/operator/eligibility.ts";
import { canSeeAllChats } from "../../core/operator/role.ts";
import { maxSnoozeMs } from "../../core/chat/snooze.ts";
import { refuse } from "../../core/failure.ts";
import { cleanText, isBlank } from "../../core/text.ts";
import { parseTime } from "../../settings/texts.ts";
import { locateChat } from "../../store/chats/chat.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  changeReminder,
  createReminder,
  findReminder,
  type ReminderInput,
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
/** What the creation of a reminder needs. */
export interface NewReminderDeps {
  readonly reminders: ReminderPort;
  readonly clock: Clock;
  readonly reader: Reader;
  readonly sql: Sql;
  readonly config: (account: number) => Promise<AccountConfig>;
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
  const operatorId = body.operator_id ?? createdBy;
  const chatId = body.chat_id ?? null;
  const dueAt = parseTime(body.due_at, "due_at").getTime();
  if (chatId !== null) await requireVisibleChat(deps, principal, chatId);
  const input = { operatorId, createdBy, chatId, text: body.text, dueAt, origin: null };
  return storeReminder(deps, accountId, input);
}

/** Stores a reminder for an operator who answers its chat, and publishes it. */
export async function storeReminder(
  deps: NewReminderDeps,
  account: number,
  input: Omit<ReminderInput, "now">,
): Promise<Reminder> {
  const text = checkText(input.text);
  assertDueTime(deps, input.dueAt);
  await assertCanBeReminded(deps, account, input.operatorId, input.chatId);
  const reminder = { ...input, text, now: deps.clock.now() };
  const created = await createReminder(deps.sql, account, reminder, maxOpenReminders);
  if (created === null)
    refuse("at_limit", `An operator has at most ${maxOpenReminders} reminders that are not done.`, {
      limit: "reminders",
    });
  return publishReminder(deps, account, created);
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
    refuse("invalid_request", "Send either state or due_at, not both.", { field: "state" });
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
  { reminders, config }: NewReminderDeps,
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

/** Returns the time in ms since 1970. */
function parseDueTime(deps: ReminderDeps, text: string): number {
  const at = parseTime(text, "due_at").getTime();
  assertDueTime(deps, at);
  return at;
}

/** Throws unless the time, in ms since 1970, is in the future and at most a year ahead. */
function assertDueTime({ clock }: { readonly clock: Clock }, at: number): void {
  if (at <= clock.now()) refuse("invalid_request", "This time has passed.", { field: "due_at" });
  if (at > clock.now() + maxSnoozeMs)
    refuse("invalid_request", "A reminder is at most a year ahead.", { field: "due_at" });
}

/** Throws unless the operator is active, may answer chats and sees the chat of the reminder. */
async function assertCanBeReminded(
  { reader, config }: NewReminderDeps,
  account: number,
  operatorId: number,
  chatId: number | null,
): Promise<void> {
  const operator = (await config(account)).operators.get(operatorId);
  const canAnswer = operator !== undefined && canAnswerChats(operator);
  const visibility = { operatorId, seesAllChats: canAnswer && canSeeAllChats(operator) };
  if (
    !canAnswer ||
    (chatId !== null && (await locateChat(reader, account, visibility, chatId)) === null)
  )
    refuse("invalid_request", "This operator cannot answer the chat.", { field: "operator_id" });
}
