import type { Condition, Once, RuleAction } from "@parlour/protocol/rules";
import type { VisitSource } from "../../../core/entity.ts";
import type { TrailPage } from "../../visitors/visitor.ts";
import type { VisitorData } from "../../../core/event.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";

/** A stored trigger (API-041). `if` null: always; `channels` null: all widgets. */
export interface TriggerRow {
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  readonly if: Condition | null;
  readonly do: readonly RuleAction[];
  readonly channels: readonly number[] | null;
  readonly managed: boolean;
}
/** A loaded trigger. */
export interface TriggerRecord extends TriggerRow {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/**
 * The last visit of a visitor, with the fields that a dry run needs (API-041). Times in
 * milliseconds since 1970.
 */
export interface LastVisit {
  readonly number: number;
  readonly name: string | null;
  readonly channelId: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly pages: number;
  readonly visits: number;
  readonly referrer: string;
  /** Newest first. */
  readonly trail: readonly TrailPage[];
  readonly session: VisitSource;
  /** The visitor had an open chat when the visit started. */
  readonly hasChat: boolean;
}

/** Lists triggers of the account in their order. */
export async function listTriggers(
  reader: Reader,
  account: number,
): Promise<readonly TriggerRecord[]> {
  return (
    await reader.rows<TriggerColumns>(account, `${select} order by managed desc, place, id`, [
      account,
    ])
  ).map(toRecord);
}
export async function findTrigger(
  reader: Reader,
  account: number,
  id: number,
): Promise<TriggerRecord | null> {
  const row = await reader.one<TriggerColumns>(account, `${select} and id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

const select = `select id, name, enabled, once, condition, actions, managed, created_at, updated_at,
  case when channels is not null then array(select c.id::float8 from channel c
    where c.account_id = trigger_rule.account_id and c.id = any(trigger_rule.channels) and c.deleted_at is null order by 1) end as channels
  from trigger_rule where account_id = $1`;

interface TriggerColumns {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  readonly condition: Condition | null;
  readonly actions: readonly RuleAction[];
  readonly channels: readonly number[] | null;
  readonly managed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}
const toRecord = (row: TriggerColumns): TriggerRecord => ({
  id: toInteger(row.id),
  name: row.name,
  enabled: row.enabled,
  once: row.once,
  if: row.condition,
  do: row.actions,
  channels: row.channels,
  managed: row.managed,
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
});

/** Visits scanned for the last visitors. A visitor with many visits appears once. */
const maxScannedVisits = 2_000;

/**
 * Returns the last visit of each of the last `limit` visitors of these widgets, the latest first.
 * `channels` null: all widgets.
 */
export async function listLastVisits(
  reader: Reader,
  account: number,
  channels: readonly number[] | null,
  limit: number,
): Promise<readonly LastVisit[]> {
  const rows = await reader.rows<VisitRow>(
    account,
    `with latest as materialized (
       select * from visit where account_id = $1 and ($2::bigint[] is null or channel_id = any($2)) order by id desc limit ${maxScannedVisits}),
     one as materialized (
       select * from (select distinct on (visitor_id) * from latest order by visitor_id, id desc) o order by id desc limit $3)
     select o.*, v.number, v.body,
       (select count(*)::int from visit x where x.account_id = $1 and x.visitor_id = o.visitor_id and x.started_at <= o.started_at) as visits,
       exists (select 1 from chat c where c.account_id = $1 and c.visitor_id = o.visitor_id and c.created_at <= o.started_at
         and (c.closed_at is null or c.closed_at > o.started_at)) as has_chat
     from one o join visitor v on v.account_id = $1 and v.id = o.visitor_id order by o.id desc`,
    [account, channels, limit],
  );
  return rows.map((row) => ({
    number: toInteger(row.number),
    name: (JSON.parse(row.body) as VisitorData).name?.value ?? null,
    channelId: toInteger(row.channel_id),
    startedAt: row.started_at.getTime(),
    lastAt: row.last_at.getTime(),
    pages: row.pages,
    visits: row.visits,
    referrer: row.referrer,
    trail: row.trail,
    session: row.session,
    hasChat: row.has_chat,
  }));
}
interface VisitRow {
  readonly number: string;
  readonly body: string;
  readonly channel_id: string;
  readonly started_at: Date;
  readonly last_at: Date;
  readonly pages: number;
  readonly visits: number;
  readonly referrer: string;
  readonly trail: LastVisit["trail"];
  readonly session: VisitSource;
  readonly has_chat: boolean;
}

/**
 * Adds a trigger after the others and returns its id. Returns null if the account has one with this
 * name in any letter case.
 */
export async function createTrigger(
  tx: Sql,
  account: number,
  row: TriggerRow,
  now: number,
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into trigger_rule (account_id, place, name, enabled, once, condition, actions, channels, managed, created_at, updated_at)
     select $1::bigint, coalesce(max(place), 0) + 1, $2::text, $3::boolean, $4::text, $5::jsonb, $6::jsonb, $7::bigint[], $8::boolean, $9::timestamptz, $9::timestamptz
     from trigger_rule where account_id = $1
     on conflict (account_id, lower(name)) do nothing returning id::float8 as id`,
    [account, ...toColumns(row), new Date(now)],
  );
  return rows[0]?.id ?? null;
}

/**
 * Replaces a trigger. The caller holds the account lock, so no other change can use the name
 * meanwhile.
 */
export async function updateTrigger(
  tx: Sql,
  account: number,
  id: number,
  row: TriggerRow,
  now: number,
): Promise<"done" | "name_taken" | "not_found"> {
  const conflicts = await tx.query(
    "select from trigger_rule where account_id = $1 and lower(name) = lower($2) and id <> $3",
    [account, row.name, id],
  );
  if (conflicts.length > 0) return "name_taken";
  const rows = await tx.query(
    `update trigger_rule set name = $2, enabled = $3, once = $4, condition = $5::jsonb, actions = $6::jsonb, channels = $7::bigint[], managed = $8,
       updated_at = $9 where account_id = $1 and id = $10 returning id`,
    [account, ...toColumns(row), new Date(now), id],
  );
  return rows.length === 0 ? "not_found" : "done";
}

/** Sets the order of these triggers to 1, 2, 3 … */
export async function setTriggerOrder(
  tx: Sql,
  account: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query(
    `update trigger_rule t set place = n.place from unnest($2::bigint[]) with ordinality as n (id, place)
     where t.account_id = $1 and t.id = n.id and t.place <> n.place`,
    [account, ids],
  );
}

/** Returns false if the trigger does not exist. */
export async function deleteTrigger(tx: Sql, account: number, id: number): Promise<boolean> {
  return (
    (
      await tx.query("delete from trigger_rule where account_id = $1 and id = $2 returning id", [
        account,
        id,
      ])
    ).length > 0
  );
}

function toColumns(row: TriggerRow): unknown[] {
  const condition = row.if === null ? null : JSON.stringify(row.if);
  return [
    row.name,
    row.enabled,
    row.once,
    condition,
    JSON.stringify(row.do),
    row.channels,
    row.managed,
  ];
}
