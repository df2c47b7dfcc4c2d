import type { MoveSystem, ReadKind } from "@parlour/protocol/move-in/record";
import type { MoveCounts, MoveState } from "@parlour/protocol/move-in/move-import";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import { lastPosition } from "../last-entry.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

export interface MoveKey {
  readonly account: number;
  readonly id: number;
}
/** What becomes an operator of the other system, by their id there. null: a former operator. */
export interface MoveChoices {
  /** null: a channel that is made for the import. */
  readonly channel_id: number | null;
  readonly operators: Readonly<Record<string, number | null>>;
  /** Day such as 2026-01-01, from which reports count imported chats. null: they count none. */
  readonly count_from: string | null;
  /** Whether people who are here already are merged with those of the import. */
  readonly merge_visitors: boolean;
}
export interface MovePlanOperator {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly active: boolean;
  readonly chats: number;
  /** The operator with the same email, or null. */
  readonly operator_id: number | null;
}
export interface MovePlan {
  readonly counts: MoveCounts;
  readonly operators: readonly MovePlanOperator[];
  /** Number of records by the code of their problem. */
  readonly problems: Readonly<Record<string, number>>;
  /** People of the source whose email or phone a visitor has. */
  readonly matching_visitors: number;
  readonly first_chat_at: string | null;
  readonly last_chat_at: string | null;
  /** Names of channels there, with the number of chats. */
  readonly channels: Readonly<Record<string, number>>;
}
/** Answer of the other system to the connection. */
export interface StoredCheck {
  readonly product: string;
  readonly account: string | null;
  readonly first_chat_at: string | null;
  readonly requests_per_minute: number | null;
  readonly counts: Readonly<Record<string, number>>;
}

export interface MoveImportRecord {
  readonly id: number;
  readonly operatorId: number;
  readonly system: MoveSystem;
  readonly source: string;
  readonly name: string;
  readonly state: MoveState;
  readonly pausedState: MoveState | null;
  readonly reason: string | null;
  readonly reasonDetail: string | null;
  readonly readKind: ReadKind | null;
  readonly readCursor: string | null;
  readonly check: StoredCheck | null;
  readonly plan: MovePlan | null;
  readonly choices: MoveChoices | null;
  readonly counts: MoveCounts;
  readonly failures: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}
/** An import that a worker processes, with its sealed settings. */
export interface ActiveMove extends MoveImportRecord, MoveKey {
  readonly settings: Buffer | null;
}

