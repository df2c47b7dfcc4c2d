import { refuse } from "../../core/failure.ts";
import type { Sql } from "../database/sql.ts";

const isShared = "audience <> 'me'";
/**
 * Where fields and segments are named (FLD-017, SEG-008): the table of a kind, its rows that count,
 * and by column the property that has the name of the field. A kind with conditions or actions
 * joins here.
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
  { kind: "agent", filter: "true", properties: { hand_over_when: "fact" } },
  { kind: "rule", filter: "true", properties: { condition: "fact", actions: "field" } },
  { kind: "macro", filter: isShared, properties: { actions: "field" } },
  { kind: "sla_policy", label: "SLA policy", filter: "true", properties: { condition: "fact" } },
];
/** Returns SQL for the rows where a path of JSON matches: `toPath` of the property in a column. */
const toUserSql = (toPath: (property: "fact" | "field") => string): string =>
  users
    .map(({ kind, label = kind, filter, properties }) => {
      const tests = Object.entries(properties).map(
        ([column, property]) =>
          `jsonb_path_exists(${column}, '${toPath(property)}', jsonb_build_object('value', $2::jsonb))`,
      );
      return `select '${label}' as label, id, name from ${kind}
      where account_id = $1 and ${filter} and (${tests.join(" or ")})`;
    })
    .join(" union all ");
const usersOfField = toUserSql((property) => `$.**.${property} ? (@ == $value)`);
const usersIn = (column: "segment_id" | "view_id"): string =>
  `select 'scheduled report' as label, id, name from scheduled_report
  where account_id = $1 and to_jsonb(${column}) = $2::jsonb`;
const usersOfSegment = `${toUserSql(
  () => '$.** ? (@.fact == "visitor.segment" && @.value[*] == $value)',
)} union all ${usersIn("segment_id")}
  union all select 'trigger' as label, id, name from trigger_rule where account_id = $1
    and jsonb_path_exists(condition, '$.** ? (@.type == "segment" && @.value[*] == $value)', jsonb_build_object('value', $2::jsonb))`;
const usersOfView = usersIn("view_id");

/** Throws a `Refusal` that names the shared settings with a field, as `visitor.plan`. */
export const assertFieldUnused = (tx: Sql, account: number, field: string): Promise<void> =>
  assertUnused(tx, { account, name: field, sql: usersOfField, value: field });

/** Throws a `Refusal` that names the shared settings which use a segment (SEG-008). */
export const assertSegmentUnused = (tx: Sql, account: number, id: number): Promise<void> =>
  assertUnused(tx, { account, name: "The segment", sql: usersOfSegment, value: id });

/** Throws a `Refusal` that names the scheduled reports which send a view (REP-009). */
export const assertViewUnused = (tx: Sql, account: number, id: number): Promise<void> =>
  assertUnused(tx, { account, name: "The view", sql: usersOfView, value: id });

async function assertUnused(
  tx: Sql,
  used: {
    readonly account: number;
    readonly name: string;
    readonly sql: string;
    readonly value: string | number;
  },
): Promise<void> {
  const found = await tx.query<{ label: string; name: string }>(
    `select label, name from (${used.sql}) as users order by label desc, id`,
    [used.account, JSON.stringify(used.value)],
  );
  if (found.length === 0) return;
  const names = found.map(({ label, name }) => `the ${label} "${name}"`).join(", ");
  refuse("in_use", `${used.name} is used by ${names}. Remove it there first.`);
}
