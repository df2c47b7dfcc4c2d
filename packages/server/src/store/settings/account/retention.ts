import type { Sql } from "../../database/sql.ts";
import { isPhotoCondition } from "../../chats/file.ts";
import { toInteger, toIsoTimeOrNull } from "../../database/parameters.ts";

/**
 * Retention in days by kind of data (CFG-031). Values of the provisioning file (`file`) take
 * precedence over those of the owner (`own`). Absent kinds have their default.
 */
export interface RetentionRecord {
  readonly own: Readonly<Record<string, number>>;
  readonly file: Readonly<Record<string, number>>;
}
/** What one kind of retention would remove now (CORE-115). */
export interface RetentionPreview {
  readonly kind: string;
  readonly count: number;
  readonly oldestAt: string | null;
  readonly examples: readonly string[];
}
/** Amounts of stored data of an account. */
export interface StoredDataCounts {
  readonly visitors: number;
  readonly chats: number;
  readonly messages: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly visits: number;
  readonly oldestAt: string | null;
}

const dayMs = 86_400_000;

/** SQL for the rows that each kind would remove: with time and name, older than `$1`. */
const rowsByKind: Readonly<Record<string, string>> = {
  chats_days: `select a.last_at as at, 'chat ' || a.chat_id as name from chat_activity a join chat c on c.account_id = a.account_id and c.id = a.chat_id
    where not a.running and a.last_at < $1 and c.state = 'closed' and c.removed_at is null`,
  files_days: `select created_at as at, name || ' (' || pg_size_pretty(size) || ')' as name from file f
    where state = 'stored' and created_at < $1 and not ${isPhotoCondition}`,
  visits_days:
    "select last_at as at, 'visit of ' || last_at::date as name from visit where last_at < $1",
  addresses_days: `select last_at as at, 'visit of ' || last_at::date as name from visit where last_at < $1 and (session ->> 'ip_addr' <> '' or session ->> 'user_agent' <> '')
    union all select c.closed_at, 'chat ' || c.id from chat c
    where c.closed_at < $1 and c.state = 'closed' and c.body ~ '"(ip_addr|user_agent)":"[^"]'
    union all select at, 'sign-in of ' || at::date from sign_in where at < $1`,
  deliveries_days: `select t.started_at as at, 'delivery ' || t.delivery_id || ', attempt ' || t.n as name from attempt t
    where t.started_at < $1 and (t.request is not null or t.reply is not null)`,
  audit_days: "select at, action as name from audit where at < $1",
};

/** Returns a preview of a removal without changing anything. A kind with 0 days removes nothing. */
export async function previewRetention(
  sql: Sql,
  days: Readonly<Record<string, number>>,
  now: number,
): Promise<readonly RetentionPreview[]> {
  const previews: RetentionPreview[] = [];
  for (const [kind, rows] of Object.entries(rowsByKind)) {
    const age = days[kind] ?? 0;
    if (age === 0) {
      previews.push({ kind, count: 0, oldestAt: null, examples: [] });
      continue;
    }
    const [row] = await sql.query<{
      count: string;
      oldest: Date | null;
      examples: string[] | null;
    }>(
      `with old as (${rows}) select (select count(*) from old) as count, (select min(at) from old) as oldest,
         (select array_agg(name) from (select name from old order by at limit 5) first_ones) as examples`,
      [new Date(now - age * dayMs)],
    );
    previews.push({
      kind,
      count: toInteger(row?.count ?? 0),
      oldestAt: toIsoTimeOrNull(row?.oldest ?? null),
      examples: row?.examples ?? [],
    });
  }
  return previews;
}

/**
 * Returns the amounts of an account's stored data. Erased visitors and removed chats are not
 * counted, because only rows and numbers remain of them (CORE-115, CORE-116).
 */
export async function readStoredDataCounts(sql: Sql, account: number): Promise<StoredDataCounts> {
  const [row] = await sql.query<
    Record<"visitors" | "chats" | "messages" | "files" | "file_bytes" | "visits", string> & {
      oldest: Date | null;
    }
  >(
    `with erased as materialized (select visitor_id from erasure where account_id = $1)
     select (select count(*) from visitor v where v.account_id = $1 and v.id not in (select visitor_id from erased)) as visitors, c.chats, c.messages, f.files, f.file_bytes,
       (select count(*) from visit where account_id = $1) as visits, c.oldest
     from (select count(*) as chats, coalesce(sum(a.counted_seq), 0) as messages, min(c.created_at) as oldest
         from chat c join chat_activity a on a.account_id = c.account_id and a.chat_id = c.id
         where c.account_id = $1 and c.removed_at is null and c.visitor_id not in (select visitor_id from erased)) c,
       (select count(*) as files, coalesce(sum(size), 0) as file_bytes from file where account_id = $1 and state = 'stored') f`,
    [account],
  );
  if (row === undefined) throw new Error("a sum of no rows");
  return {
    visitors: toInteger(row.visitors),
    chats: toInteger(row.chats),
    messages: toInteger(row.messages),
    files: toInteger(row.files),
    fileBytes: toInteger(row.file_bytes),
    visits: toInteger(row.visits),
    oldestAt: toIsoTimeOrNull(row.oldest),
  };
}

/** Returns the retention periods in days (CFG-031), of the owner and of the file. */
export async function readRetention(sql: Sql): Promise<RetentionRecord> {
  const [row] = await sql.query<{
    own: Record<string, number>;
    file: Record<string, number> | null;
  }>("select retention as own, provisioned -> 'retention' as file from instance");
  return { own: row?.own ?? {}, file: row?.file ?? {} };
}
/** Merges retention periods into the stored ones. null removes the value of a kind. */
export async function setRetention(
  tx: Sql,
  days: Readonly<Record<string, number | null | undefined>>,
): Promise<void> {
  await tx.query("update instance set retention = jsonb_strip_nulls(retention || $1::jsonb)", [
    JSON.stringify(days),
  ]);
}
