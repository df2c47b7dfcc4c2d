import type { TriggerRow } from "../../core/record/trigger.ts";
import type { Sql } from "../sql.ts";

/** Puts it behind the others; its id. Null: the account has one of this name, in any case of letters. */
export async function createTrigger(tx: Sql, account: number, row: TriggerRow, now: number): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into trigger_rule (account_id, place, name, enabled, once, condition, actions, channels, managed, created_at, updated_at)
     select $1::bigint, coalesce(max(place), 0) + 1, $2::text, $3::boolean, $4::text, $5::jsonb, $6::jsonb, $7::bigint[], $8::boolean, $9::timestamptz, $9::timestamptz
     from trigger_rule where account_id = $1
     on conflict (account_id, lower(name)) do nothing returning id::float8 as id`,
    [account, ...columns(row), new Date(now)],
  );
  return rows[0]?.id ?? null;
}

/** Makes the trigger this one. The caller holds the account's head, so no name is taken meanwhile. */
export async function updateTrigger(
  tx: Sql,
  account: number,
  id: number,
  row: TriggerRow,
  now: number,
): Promise<"done" | "name_taken" | "not_found"> {
  const taken = await tx.query("select from trigger_rule where account_id = $1 and lower(name) = lower($2) and id <> $3", [
    account,
    row.name,
    id,
  ]);
  if (taken.length > 0) return "name_taken";
  const rows = await tx.query(
    `update trigger_rule set name = $2, enabled = $3, once = $4, condition = $5::jsonb, actions = $6::jsonb, channels = $7::bigint[], managed = $8,
       updated_at = $9 where account_id = $1 and id = $10 returning id`,
    [account, ...columns(row), new Date(now), id],
  );
  return rows.length === 0 ? "not_found" : "done";
}

/** Gives these triggers the places 1, 2, 3 … */
export async function orderTriggers(tx: Sql, account: number, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update trigger_rule t set place = n.place from unnest($2::bigint[]) with ordinality as n (id, place)
     where t.account_id = $1 and t.id = n.id and t.place <> n.place`,
    [account, ids],
  );
}

/** False: no such trigger. */
export async function deleteTrigger(tx: Sql, account: number, id: number): Promise<boolean> {
  return (await tx.query("delete from trigger_rule where account_id = $1 and id = $2 returning id", [account, id])).length > 0;
}

function columns(row: TriggerRow): unknown[] {
  const condition = row.if === null ? null : JSON.stringify(row.if);
  return [row.name, row.enabled, row.once, condition, JSON.stringify(row.do), row.channels, row.managed];
}