export interface NewMove {
  readonly operatorId: number;
  readonly system: MoveSystem;
  readonly source: string;
  readonly name: string;
  readonly settings: Buffer;
  readonly check: StoredCheck;
  readonly now: number;
}
export async function insertMove(tx: Sql, account: number, move: NewMove): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into move_import (account_id, operator_id, system, source, name, settings, source_check, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, ${fromMilliseconds("$8")}) returning id::float8 as id`,
    [
      account,
      move.operatorId,
      move.system,
      move.source,
      move.name,
      move.settings,
      JSON.stringify(move.check),
      move.now,
    ],
  );
  return row?.id ?? 0;
}

export async function findMove(
  reader: Reader,
  account: number,
  id: number,
): Promise<MoveImportRecord | null> {
  const row = await reader.one<Row>(
    account,
    `select ${columns} from move_import where account_id = $1 and id = $2`,
    [account, id],
  );
  return row === null ? null : toRecord(row);
}
/** Lists imports with ids below `before`, newest first. */
export async function listMoves(
  reader: Reader,
  account: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly MoveImportRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    `select ${columns} from move_import where account_id = $1 and id < $2 order by id desc limit $3`,
    [account, before, limit],
  );
  return rows.map(toRecord);
}
/** Counts imports that are read, moved, undone or paused. */
export async function countOpenMoves(reader: Reader, account: number): Promise<number> {
  const row = await reader.one<{ count: string }>(
    account,
    "select count(*) from move_import where account_id = $1 and state in ('planning', 'running', 'undoing', 'paused')",
    [account],
  );
  return toInteger(row?.count ?? 0);
}

/** Changes the state of an import, if it is in one of `from`. Returns null in another state. */
export async function changeMoveState(
  tx: Sql,
  { account, id }: MoveKey,
  change: {
    readonly from: readonly MoveState[];
    /** null: the state that the import had before it paused. */
    readonly to: MoveState | null;
    readonly node: number;
    readonly now: number;
    /** Begins to read the source from its start, and forgets earlier numbers. */
    readonly isRestart?: boolean;
    readonly choices?: MoveChoices;
  },
): Promise<MoveImportRecord | null> {
  const { to, isRestart = false } = change;
  const [row] = await tx.query<Row>(
    `update move_import set paused_state = case when $4::text = 'paused' then state end, state = coalesce($4, paused_state, state),
       node = $5, reason = null, reason_detail = null, due_at = null, failures = 0,
       read_kind = case when $6 then null else read_kind end, read_cursor = case when $6 then null else read_cursor end,
       counts = case when $6 and $4 in ('running', 'planning') then '{}'::jsonb else counts end,
       plan = case when $4 = 'planning' then null else plan end, choices = coalesce($7, choices),
       from_position = case when $4 = 'running' and $6 then ${lastPosition("$1::bigint")} else from_position end,
       started_at = case when $4 = 'running' and $6 then ${fromMilliseconds("$8")} else started_at end,
       ended_at = case when $4 in ('undoing', 'running') then null when $4 = 'done' then ${fromMilliseconds("$8")} else ended_at end
     where account_id = $1 and id = $2 and state = any($3::text[]) returning ${columns}`,
    [
      account,
      id,
      change.from,
      to,
      change.node,
      isRestart,
      change.choices === undefined ? null : JSON.stringify(change.choices),
      change.now,
    ],
  );
  return row === undefined ? null : toRecord(row);
}
export async function saveMoveChoices(
  tx: Sql,
  { account, id }: MoveKey,
  choices: MoveChoices,
): Promise<MoveImportRecord | null> {
  const [row] = await tx.query<Row>(
    `update move_import set choices = $3 where account_id = $1 and id = $2 and state = 'planned' returning ${columns}`,
    [account, id, JSON.stringify(choices)],
  );
  return row === undefined ? null : toRecord(row);
}

const activeStates = "('planning', 'running', 'undoing')";

/** Takes over the imports of nodes that have ended. `nodes`: those that run, with this one. */
export async function claimMoves(sql: Sql, node: number, nodes: readonly number[]): Promise<void> {
  await sql.query(
    `update move_import set node = $1 where state in ${activeStates} and node <> all($2::bigint[])`,
    [node, nodes],
  );
}
/** Returns the due import of this node that was served the longest time ago, or null. */
export async function takeMove(
  sql: Sql,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<ActiveMove | null> {
  const [row] = await sql.query<Row & { account: number; settings: Buffer | null }>(
    `with job as (
       select account_id, id from move_import where node = $1 and state in ${activeStates}
         and (due_at is null or due_at <= ${fromMilliseconds("$2")})
       order by served_at nulls first, id limit 1 for update)
     update move_import m set served_at = ${fromMilliseconds("$2")} from job
     where m.account_id = job.account_id and m.id = job.id returning ${columns
       .split(", ")
       .map((column) => `m.${column}`)
       .join(", ")}, m.account_id::float8 as account, m.settings`,
    [node, now],
  );
  return row === undefined
    ? null
    : { ...toRecord(row), account: row.account, settings: row.settings };
}
/** Returns when the next waiting import of this node is due, in ms since 1970, or null. */
export async function findNextDueMove(sql: Sql, node: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select (extract(epoch from min(due_at)) * 1000)::float8 as at from move_import where node = $1 and state in ${activeStates}`,
    [node],
  );
  return row?.at ?? null;
}

