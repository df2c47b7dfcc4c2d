import type { TextValues } from "@parlour/protocol/api/settings/shapes/resource-shape";
import type { tagShape } from "@parlour/protocol/api/settings/shapes/tag";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import { deleteRow, insertRow, isNameTaken, updateRow, type RowKey } from "../rows.ts";

/** Fields of a tag that the API and the provisioning file can set. */
export type TagFields = TextValues<typeof tagShape>;
/** A tag of the account for its chats. */
export interface TagRecord extends TagFields {
  readonly id: number;
  readonly createdAt: string;
  readonly managed: boolean;
}

/** Lists the tags of the account (API-044), oldest first. */
export async function listTags(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly TagRecord[]> {
  const rows = await reader.rows<TagColumns>(
    account,
    "select id, name, created_at, managed from tag where account_id = $1 and ($2::bigint is null or id = $2) order by id",
    [account, id],
  );
  return rows.map(({ id: rowId, created_at: createdAt, managed, ...fields }) => ({
    id: toInteger(rowId),
    ...fields,
    createdAt: toIsoTime(createdAt),
    managed,
  }));
}
interface TagColumns extends TagFields {
  readonly id: string;
  readonly created_at: Date;
  readonly managed: boolean;
}

/** Inserts a tag. Returns null if the account has one with this name, ignoring case. */
export const createTag = (
  tx: Sql,
  account: number,
  row: TagFields & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> => insertRow(tx, "tag", account, { ...row, created_at: new Date(now) });

/** Updates the given fields of a tag. */
export async function updateTag(
  tx: Sql,
  key: RowKey,
  change: Partial<TagFields> & { readonly managed?: boolean },
): Promise<"done" | "name_taken" | "not_found"> {
  if (await isNameTaken(tx, "tag", key, change.name)) return "name_taken";
  return (await updateRow(tx, "tag", key, change)) ? "done" : "not_found";
}

/** Deletes a tag. Chats keep the tag's name. Returns false if the tag does not exist. */
export const deleteTag = (tx: Sql, account: number, id: number): Promise<boolean> =>
  deleteRow(tx, "tag", account, id);
