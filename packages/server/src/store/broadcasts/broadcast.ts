import type { Broadcast } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import type { ChannelTemplate, MessageTemplate, NamedRef } from "../../core/entity.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";

/** Broadcasts (BC-001). Their recipients are in `broadcast-recipient.ts`. */

export type BroadcastState = Broadcast["state"];
/** What a broadcast sends, before variables are filled. */
export interface BroadcastContent {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  /** The template as the service has it, and the values of its parameters. */
  readonly template?:
    | { readonly source: ChannelTemplate; readonly values: MessageTemplate }
    | undefined;
}
/** A broadcast as an operator makes it. */
export interface BroadcastInput {
  readonly name: string;
  readonly segment: NamedRef;
  readonly condition: Condition;
  readonly channelId: number;
  readonly content: BroadcastContent;
  readonly stopPercent: number;
  readonly operatorId: number;
}
export interface BroadcastRecord extends BroadcastInput {
  readonly id: number;
  readonly state: BroadcastState;
  readonly stoppedByFailures: boolean;
  readonly total: number;
  readonly processed: number;
  readonly createdAt: string;
  readonly startAt: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}
export interface BroadcastKey {
  readonly account: number;
  readonly id: number;
}
/** A broadcast that a node runs. `countedFrom`: in ms since 1970. */
export interface RunningBroadcast extends BroadcastRecord, BroadcastKey {
  readonly listedBelow: number | null;
  readonly countedFrom: number;
}

/** Stores a draft. Returns it. */
export async function createBroadcast(
  tx: Sql,
  account: number,
  broadcast: BroadcastInput,
  now: number,
): Promise<BroadcastRecord> {
  const { segment, condition, content } = broadcast;
  const [row] = await tx.query<Row>(
    `insert into broadcast as b (account_id, name, segment_id, segment_name, condition, channel_id, content, stop_percent, operator_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${fromMilliseconds("$10")}) returning b.*`,
    [
      account,
      broadcast.name,
      segment.id,
      segment.name,
      JSON.stringify(condition),
      broadcast.channelId,
      JSON.stringify(content),
      broadcast.stopPercent,
      broadcast.operatorId,
      now,
    ],
  );
  if (row === undefined) throw new Error("the inserted broadcast was not returned");
  return toRecord(row);
}

/** Returns a broadcast, or null if the account has none with this id. */
export async function findBroadcast(
  reader: Reader,
  account: number,
  id: number,
): Promise<BroadcastRecord | null> {
  const row = await reader.one<Row>(
    account,
    "select * from broadcast where account_id = $1 and id = $2",
    [account, id],
  );
  return row === null ? null : toRecord(row);
}

/** Lists broadcasts with ids below `before`, newest first. */
export async function listBroadcasts(
  reader: Reader,
  account: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly BroadcastRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    "select * from broadcast where account_id = $1 and id < $2 order by id desc limit $3",
    [account, before, limit],
  );
  return rows.map(toRecord);
}

/**
 * Changes the state of a broadcast that is in one of the states `from`, else returns null. `node`
 * continues a running or scheduled one at `dueAt`. Times are in ms since 1970.
 */
export async function changeBroadcastState(
  tx: Sql,
  account: number,
  id: number,
  change: {
    readonly from: readonly BroadcastState[];
    readonly to: BroadcastState;
    readonly node: number;
    readonly dueAt: number | null;
    readonly stoppedByFailures?: boolean;
    readonly now: number;
  },
): Promise<BroadcastRecord | null> {
  const { to, dueAt } = change;
  const [row] = await tx.query<Row>(
    `update broadcast set state = $4, node = $5, due_at = ${fromMilliseconds("$6")}, stopped_by_failures = $7,
       start_at = case when $4 in ('scheduled', 'running') then coalesce(start_at, ${fromMilliseconds("$6")}) else start_at end,
       counted_from = case when $4 = 'running' then ${fromMilliseconds("$8")} else counted_from end,
       ended_at = case when $4 in ('done', 'cancelled') then ${fromMilliseconds("$8")} else ended_at end
     where account_id = $1 and id = $2 and state = any($3) returning *`,
    [
      account,
      id,
      change.from,
      to,
      change.node,
      dueAt,
      change.stoppedByFailures ?? false,
      change.now,
    ],
  );
  return row === undefined ? null : toRecord(row);
}

