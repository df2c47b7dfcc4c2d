import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import type { Sql } from "../database/sql.ts";

/** Finds an operator of the account by email, ignoring case, or null. */
export async function findOperatorByEmail(
  tx: Sql,
  account: number,
  email: string,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    "select id::float8 as id from operator where account_id = $1 and email_key = lower($2)",
    [account, email],
  );
  return row?.id ?? null;
}

const queries = {
  department:
    "select id::float8 as id from department where account_id = $1 and lower(name) = lower($2) and $3 = ''",
  tag: "select id::float8 as id from tag where account_id = $1 and lower(name) = lower($2) and $3 = ''",
  field:
    "select id::float8 as id from field where account_id = $1 and key = $2 and object = $3 and deleted_at is null",
  article_section:
    "select id::float8 as id from article_section where account_id = $1 and lower(name) = lower($2) and $3 = ''",
  canned_reply:
    "select id::float8 as id from canned_reply where account_id = $1 and lower(shortcut) = lower($2) and scope = $3 and language = ''",
} as const;

/** Finds a row by its name or key. `of`: object of a field, or scope of a quick reply. */
export async function findNamedRow(
  tx: Sql,
  account: number,
  table: keyof typeof queries,
  { name, of = "" }: { readonly name: string; readonly of?: string },
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(queries[table], [account, name, of]);
  return row?.id ?? null;
}

/** Whether the account has fewer sections of articles than the limit. */
export async function canAddSection(tx: Sql, account: number): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(
    "select count(*)::float8 as count from article_section where account_id = $1",
    [account],
  );
  return (row?.count ?? 0) < (articleSection.max ?? Infinity);
}

/** Returns the last position in a section of an article that a source has not brought, or 0. */
export async function findLastOtherPosition(
  tx: Sql,
  { account, source }: { readonly account: number; readonly source: string },
  section: number,
): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    `select coalesce(max(a.position), 0) as last from article a
     where a.account_id = $1 and a.section_id = $3 and a.id not in (
       select target_id from move_record where account_id = $1 and source = $2 and kind = 'article' and target_id is not null)`,
    [account, source, section],
  );
  return row?.last ?? 0;
}

/** Returns the names of tags, departments and operators by id. */
export async function listNames(
  tx: Sql,
  account: number,
  table: "tag" | "department",
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ id: number; name: string }>(
    `select id::float8 as id, name from ${table} where account_id = $1`,
    [account],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
