import type { Condition, Once, RuleAction } from "@parlour/protocol/rules";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import {
  deleteRow,
  insertRow,
  isNameTaken,
  updateRow,
  type Columns,
  type RowKey,
} from "../rows.ts";

/** Fields of a trigger that the API and the provisioning file can set (API-041). */
export interface TriggerFields {
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  /** null: always. */
  readonly if: Condition | null;
  readonly do: readonly RuleAction[];
  /** Ids of the trigger's widgets. null means all. */
  readonly channels: readonly number[] | null;
}
/** A trigger that was read from the database, with its id. */
export interface TriggerRecord extends TriggerFields {
  readonly id: number;
  readonly managed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * Lists the triggers of the account in their configured order. Deleted widgets are left out of
 * `channels`.
 */
export async function listTriggers(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly TriggerRecord[]> {
  const rows = await reader.rows<TriggerColumns>(
    account,
    `select id, name, enabled, once, condition, actions, managed, created_at, updated_at,
       case when channels is not null then array(select c.id::float8 from channel c
         where c.account_id = trigger_rule.account_id and c.id = any(trigger_rule.channels) and c.deleted_at is null order by 1) end as channels
     from trigger_rule where account_id = $1 and ($2::bigint is null or id = $2) order by managed desc, place, id`,
    [account, id],
  );
  return rows.map(({ id: rowId, condition, actions, channels, managed, ...row }) => ({
    id: toInteger(rowId),
    name: row.name,
    enabled: row.enabled,
    once: row.once,
    if: condition,
    do: actions,
    channels,
    managed,
    createdAt: toIsoTime(row.created_at),
    updatedAt: toIsoTime(row.updated_at),
  }));
}
interface TriggerColumns extends Pick<TriggerFields, "name" | "enabled" | "once" | "channels"> {
  readonly id: string;
  readonly condition: Condition | null;
  readonly actions: readonly RuleAction[];
  readonly managed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Adds a trigger after the existing ones and returns its id. Returns null if the account has one
 * with this name, ignoring case.
 */
export async function createTrigger(
  tx: Sql,
  account: number,
  row: TriggerFields & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> {
  const [last] = await tx.query<{ place: number }>(
    "select coalesce(max(place), 0) as place from trigger_rule where account_id = $1",
    [account],
  );
  const at = new Date(now);
  return insertRow(tx, "trigger_rule", account, {
    ...toColumns(row),
    place: (last?.place ?? 0) + 1,
    created_at: at,
    updated_at: at,
  });
}

/** Updates the given fields of a trigger. */
export async function updateTrigger(
  tx: Sql,
  key: RowKey,
  change: Partial<TriggerFields> & { readonly managed?: boolean },
  { now }: { readonly now: number },
): Promise<"done" | "name_taken" | "not_found"> {
  if (await isNameTaken(tx, "trigger_rule", key, change.name)) return "name_taken";
  const columns = { ...toColumns(change), updated_at: new Date(now) };
  return (await updateRow(tx, "trigger_rule", key, columns)) ? "done" : "not_found";
}

/** Sets the positions of these triggers to 1, 2, 3 … in the given order. */
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

/** Deletes a trigger. Returns false if the trigger does not exist. */
export const deleteTrigger = (tx: Sql, account: number, id: number): Promise<boolean> =>
  deleteRow(tx, "trigger_rule", account, id);

function toColumns({
  if: condition,
  do: actions,
  ...columns
}: Partial<TriggerFields> & { readonly managed?: boolean }): Columns {
  return {
    ...columns,
    condition:
      condition === undefined || condition === null ? condition : JSON.stringify(condition),
    actions: actions === undefined ? undefined : JSON.stringify(actions),
  };
}