/** Takes over the broadcasts of nodes that have ended. `nodes`: those that run, with this one. */
export async function claimBroadcasts(
  sql: Sql,
  node: number,
  nodes: readonly number[],
): Promise<void> {
  await sql.query(
    "update broadcast set node = $1 where due_at is not null and node <> all($2::bigint[])",
    [node, nodes],
  );
}

/**
 * Returns the broadcast of this node that is due longest, or null. One that was scheduled starts.
 * It is due again now, so that several take turns.
 */
export async function takeBroadcast(
  sql: Sql,
  { node, now }: { readonly node: number; readonly now: number },
): Promise<RunningBroadcast | null> {
  const [row] = await sql.query<Row & { account: number; counted_ms: number }>(
    `with due as (
       select account_id, id from broadcast where node = $1 and due_at <= ${fromMilliseconds("$2")} order by due_at, id limit 1 for update)
     update broadcast b set state = 'running', due_at = ${fromMilliseconds("$2")},
       started_at = coalesce(b.started_at, ${fromMilliseconds("$2")}), counted_from = coalesce(b.counted_from, ${fromMilliseconds("$2")})
     from due where b.account_id = due.account_id and b.id = due.id
     returning b.*, b.account_id::float8 as account, ${toMilliseconds("b.counted_from")} as counted_ms`,
    [node, now],
  );
  if (row === undefined) return null;
  return {
    ...toRecord(row),
    account: row.account,
    listedBelow: row.listed_below === null ? null : toInteger(row.listed_below),
    countedFrom: row.counted_ms,
  };
}

/** Lets a running broadcast wait until `until`, in ms since 1970. */
export async function delayBroadcast(
  sql: Sql,
  { account, id }: BroadcastKey,
  until: number,
): Promise<void> {
  await sql.query(
    `update broadcast set due_at = ${fromMilliseconds("$3")} where account_id = $1 and id = $2 and state = 'running'`,
    [account, id, until],
  );
}

/** Returns when a broadcast of this node is due next, in ms since 1970, or null. */
export async function findNextBroadcast(sql: Sql, node: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(
    `select ${toMilliseconds("min(due_at)")} as at from broadcast where node = $1 and due_at is not null`,
    [node],
  );
  return row?.at ?? null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly segment_id: string;
  readonly segment_name: string;
  readonly condition: Condition;
  readonly channel_id: string;
  readonly content: BroadcastContent;
  readonly stop_percent: number;
  readonly operator_id: string;
  readonly state: BroadcastState;
  readonly stopped_by_failures: boolean;
  readonly listed_below: string | null;
  readonly total: number;
  readonly processed: number;
  readonly created_at: Date;
  readonly start_at: Date | null;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}
const toRecord = (row: Row): BroadcastRecord => ({
  id: toInteger(row.id),
  name: row.name,
  segment: { id: toInteger(row.segment_id), name: row.segment_name },
  condition: row.condition,
  channelId: toInteger(row.channel_id),
  content: row.content,
  stopPercent: row.stop_percent,
  operatorId: toInteger(row.operator_id),
  state: row.state,
  stoppedByFailures: row.stopped_by_failures,
  total: row.total,
  processed: row.processed,
  createdAt: toIsoTime(row.created_at),
  startAt: toIsoTimeOrNull(row.start_at),
  startedAt: toIsoTimeOrNull(row.started_at),
  endedAt: toIsoTimeOrNull(row.ended_at),
});
