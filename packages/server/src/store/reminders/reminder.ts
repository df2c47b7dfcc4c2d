import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";

/** Reminders of operators (REM-001). */

type ReminderState = "waiting" | "due" | "done";
export interface ReminderRecord {
  readonly id: number;
  readonly operatorId: number;
  readonly createdBy: number;
  readonly chatId: number | null;
  readonly text: string;
  readonly dueAt: string;
  readonly state: ReminderState;
  readonly createdAt: string;
  readonly doneAt: string | null;
}
/** A new reminder. Times in ms since 1970. */
export interface ReminderInput {
  readonly operatorId: number;
  readonly createdBy: number;
  readonly chatId: number | null;
  readonly text: string;
  readonly dueAt: number;
  readonly now: number;
  /** Key of the action that creates it. A repeat finds the reminder. null: none. */
  readonly origin: string | null;
}
/** null keeps a value. With `dueAt` it waits again, with `doneAt` it ends. Ms since 1970. */
export interface ReminderChange {
  readonly id: number;
  readonly text: string | null;
  readonly dueAt: number | null;
  readonly doneAt: number | null;
}

export interface ReminderFilter {
  /** Reminders of or by this operator. */
  readonly operatorId: number;
  readonly chatId: number | null;
  readonly states: readonly ReminderState[];
  /** Position after which the page begins: the time in ms since 1970, and the id. */
  readonly after: readonly [number, number];
  readonly limit: number;
}

/** Lists reminders of or by an operator, the earliest first. */
export async function listReminders(
  reader: Reader,
  account: number,
  { operatorId, chatId, states, after, limit }: ReminderFilter,
): Promise<readonly ReminderRecord[]> {
  const rows = await reader.rows<ReminderRow>(
    account,
    `select ${columns} from reminder r where account_id = $1 and (operator_id = $2 or created_by = $2)
       and ($3::bigint is null or chat_id = $3) and state = any($4::text[]) and (due_at, id) > (${fromMilliseconds("$5")}, $6)
     order by due_at, id limit $7`,
    [account, operatorId, chatId, states, ...after, limit],
  );
  return rows.map(toRecord);
}

/** Returns a reminder of or by the operator, or null. */
export async function findReminder(
  reader: Reader,
  account: number,
  { id, operatorId }: { readonly id: number; readonly operatorId: number },
): Promise<ReminderRecord | null> {
  const row = await reader.one<ReminderRow>(
    account,
    `select ${columns} from reminder r where account_id = $1 and id = $2 and (operator_id = $3 or created_by = $3)`,
    [account, id, operatorId],
  );
  return row === null ? null : toRecord(row);
}

/** Creates a reminder, or returns that of the origin, or null if `maximum` are not done. */
export async function createReminder(
  sql: Sql,
  account: number,
  reminder: ReminderInput,
  maximum: number,
): Promise<ReminderRecord | null> {
  const [row] = await sql.query<ReminderRow>(
    `insert into reminder as r (account_id, operator_id, created_by, chat_id, text, due_at, notify_at, created_at, origin)
     select $1, $2, $3, $4, $5, ${fromMilliseconds("$6")}, ${fromMilliseconds("$6")}, ${fromMilliseconds("$7")}, $9
     where (select count(*) from reminder where account_id = $1 and operator_id = $2 and state <> 'done') < $8
       or exists (select from reminder where account_id = $1 and origin = $9)
     on conflict (account_id, origin) where origin is not null do update set origin = excluded.origin
     returning ${columns}`,
    [
      account,
      reminder.operatorId,
      reminder.createdBy,
      reminder.chatId,
      reminder.text,
      reminder.dueAt,
      reminder.now,
      maximum,
      reminder.origin,
    ],
  );
  return row === undefined ? null : toRecord(row);
}

/** Changes a reminder. One that is done keeps its time. Returns null if it was deleted. */
export async function changeReminder(
  sql: Sql,
  account: number,
  { id, text, dueAt, doneAt }: ReminderChange,
): Promise<ReminderRecord | null> {
  const [row] = await sql.query<ReminderRow>(
    `update reminder r set text = coalesce($3, text), due_at = coalesce(c.due_at, r.due_at),
       state = case when c.due_at is not null then 'waiting' when c.done_at is not null then 'done' else state end,
       notify_at = case when c.done_at is not null then null else coalesce(c.due_at, notify_at) end,
       attempts = case when c.due_at is null then attempts else 0 end,
       done_at = case when c.due_at is null then coalesce(r.done_at, c.done_at) end
     from (select ${fromMilliseconds("$4")} as due_at, ${fromMilliseconds("$5")} as done_at) c
     where r.account_id = $1 and r.id = $2 returning ${columns}`,
    [account, id, text, dueAt, doneAt],
  );
  return row === undefined ? null : toRecord(row);
}

