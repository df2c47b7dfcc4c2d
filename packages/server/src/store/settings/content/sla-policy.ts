import type { Condition } from "@parlour/protocol/conditions/condition";
import { slaPolicy, type SlaPolicyFields } from "@parlour/protocol/settings/kinds/chats/sla-policy";
import type { Values } from "@parlour/protocol/settings/values";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { KindRow, KindStore } from "../kind-store.ts";
import {
  deleteRow,
  insertLastRow,
  isNameTaken,
  setOrder,
  updateRow,
  type Columns,
} from "../rows.ts";
import { pickValues } from "../table-store.ts";

type SlaPolicyValues = Values<SlaPolicyFields>;
interface SlaPolicyFacts {
  readonly updatedAt: string;
}
export type SlaPolicyRow = KindRow<SlaPolicyFields, SlaPolicyFacts>;

/** SLA policies in their order (SLA-002). Those of the provisioning file are the first. */
export const slaPolicyStore: KindStore<SlaPolicyFields, SlaPolicyFacts> = {
  async list(reader, account, { id = null } = {}) {
    const rows = await reader.rows<StoredPolicy>(
      account,
      "select * from sla_policy where account_id = $1 and ($2::bigint is null or id = $2) order by managed desc, place, id",
      [account, id],
    );
    return rows.map((row) => ({
      id: toInteger(row.id),
      managed: row.managed,
      createdAt: toIsoTime(row.created_at),
      values: {
        ...(pickValues(slaPolicy.fields, row) as Omit<SlaPolicyValues, "if">),
        if: row.condition,
      },
      secrets: {},
      facts: { updatedAt: toIsoTime(row.updated_at) },
    }));
  },
  create: (tx, account, row, { now }) =>
    insertLastRow(tx, "sla_policy", account, { ...toColumns(row, now), created_at: new Date(now) }),
  async update(tx, key, change, { now }) {
    if (await isNameTaken(tx, "sla_policy", key, change.name)) return "name_taken";
    return (await updateRow(tx, "sla_policy", key, toColumns(change, now))) ? "done" : "not_found";
  },
  remove: (tx, account, id) => deleteRow(tx, "sla_policy", account, id),
  order: (tx, account, ids) => setOrder(tx, "sla_policy", account, ids),
};
interface StoredPolicy {
  readonly id: string;
  readonly condition: Condition;
  readonly managed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const toColumns = (
  change: Partial<SlaPolicyValues> & { readonly managed?: boolean },
  now: number,
): Columns => ({
  ...pickValues(slaPolicy.fields, change),
  condition: change.if && JSON.stringify(change.if),
  managed: change.managed,
  updated_at: new Date(now),
});