/** Progress of an import that reads its source. */
export interface MoveProgress {
  readonly kind: ReadKind | null;
  readonly cursor: string | null;
  readonly counts: MoveCounts;
  readonly plan?: MovePlan;
  /** The state after the last page. Absent: it continues. */
  readonly state?: MoveState | undefined;
  readonly now: number;
}
/** Stores the progress. Has no effect if the import is not in the state in which it was taken. */
export async function saveMoveProgress(
  tx: Sql,
  { account, id, state }: ActiveMove,
  progress: MoveProgress,
): Promise<void> {
  await tx.query(
    `update move_import set read_kind = $4, read_cursor = $5, counts = $6, plan = coalesce($7, plan), state = case when state = $3 then coalesce($8, state) else state end,
       paused_state = case when state = 'paused' and $8 is not null then $8 else paused_state end,
       failures = 0, due_at = null, ended_at = case when $8 in ('done', 'undone') then ${fromMilliseconds("$9")} else ended_at end
     where account_id = $1 and id = $2 and (state = $3 or state = 'paused' and paused_state = $3)`,
    [
      account,
      id,
      state,
      progress.kind,
      progress.cursor,
      JSON.stringify(progress.counts),
      progress.plan === undefined ? null : JSON.stringify(progress.plan),
      progress.state ?? null,
      progress.now,
    ],
  );
}
/** Stores the numbers of an import after a part of a page. */
export async function saveMoveCounts(
  tx: Sql,
  { account, id }: MoveKey,
  counts: MoveCounts,
): Promise<void> {
  await tx.query("update move_import set counts = $3 where account_id = $1 and id = $2", [
    account,
    id,
    JSON.stringify(counts),
  ]);
}
/** Repeats the last page at a time, because the other system failed or asked to wait. */
export async function delayMove(
  sql: Sql,
  { account, id }: MoveKey,
  failure: { readonly dueAt: number; readonly code: string; readonly detail: string },
): Promise<void> {
  await sql.query(
    `update move_import set due_at = ${fromMilliseconds("$3")}, failures = failures + 1, reason = $4, reason_detail = $5
     where account_id = $1 and id = $2`,
    [account, id, failure.dueAt, failure.code, failure.detail],
  );
}
/** Pauses an import by itself. `code`: why. */
export async function pauseMoveByItself(
  sql: Sql,
  { account, id }: MoveKey,
  { code, detail }: { readonly code: string; readonly detail: string },
): Promise<void> {
  await sql.query(
    `update move_import set paused_state = state, state = 'paused', reason = $3, reason_detail = $4, due_at = null
     where account_id = $1 and id = $2 and state in ${activeStates}`,
    [account, id, code, detail],
  );
}
/** Deletes the idempotency keys of the commands of an import. */
export async function removeMoveKeys(tx: Sql, { account, id }: MoveKey): Promise<void> {
  await tx.query("delete from idempotency where account_id = $1 and scope = $2", [
    account,
    `move:${id}`,
  ]);
}

const columns =
  "id, operator_id, system, source, name, state, paused_state, reason, reason_detail, read_kind, read_cursor, source_check, plan, choices, counts, failures, created_at, started_at, ended_at";
interface Row {
  readonly id: string;
  readonly operator_id: string;
  readonly system: MoveSystem;
  readonly source: string;
  readonly name: string;
  readonly state: MoveState;
  readonly paused_state: MoveState | null;
  readonly reason: string | null;
  readonly reason_detail: string | null;
  readonly read_kind: ReadKind | null;
  readonly read_cursor: string | null;
  readonly source_check: StoredCheck | null;
  readonly plan: MovePlan | null;
  readonly choices: MoveChoices | null;
  readonly counts: MoveCounts;
  readonly failures: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}
const toRecord = (row: Row): MoveImportRecord => ({
  id: toInteger(row.id),
  operatorId: toInteger(row.operator_id),
  system: row.system,
  source: row.source,
  name: row.name,
  state: row.state,
  pausedState: row.paused_state,
  reason: row.reason,
  reasonDetail: row.reason_detail,
  readKind: row.read_kind,
  readCursor: row.read_cursor,
  check: row.source_check,
  plan: row.plan,
  choices: row.choices,
  counts: row.counts,
  failures: row.failures,
  createdAt: toIsoTime(row.created_at),
  startedAt: toIsoTimeOrNull(row.started_at),
  endedAt: toIsoTimeOrNull(row.ended_at),
});