/** Ends the reminders of a chat whose origin has the prefix, at `doneAt` in ms since 1970. */
export async function endReminders(
  sql: Sql,
  account: number,
  {
    chatId,
    prefix,
    doneAt,
  }: { readonly chatId: number; readonly prefix: string; readonly doneAt: number },
): Promise<readonly ReminderRecord[]> {
  const rows = await sql.query<ReminderRow>(
    `update reminder r set state = 'done', notify_at = null, done_at = ${fromMilliseconds("$3")}
     where account_id = $1 and chat_id = $2 and origin like $4 and state <> 'done' returning ${columns}`,
    [account, chatId, doneAt, `${prefix}%`],
  );
  return rows.map(toRecord);
}

/** Deletes a reminder. */
export async function deleteReminder(sql: Sql, account: number, id: number): Promise<void> {
  await sql.query("delete from reminder where account_id = $1 and id = $2", [account, id]);
}

/** A reminder whose operator must be notified now. */
export interface DueReminder {
  readonly account: number;
  readonly reminder: ReminderRecord;
  readonly attempts: number;
}

/**
 * Makes reminders due whose time has come, at most `limit`, and claims them until `until`. A node
 * that ends before it has notified the operator leaves them to the next claim after that time. All
 * times in ms since 1970.
 */
export async function claimDueReminders(
  sql: Sql,
  { now, until, limit }: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<readonly DueReminder[]> {
  const rows = await sql.query<ReminderRow & { account: number; attempts: number }>(
    `with due as (
       select account_id as a, id as i from reminder where notify_at <= ${fromMilliseconds("$1")} order by notify_at limit $3 for update skip locked)
     update reminder r set state = 'due', attempts = attempts + 1, notify_at = ${fromMilliseconds("$2")} from due
     where r.account_id = due.a and r.id = due.i
     returning r.account_id::float8 as account, r.attempts, ${columns}`,
    [now, until, limit],
  );
  return rows.map((row) => ({
    account: row.account,
    reminder: toRecord(row),
    attempts: row.attempts,
  }));
}

/** Notes that the operator was notified, unless the reminder was changed since its claim. */
export async function endNotification(
  sql: Sql,
  { account, reminder, attempts }: DueReminder,
): Promise<void> {
  await sql.query(
    "update reminder set notify_at = null where account_id = $1 and id = $2 and state = 'due' and attempts = $3",
    [account, reminder.id, attempts],
  );
}

/** Returns when the next operator must be notified, in ms since 1970, or null. */
export async function findNextNotification(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select ${toMilliseconds("min(notify_at)")} as at from reminder where notify_at is not null`,
    [],
  );
  return row?.at ?? null;
}

/** Deletes the reminders of chats. */
export async function removeRemindersOfChats(
  sql: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await sql.query("delete from reminder where account_id = $1 and chat_id = any($2::bigint[])", [
    account,
    chats,
  ]);
}

/** Deletes reminders that were done before `before`, in ms since 1970. */
export async function removeOldReminders(sql: Sql, before: number): Promise<void> {
  await sql.query(`delete from reminder where done_at < ${fromMilliseconds("$1")}`, [before]);
}

const columns = `r.id, r.operator_id, r.created_by, r.chat_id, r.text, r.due_at, r.state, r.created_at, r.done_at`;
interface ReminderRow {
  readonly id: string;
  readonly operator_id: string;
  readonly created_by: string;
  readonly chat_id: string | null;
  readonly text: string;
  readonly due_at: Date;
  readonly state: ReminderState;
  readonly created_at: Date;
  readonly done_at: Date | null;
}
const toRecord = (row: ReminderRow): ReminderRecord => ({
  id: toInteger(row.id),
  operatorId: toInteger(row.operator_id),
  createdBy: toInteger(row.created_by),
  chatId: row.chat_id === null ? null : toInteger(row.chat_id),
  text: row.text,
  dueAt: toIsoTime(row.due_at),
  state: row.state,
  createdAt: toIsoTime(row.created_at),
  doneAt: toIsoTimeOrNull(row.done_at),
});
