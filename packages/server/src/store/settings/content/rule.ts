import type { RuleActions, RuleRepeat, RuleStart } from "@parlour/protocol/automation/rule";
import type { Condition } from "@parlour/protocol/conditions/condition";
import type { RuleFields } from "@parlour/protocol/settings/kinds/chats/rule";
import type { Values } from "@parlour/protocol/settings/values";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { lastPosition } from "../../last-entry.ts";
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

export type RuleValues = Values<RuleFields>;
interface RuleFacts {
  readonly version: number;
  /** Journal position when the rule was switched on. */
  readonly afterPosition: number;
  /** The same as a time, in ms since 1970. */
  readonly switchedOnAt: number;
  /** When the rule was switched off because it failed, or null. */
  readonly switchedOffAt: string | null;
  readonly updatedAt: string;
}
/** A rule of the account (RULE-001). */
export type RuleRow = KindRow<RuleFields, RuleFacts>;
type RuleChange = Partial<RuleValues> & { readonly managed?: boolean };

/** Rules in their order (RULE-003). New ones are the last. */
export const ruleStore: KindStore<RuleFields, RuleFacts> = {
  list: listRules,
  create: createRule,
  update: updateRule,
  remove: (tx, account, id) => deleteRow(tx, "rule", account, id),
  order: (tx, account, ids) => setOrder(tx, "rule", account, ids),
};

/** Lists the rules. Those of the provisioning file are the first. */
async function listRules(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly RuleRow[]> {
  const rows = await reader.rows<StoredRule>(
    account,
    "select * from rule where account_id = $1 and ($2::bigint is null or id = $2) order by managed desc, place, id",
    [account, id],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: {
      name: row.name,
      enabled: row.enabled,
      when: row.starts,
      if: row.condition,
      do: row.actions,
      stop: row.stop,
      repeat: row.repeats,
    },
    secrets: {},
    facts: {
      version: row.version,
      afterPosition: toInteger(row.after_position),
      switchedOnAt: row.switched_on_at.getTime(),
      switchedOffAt: toIsoTimeOrNull(row.switched_off_at),
      updatedAt: toIsoTime(row.updated_at),
    },
  }));
}
interface StoredRule {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly starts: RuleStart;
  readonly repeats: RuleRepeat;
  readonly condition: Condition;
  readonly actions: RuleActions;
  readonly stop: boolean;
  readonly version: number;
  readonly after_position: string;
  readonly switched_on_at: Date;
  readonly switched_off_at: Date | null;
  readonly managed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Switches a rule off because it failed (RULE-025). Returns false if it is off, or was changed
 * since.
 */
export async function switchRuleOff(
  tx: Sql,
  { account, id }: RowKey,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    "update rule set enabled = false, failures = 0, switched_off_at = $3 where account_id = $1 and id = $2 and enabled and failures > 0 returning id",
    [account, id, new Date(now)],
  );
  return rows.length > 0;
}

/** Adds a rule after the existing ones. Returns null if the name is taken. */
async function createRule(
  tx: Sql,
  account: number,
  row: RuleValues & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> {
  const [last] = await tx.query<{ position: number }>(
    `select ${lastPosition("$1::bigint")}::float8 as position`,
    [account],
  );
  const at = new Date(now);
  return insertLastRow(tx, "rule", account, {
    ...toColumns(row),
    after_position: last?.position ?? 0,
    switched_on_at: at,
    created_at: at,
    updated_at: at,
  });
}

async function updateRule(
  tx: Sql,
  key: RowKey,
  change: RuleChange,
  { now }: { readonly now: number },
): Promise<"done" | "name_taken" | "not_found"> {
  if (await isNameTaken(tx, "rule", key, change.name)) return "name_taken";
  const columns = { ...toColumns(change), updated_at: new Date(now) };
  // A rule that is switched on, or starts in another way, does not run for what happened before.
  await tx.query(
    `update rule set version = version + 1, failures = 0,
       switched_off_at = case when $3 then null else switched_off_at end,
       after_position = case when r.is_new then ${lastPosition("$1::bigint")} else after_position end,
       switched_on_at = case when r.is_new then $5 else switched_on_at end
     from (select account_id, id, ($3 and not enabled) or starts <> coalesce($4::jsonb, starts) as is_new from rule
       where account_id = $1 and id = $2) r where rule.account_id = r.account_id and rule.id = r.id`,
    [
      key.account,
      key.id,
      change.enabled === true,
      change.when === undefined ? null : JSON.stringify(change.when),
      new Date(now),
    ],
  );
  return (await updateRow(tx, "rule", key, columns)) ? "done" : "not_found";
}

const toJson = (value: object | string | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
const toColumns = (change: RuleChange): Columns => ({
  name: change.name,
  enabled: change.enabled,
  starts: toJson(change.when),
  condition: toJson(change.if),
  actions: toJson(change.do),
  stop: change.stop,
  repeats: toJson(change.repeat),
  managed: change.managed,
});
