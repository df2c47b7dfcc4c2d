import type { ActionResult } from "@parlour/protocol/actions/actions";
import type { ReadUntil } from "../../core/command.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTime } from "../database/parameters.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";

/** Answers that are sent at a time (LATER-001). */

export interface ScheduledMessageRecord {
  readonly id: number;
  readonly chatId: number;
  readonly operatorId: number;
  readonly text: string;
  readonly sendAt: string;
  /** `held`: somebody else answered or got the chat meanwhile, and a person decides (CORE-476). */
  readonly state: "waiting" | "sending" | "failed" | "held";
  readonly error: SendingError | null;
  /** What the author had read when they wrote the message. */
  readonly after: ReadUntil;
  readonly createdAt: string;
}
export type SendingError = NonNullable<ActionResult["error"]>;
/** A new scheduled message. Times in ms since 1970. */
export interface ScheduledMessageInput {
  readonly chatId: number;
  readonly operatorId: number;
  readonly text: string;
  readonly sendAt: number;
  /** `seq` of the last message that the author had read. null: all that is there now. */
  readonly afterSeq: number | null;
  readonly now: number;
}

/** No message of a chat has a higher number, so nothing crosses what was written after it. */
const everyMessage = 2_147_483_647;

/** Lists the scheduled messages of a chat, the earliest first. */
export async function listScheduledMessages(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<readonly ScheduledMessageRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    `select ${columns} from scheduled_message s where account_id = $1 and chat_id = $2 order by send_at, id`,
    [account, chatId],
  );
  return rows.map(toRecord);
}

/** Returns a scheduled message of the chat, or null. */
export async function findScheduledMessage(
  reader: Reader,
  account: number,
  { chatId, id }: { readonly chatId: number; readonly id: number },
): Promise<ScheduledMessageRecord | null> {
  const row = await reader.one<Row>(
    account,
    `select ${columns} from scheduled_message s where account_id = $1 and chat_id = $2 and id = $3`,
    [account, chatId, id],
  );
  return row === null ? null : toRecord(row);
}

/** Creates a scheduled message. Returns null if the chat has `maximum` of them. */
export async function createScheduledMessage(
  sql: Sql,
  account: number,
  { chatId, operatorId, text, sendAt, afterSeq, now }: ScheduledMessageInput,
  maximum: number,
): Promise<ScheduledMessageRecord | null> {
  const [row] = await sql.query<Row>(
    `insert into scheduled_message as s (account_id, chat_id, operator_id, text, send_at, due_at, created_at, after_seq, after_at)
     select $1, $2, $3, $4, ${fromMilliseconds("$5")}, ${fromMilliseconds("$5")}, ${fromMilliseconds("$6")}, $8, ${fromMilliseconds("$6")}
     where (select count(*) from scheduled_message where account_id = $1 and chat_id = $2) < $7
     returning ${columns}`,
    [account, chatId, operatorId, text, sendAt, now, maximum, afterSeq],
  );
  return row === undefined ? null : toRecord(row);
}

/**
 * Changes a message, which then waits, as one that `operatorId` has written now. null: this value
 * stays. `isAsked`: they send it whatever others have answered. Returns null if it is being sent or
 * missing.
 */
export async function changeScheduledMessage(
  sql: Sql,
  account: number,
  change: {
    readonly id: number;
    readonly operatorId: number;
    readonly text: string | null;
    readonly sendAt: number | null;
    readonly isAsked: boolean;
    readonly now: number;
  },
): Promise<ScheduledMessageRecord | null> {
  const { id, operatorId, text, sendAt, isAsked, now } = change;
  const [row] = await sql.query<Row>(
    `update scheduled_message s set text = coalesce($3, text), send_at = coalesce(${fromMilliseconds("$4")}, send_at),
       due_at = coalesce(${fromMilliseconds("$4")}, send_at), operator_id = $5, after_seq = $6,
       after_at = ${fromMilliseconds("$7")}, state = 'waiting', attempts = 0, error = null
     where account_id = $1 and id = $2 and state <> 'sending' returning ${columns}`,
    [account, id, text, sendAt, operatorId, isAsked ? everyMessage : null, now],
  );
  return row === undefined ? null : toRecord(row);
}

