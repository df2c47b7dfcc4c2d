import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";

/** A tag for chats, defined by the account. */
export interface TagRecord {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly managed: boolean;
}

/** Lists tags of the account (API-044), oldest first. */
export async function listTags(reader: Reader, account: number): Promise<readonly TagRecord[]> {
  return (await reader.rows<TagRow>(account, `${select} order by id`, [account])).map(toRecord);
}
export async function findTag(reader: Reader, account: number, id: number): Promise<TagRecord | null> {
  const row = await reader.one<TagRow>(account, `${select} and id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

const select = "select id, name, created_at, managed from tag where account_id = $1";

interface TagRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly managed: boolean;
}
const toRecord = (row: TagRow): TagRecord => ({
  id: toInteger(row.id),
  name: row.name,
  createdAt: toIsoTime(row.created_at),
  managed: row.managed,
});

/**
 * Inserts a tag (API-044). Returns null if the account has one with this name in any letter case.
 */
export async function createTag(
  tx: Sql,
  account: number,
  row: { readonly name: string; readonly managed: boolean; readonly now: number },
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into tag (account_id, name, managed, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, lower(name)) do nothing returning id::float8 as id`,
    [account, row.name, row.managed, new Date(row.now)],
  );
  return rows[0]?.id ?? null;
}

/**
 * Updates the given fields. The caller holds the account lock, so no other change can use the name
 * meanwhile.
 */
export async function updateTag(
  tx: Sql,
  account: number,
  id: number,
  change: { readonly name: string; readonly managed?: boolean },
): Promise<"done" | "name_taken" | "not_found"> {
  const conflicts = await tx.query("select from tag where account_id = $1 and lower(name) = lower($2) and id <> $3", [
    account,
    change.name,
    id,
  ]);
  if (conflicts.length > 0) return "name_taken";
  const rows = await tx.query("update tag set name = $3, managed = coalesce($4, managed) where account_id = $1 and id = $2 returning id", [
    account,
    id,
    change.name,
    change.managed ?? null,
  ]);
  return rows.length === 0 ? "not_found" : "done";
}

/** Deletes a tag. Chats keep its name. Returns false if the tag does not exist. */
export async function deleteTag(tx: Sql, account: number, id: number): Promise<boolean> {
  return (await tx.query("delete from tag where account_id = $1 and id = $2 returning id", [account, id])).length > 0;
}
