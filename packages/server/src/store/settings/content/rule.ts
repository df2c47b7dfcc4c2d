import { rule, type RuleFields } from "@parlour/protocol/settings/kinds/chats/rule";
import type { Values } from "@parlour/protocol/settings/values";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import { lastPosition } from "../../last-entry.ts";
import type { KindRow } from "../kind-store.ts";
import type { RowKey } from "../rows.ts";
import { createTableStore, setUpdateTime } from "../table-store.ts";

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

const store = createTableStore(rule, {
  toFacts: (row: StoredFacts): RuleFacts => ({
    version: row.version,
    afterPosition: toInteger(row.after_position),
    switchedOnAt: row.switched_on_at.getTime(),
    switchedOffAt: toIsoTimeOrNull(row.switched_off_at),
    updatedAt: toIsoTime(row.updated_at),
  }),
  changed: setUpdateTime,
  async added(tx, account, { now }) {
    const [last] = await tx.query<{ position: number }>(
      `select ${lastPosition("$1::bigint")}::float8 as position`,
      [account],
    );
    return { after_position: last?.position ?? 0, switched_on_at: new Date(now) };
  },
});
interface StoredFacts {
  readonly version: number;
  readonly after_position: string;
  readonly switched_on_at: Date;
  readonly switched_off_at: Date | null;
  readonly updated_at: Date;
}

/** Rules in their order (RULE-003). */
export const ruleStore: typeof store = {
  ...store,
  async update(tx, key, change, context) {
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
        new Date(context.now),
      ],
    );
    return store.update(tx, key, change, context);
  },
};

/** Switches a failed rule off (RULE-025). Returns false if it is off or was changed. */
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
