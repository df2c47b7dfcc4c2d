import type { Sql } from "../database/sql.ts";
import { toInteger, toIntegerOrNull } from "../database/parameters.ts";

/** Result of the check of a whole chain of audit entries. */
export interface AuditCheckResult {
  /** Number of entries. `first` and `last`: numbers of the first and last one, or null. */
  readonly count: number;
  readonly first: number | null;
  readonly last: number | null;
  /** Hash of the last entry in hexadecimal, which shows whether entries were removed. */
  readonly hash: string | null;
  /** The first entry that was changed or has no predecessor. null: the chain is intact. */
  readonly brokenAt: number | null;
}

/** Recomputes every hash of a chain and compares it with the stored one. */
export async function verifyAudit(sql: Sql, chain: number): Promise<AuditCheckResult> {
  const rows = await sql.query<{
    count: string;
    first: string | null;
    last: string | null;
    hash: string | null;
    broken: string | null;
    head: string | null;
    head_hash: string | null;
    cut: string | null;
  }>(
    `with walked as (
       select a.n, a.hash, a.hash <> audit_hash(a) or a.previous is distinct from (case when lag(a.n) over w is null then h.cut_hash else lag(a.hash) over w end)
         or a.n <> coalesce(lag(a.n) over w, h.cut_n) + 1 as is_broken
       from audit a left join audit_head h on h.account_id = a.chain where a.chain = $1 window w as (order by a.n))
     select count(*) as count, min(n) as first, max(n) as last, min(n) filter (where coalesce(is_broken, true)) as broken,
       (select encode(hash, 'hex') from walked order by n desc limit 1) as hash,
       (select n from audit_head where account_id = $1) as head, (select encode(hash, 'hex') from audit_head where account_id = $1) as head_hash,
       (select cut_n from audit_head where account_id = $1) as cut
     from walked`,
    [chain],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a sum of no rows");
  const last = toIntegerOrNull(row.last);
  const head = toIntegerOrNull(row.head) ?? 0;
  // If entries at the end were removed, the last row differs from the head of the chain.
  const isCutOff =
    last === null
      ? head !== (toIntegerOrNull(row.cut) ?? 0)
      : head !== last || row.hash !== row.head_hash;
  return {
    count: toInteger(row.count),
    first: toIntegerOrNull(row.first),
    last,
    hash: row.hash,
    brokenAt:
      toIntegerOrNull(row.broken) ??
      (isCutOff ? (last ?? toIntegerOrNull(row.cut) ?? 0) + 1 : null),
  };
}

/** Returns the ids of all chains: the accounts, and 0. */
export async function listAuditChains(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.query<{ id: string }>(
    "select account_id as id from audit_head order by account_id",
  );
  return rows.map((row) => toInteger(row.id));
}
