import { refuse } from "../../core/failure.ts";
import type { Sql } from "../database/sql.ts";

const isShared = "audience <> 'me'";
/**
 * Where fields are named (FLD-017): the table of a kind, its rows that count, and by column the
 * property that has the name of the field. A kind with conditions or actions joins here.
 */
const users: readonly {
  readonly kind: string;
  /** Absent: `kind`. */
  readonly label?: string;
  readonly filter: string;
  readonly properties: Readonly<Record<string, "fact" | "field">>;
}[] = [
  { kind: "view", filter: isShared, properties: { condition: "fact" } },
  { kind: "segment", filter: isShared, properties: { condition: "fact" } },
  { kind: "bot", filter: "deleted_at is null", properties: { condition: "fact" } },
  { kind: "rule", filter: "true", properties: { condition: "fact", actions: "field" } },
  { kind: "macro", filter: isShared, properties: { actions: "field" } },
  { kind: "sla_policy", label: "SLA policy", filter: "true", properties: { condition: "fact" } },
];
const userSql = users
  .map(({ kind, label = kind, filter, properties }) => {
    const tests = Object.entries(properties).map(
      ([column, property]) =>
        `jsonb_path_exists(${column}, '$.**.${property} ? (@ == $name)', jsonb_build_object('name', $2::text))`,
    );
    return `select '${label}' as label, id, name from ${kind}
      where account_id = $1 and ${filter} and (${tests.join(" or ")})`;
  })
  .join(" union all ");

/**
 * Throws a `Refusal` that names the shared settings which use a field, such as `visitor.plan`. The
 * settings of single operators do not count.
 */
export async function assertFieldUnused(tx: Sql, account: number, field: string): Promise<void> {
  const found = await tx.query<{ label: string; name: string }>(
    `select label, name from (${userSql}) as users order by label desc, id`,
    [account, field],
  );
  if (found.length === 0) return;
  const names = found.map(({ label, name }) => `the ${label} "${name}"`).join(", ");
  refuse("in_use", `${field} is used by ${names}. Remove it there first.`);
}
