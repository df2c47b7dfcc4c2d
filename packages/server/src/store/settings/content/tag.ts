import type { TagRecord } from "./tag-record.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";

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