/** Deletes a scheduled message. Returns false if it is being sent, or does not exist. */
export async function cancelScheduledMessage(
  sql: Sql,
  account: number,
  id: number,
): Promise<boolean> {
  const rows = await sql.query(
    "delete from scheduled_message where account_id = $1 and id = $2 and state <> 'sending' returning id",
    [account, id],
  );
  return rows.length > 0;
}

/** A message that must be sent now. `attempts`: with this one. */
export interface DueMessage {
  readonly account: number;
  readonly message: ScheduledMessageRecord;
  readonly attempts: number;
}

/**
 * Claims messages whose time has come until `until`, at most `limit`. A node that ends before it
 * has stored the result leaves them to the next claim after that time. Times in ms since 1970.
 */
export async function claimScheduledMessages(
  sql: Sql,
  { now, until, limit }: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<readonly DueMessage[]> {
  const rows = await sql.query<Row & { account: number; attempts: number }>(
    `with due as (
       select account_id as a, id as i from scheduled_message where due_at <= ${fromMilliseconds("$1")} order by due_at limit $3 for update skip locked)
     update scheduled_message s set state = 'sending', attempts = attempts + 1, due_at = ${fromMilliseconds("$2")} from due
     where s.account_id = due.a and s.id = due.i
     returning s.account_id::float8 as account, s.attempts, ${columns}`,
    [now, until, limit],
  );
  return rows.map((row) => ({
    account: row.account,
    message: toRecord(row),
    attempts: row.attempts,
  }));
}

/** Ends a scheduled message that was sent. */
export async function endScheduledMessage(
  sql: Sql,
  { account, message }: DueMessage,
): Promise<void> {
  await sql.query("delete from scheduled_message where account_id = $1 and id = $2", [
    account,
    message.id,
  ]);
}

/** Notes why a message was not sent. Somebody can change it, send it anyway or cancel it. */
export async function failScheduledMessage(
  sql: Sql,
  { account, message }: DueMessage,
  error: SendingError,
): Promise<void> {
  await sql.query(
    "update scheduled_message set state = $4, due_at = null, error = $3 where account_id = $1 and id = $2",
    [account, message.id, JSON.stringify(error), getRefusedState(error)],
  );
}

/** A reply that others have crossed is held until somebody decides. Other refusals are failures. */
export const getRefusedState = ({ code }: SendingError): "failed" | "held" =>
  code === "crossed" ? "held" : "failed";

/** Returns when the next message is due, in ms since 1970, or null. */
export async function findNextScheduledMessage(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select ${toMilliseconds("min(due_at)")} as at from scheduled_message where due_at is not null`,
    [],
  );
  return row?.at ?? null;
}

/** Deletes the scheduled messages of chats. */
export async function removeScheduledMessages(
  sql: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await sql.query(
    "delete from scheduled_message where account_id = $1 and chat_id = any($2::bigint[])",
    [account, chats],
  );
}

const columns =
  "s.id, s.chat_id, s.operator_id, s.text, s.send_at, s.state, s.error, s.created_at, s.after_seq, s.after_at";
interface Row {
  readonly id: string;
  readonly chat_id: string;
  readonly operator_id: string;
  readonly text: string;
  readonly send_at: Date;
  readonly state: ScheduledMessageRecord["state"];
  readonly error: SendingError | null;
  readonly created_at: Date;
  readonly after_seq: number | null;
  readonly after_at: Date | null;
}
const toRecord = (row: Row): ScheduledMessageRecord => ({
  id: toInteger(row.id),
  chatId: toInteger(row.chat_id),
  operatorId: toInteger(row.operator_id),
  text: row.text,
  sendAt: toIsoTime(row.send_at),
  state: row.state,
  error: row.error,
  after:
    row.after_seq === null
      ? { at: (row.after_at ?? row.created_at).getTime() }
      : { seq: row.after_seq },
  createdAt: toIsoTime(row.created_at),
});
