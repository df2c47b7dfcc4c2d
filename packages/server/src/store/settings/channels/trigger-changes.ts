import type { TriggerRow } from "./trigger-record.ts";
import type { Sql } from "../../database/sql.ts";

/**
 * Adds a trigger after the others and returns its id. Returns null if the account has one with this
 * name in any letter case.
 */
export async function createTrigger(tx: Sql, account: number, row: TriggerRow, now: number): Promise<number | null> {
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
  const conflicts = await tx.query("select from trigger_rule where account_id = $1 and lower(name) = lower($2) and id <> $3", [
    account,
    row.name,
    id,
  ]);
  if (conflicts.length > 0) return "name_taken";
  const rows = await tx.query(
    `update trigger_rule set name = $2, enabled = $3, once = $4, condition = $5::jsonb, actions = $6::jsonb, channels = $7::bigint[], managed = $8,
       updated_at = $9 where account_id = $1 and id = $10 returning id`,
    [account, ...toColumns(row), new Date(now), id],
  );
  return rows.length === 0 ? "not_found" : "done";
}

/** Sets the order of these triggers to 1, 2, 3 … */
export async function setTriggerOrder(tx: Sql, account: number, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update trigger_rule t set place = n.place from unnest($2::bigint[]) with ordinality as n (id, place)
     where t.account_id = $1 and t.id = n.id and t.place <> n.place`,
    [account, ids],
  );
}

/** Returns false if the trigger does not exist. */
export async function deleteTrigger(tx: Sql, account: number, id: number): Promise<boolean> {
  return (await tx.query("delete from trigger_rule where account_id = $1 and id = $2 returning id", [account, id])).length > 0;
}

function toColumns(row: TriggerRow): unknown[] {
  const condition = row.if === null ? null : JSON.stringify(row.if);
  return [row.name, row.enabled, row.once, condition, JSON.stringify(row.do), row.channels, row.managed];
}
