import type { Sql } from "../database/sql.ts";
import {
  containsPattern,
  toInteger,
  toIntegerOrNull,
  toIsoTime,
  createParameters,
  type QueryParameters,
} from "../database/parameters.ts";

/** One row of settings before and after a change, secrets masked. null: no row. */
interface AuditChange {
  readonly object: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
/** Actor of an entry. `file`: the provisioning file. `anonymous`: not signed in. */
type AuditActorKind = "operator" | "key" | "file" | "anonymous" | "command" | "system";
/** An entry of the audit log (API-072). */
export interface AuditRecord {
  /** Number of the entry in the account's chain: 1, 2, 3 … */
  readonly n: number;
  readonly at: string;
  readonly actorKind: AuditActorKind;
  readonly actorId: number | null;
  /** Current name of the operator or key. null if it was deleted, or if there is none. */
  readonly actorName: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly result: "ok" | "refused";
  readonly changes: readonly AuditChange[];
  /** SHA-256 of the previous entry in hexadecimal, or null for the first one. */
  readonly previous: string | null;
  readonly hash: string;
}
/** Filter of the audit log. All given fields must match. */
export interface AuditFilter {
  /** Times in milliseconds since 1970: since ≤ time < until. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Name of the action, or the first part of it: `channel` also matches `channel.add`. */
  readonly action?: string | undefined;
  /** Id of an operator. Entries of their API keys match too. */
  readonly operator?: number | undefined;
  readonly result?: "ok" | "refused" | undefined;
  /** Part of the changed object, of its name, or of the address. */
  readonly q?: string | undefined;
}
export interface AuditPage extends AuditFilter {
  /** Selects only entries with a number below this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Lists entries of an account's chain, newest first (API-072). 0: those without an account. */
export async function listAudit(
  sql: Sql,
  chain: number,
  filter: AuditPage,
): Promise<readonly AuditRecord[]> {
  const v = createParameters(chain);
  const rows = await sql.query<AuditRow>(
    `select a.n, a.at, a.actor_kind, a.actor_id, coalesce(o.name, k.name) as actor_name, a.action, a.target, a.address, a.request_id, a.result, a.changes,
       encode(a.previous, 'hex') as previous, encode(a.hash, 'hex') as hash
     from audit a
     left join operator o on o.account_id = a.account_id and o.id = a.actor_id and a.actor_kind = 'operator'
     left join api_key k on k.account_id = a.account_id and k.id = a.actor_id and a.actor_kind = 'key'
     where a.chain = $1 ${buildConditions(filter, v)} order by a.n desc limit ${v.put(filter.limit)}`,
    v.list,
  );
  return rows.map(toRecord);
}

function buildConditions(filter: AuditPage, v: QueryParameters): string {
  const where: string[] = [];
  if (filter.since !== undefined) where.push(`a.at >= ${v.put(new Date(filter.since))}`);
  if (filter.until !== undefined) where.push(`a.at < ${v.put(new Date(filter.until))}`);
  if (filter.before !== undefined) where.push(`a.n < ${v.put(filter.before)}`);
  if (filter.result !== undefined) where.push(`a.result = ${v.put(filter.result)}`);
  if (filter.action !== undefined) {
    const action = v.put(filter.action);
    where.push(`(a.action = ${action} or starts_with(a.action, ${action} || '.'))`);
  }
  if (filter.operator !== undefined) {
    const operator = v.put(filter.operator);
    where.push(`(a.actor_kind = 'operator' and a.actor_id = ${operator} or a.actor_kind = 'key' and a.actor_id in
      (select id from api_key where account_id = $1 and operator_id = ${operator}))`);
  }
  if (filter.q !== undefined) {
    const pattern = v.put(containsPattern(filter.q));
    // Changes are stored as JSON, in which quotes and backslashes are escaped.
    const escapedPattern = v.put(containsPattern(JSON.stringify(filter.q).slice(1, -1)));
    where.push(
      `(a.target ilike ${pattern} or a.changes ilike ${escapedPattern} or a.address ilike ${pattern} or a.request_id ilike ${pattern})`,
    );
  }
  return where.map((condition) => `and ${condition}`).join(" ");
}

/** Returns the distinct action names in a chain, sorted. */
export async function listAuditActions(sql: Sql, chain: number): Promise<readonly string[]> {
  const rows = await sql.query<{ action: string }>(
    "select distinct action from audit where chain = $1 order by action",
    [chain],
  );
  return rows.map((row) => row.action);
}

interface AuditRow {
  readonly n: string;
  readonly at: Date;
  readonly actor_kind: AuditActorKind;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly result: "ok" | "refused";
  readonly changes: string;
  readonly previous: string | null;
  readonly hash: string;
}
const toRecord = (row: AuditRow): AuditRecord => ({
  n: toInteger(row.n),
  at: toIsoTime(row.at),
  actorKind: row.actor_kind,
  actorId: toIntegerOrNull(row.actor_id),
  actorName: row.actor_name,
  action: row.action,
  target: row.target,
  address: row.address,
  requestId: row.request_id,
  result: row.result,
  changes: JSON.parse(row.changes) as AuditChange[],
  previous: row.previous,
  hash: row.hash,
});
