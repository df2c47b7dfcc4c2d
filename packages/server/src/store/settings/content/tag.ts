import type { TextValues } from "@parlour/protocol/api/settings/shapes/resource-shape";
import type { tagShape } from "@parlour/protocol/api/settings/shapes/tag";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";

/** Fields of a tag that the API and the provisioning file can set. */
export type TagFields = TextValues<typeof tagShape>;
/** A tag for chats, defined by the account. */
export interface TagRecord extends TagFields {
  readonly id: number;
  readonly createdAt: string;
  readonly managed: boolean;
}

/** Lists tags of the account (API-044), oldest first. */
export async function listTags(reader: Reader, account: number): Promise<readonly TagRecord[]> {
  const rows = await reader.rows<TagRow>(
    account,
    "select id, name, created_at, managed from tag where account_id = $1 order by id",
    [account],
  );
  return rows.map(({ id, created_at: createdAt, managed, ...fields }) => ({
    id: toInteger(id),
    ...fields,
    createdAt: toIsoTime(createdAt),
    managed,
  }));
}
interface TagRow extends TagFields {
  readonly id: string;
  readonly created_at: Date;
  readonly managed: boolean;
}

/** Inserts a tag. Returns null if the account has one with this name in any letter case. */
export async function createTag(
  tx: Sql,
  account: number,
  row: TagFields & { readonly managed: boolean },
  now: number,
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into tag (account_id, name, managed, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, lower(name)) do nothing returning id::float8 as id`,
    [account, row.name, row.managed, new Date(now)],
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
  change: Partial<TagFields> & { readonly managed?: boolean },
): Promise<"done" | "name_taken" | "not_found"> {
  const name = change.name ?? null;
  const conflicts = await tx.query(
    "select from tag where account_id = $1 and lower(name) = lower($2) and id <> $3",
    [account, name, id],
  );
  if (conflicts.length > 0) return "name_taken";
  const rows = await tx.query(
    "update tag set name = coalesce($3, name), managed = coalesce($4, managed) where account_id = $1 and id = $2 returning id",
    [account, id, name, change.managed ?? null],
  );
  return rows.length === 0 ? "not_found" : "done";
}

/** Deletes a tag. Chats keep its name. Returns false if the tag does not exist. */
export async function deleteTag(tx: Sql, account: number, id: number): Promise<boolean> {
  return (
    (
      await tx.query("delete from tag where account_id = $1 and id = $2 returning id", [
        account,
        id,
      ])
    ).length > 0
  );
}
