import type { Reader } from "../store/reader.ts";
import { entryColumns, entryOf } from "./entry.ts";
import type { EntryRecord, JournalEntry } from "./entry.ts";

/**
 * Entries after `after`, up to `upTo`, ascending, from the table; at most `limit`. By the key, the only index in this order; a plan for a limit
 * that is not known yet looks dearer than one for fifty, so without `kept` it would be made anew for each page (PERF-10).
 */
export async function readEntries(
  reader: Reader,
  account: number,
  after: number,
  upTo: number,
  limit: number,
): Promise<readonly JournalEntry[]> {
  const rows = await reader.rows<EntryRecord>(
    account,
    `select ${entryColumns} from journal where account_id = $1 and position > $2 and position <= $3 order by position limit $4`,
    [account, after, upTo, limit],
    "kept",
  );
  return rows.map((row) => entryOf(account, row));
}
/** The committed head of an account; 0 when there is no such account. */
export async function readHead(reader: Reader, account: number): Promise<number> {
  const row = await reader.one<{ position: number }>(account, "select position from account_head where account_id = $1", [account]);
  return row?.position ?? 0;
}
