import type { trigger } from "@parlour/protocol/settings/kinds/trigger";
import type { Values } from "@parlour/protocol/settings/values";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import type { KindRow, KindStore } from "../kind-store.ts";
import {
  deleteRow,
  insertLastRow,
  isNameTaken,
  setOrder,
  updateRow,
  type Columns,
  type RowKey,
} from "../rows.ts";

export type TriggerFields = (typeof trigger)["fields"];
type TriggerValues = Values<TriggerFields>;
interface TriggerFacts {
  readonly updatedAt: string;
}

/** Triggers in their configured order (API-313). New ones are the last. */
export const triggerStore: KindStore<TriggerFields, TriggerFacts> = {
  list: listTriggers,
  create: createTrigger,
  update: updateTrigger,
  remove: (tx, account, id) => deleteRow(tx, "trigger_rule", account, id),
  order: (tx, account, ids) => setOrder(tx, "trigger_rule", account, ids),
};

/** Lists the triggers. Deleted widgets are left out of `channels`. */
async function listTriggers(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly KindRow<TriggerFields, TriggerFacts>[]> {
  const rows = await reader.rows<TriggerColumns>(
    account,
    `select id, name, enabled, once, condition, actions, managed, created_at, updated_at,
       case when channels is not null then array(select c.id::float8 from channel c
         where c.account_id = trigger_rule.account_id and c.id = any(trigger_rule.channels) and c.deleted_at is null order by 1) end as channels
     from trigger_rule where account_id = $1 and ($2::bigint is null or id = $2) order by managed desc, place, id`,
    [account, id],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: {
      name: row.name,
      enabled: row.enabled,
      once: row.once,
      if: row.condition,
      do: row.actions,
      channels: row.channels,
    },
    secrets: {},
    facts: { updatedAt: toIsoTime(row.updated_at) },
  }));
}
interface TriggerColumns extends Pick<TriggerValues, "name" | "enabled" | "once" | "channels"> {
  readonly id: string;
  readonly condition: TriggerValues["if"];
  readonly actions: TriggerValues["do"];
  readonly managed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Adds a trigger after the existing ones and returns its id. Returns null if the account has one
 * with this name, ignoring case.
 */
async function createTrigger(
  tx: Sql,
  account: number,
  row: TriggerValues & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> {
  const at = new Date(now);
  return insertLastRow(tx, "trigger_rule", account, {
    ...toColumns(row),
    created_at: at,
    updated_at: at,
  });
}

async function updateTrigger(
  tx: Sql,
  key: RowKey,
  change: TriggerChange,
  { now }: { readonly now: number },
): Promise<"done" | "name_taken" | "not_found"> {
  if (await isNameTaken(tx, "trigger_rule", key, change.name)) return "name_taken";
  const columns = { ...toColumns(change), updated_at: new Date(now) };
  return (await updateRow(tx, "trigger_rule", key, columns)) ? "done" : "not_found";
}

type TriggerChange = Partial<TriggerValues> & { readonly managed?: boolean };
const toColumns = ({ if: condition, do: actions, ...columns }: TriggerChange): Columns => ({
  ...columns,
  condition: condition && JSON.stringify(condition),
  actions: actions && JSON.stringify(actions),
});
