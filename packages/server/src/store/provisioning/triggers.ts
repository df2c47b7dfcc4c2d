import type { Condition, Once, RuleAction } from "@parlour/protocol/rules";
import type { Sql } from "../database/sql.ts";

/** A stored trigger that a provisioning file is compared with. */
export interface CurrentTrigger {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  /** null: always. */
  readonly if: Condition | null;
  readonly do: readonly RuleAction[];
  /** Public ids of widgets, or null: all. */
  readonly channels: readonly string[] | null;
  readonly managed: boolean;
}

/** Returns the triggers in their order. */
export function readTriggers(sql: Sql, account: number | null): Promise<readonly CurrentTrigger[]> {
  return sql.query<CurrentTrigger>(
    `select t.id::float8 as id, t.name, t.enabled, t.once, t.condition as "if", t.actions as "do", t.managed,
       case when t.channels is not null then array(select c.public_id from channel c
         where c.account_id = t.account_id and c.id = any(t.channels) and c.deleted_at is null order by 1) end as channels
     from trigger_rule t where t.account_id = $1 order by t.managed desc, t.place, t.id`,
    [account],
  );
}

/**
 * Returns the ids of the account's triggers with these names, in the order of the names. Unknown
 * names are omitted.
 */
export async function findTriggersByName(
  sql: Sql,
  account: number,
  names: readonly string[],
): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(
    `select t.id::float8 as id from unnest($2::text[]) with ordinality as n (name, place)
     join trigger_rule t on t.account_id = $1 and lower(t.name) = lower(n.name) order by n.place`,
    [account, names],
  );
  return rows.map(({ id }) => id);
}
