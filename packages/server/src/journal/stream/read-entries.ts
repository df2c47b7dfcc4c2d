import { lastPosition } from "../../store/last-entry.ts";
import type { Reader } from "../../store/database/reader.ts";
import { entrySelectList, limitBytes, maxReadBytes, rowToEntry } from "../entry.ts";
import type { EntryColumns, JournalEntry } from "../entry.ts";

/**
 * Reads at most `limit` entries after the position `after` and up to `upTo`, in ascending order.
 * Fewer if their bodies are large (`limitBytes`), but at least one if there is one.
 * Uses the primary key, the only index in this order. The mode `kept` reuses one query plan.
 * Otherwise PostgreSQL would plan every page again, because a generic plan for an unknown limit
 * looks more expensive than one for 50 (PERF-10).
 */
export async function readEntries(
  reader: Reader,
  account: number,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<readonly JournalEntry[]> {
  const rows = await reader.rows<EntryColumns>(
    account,
    limitBytes(
      `select ${entrySelectList} from journal where account_id = $1 and position > $2 and position <= $3 order by position limit $4`,
      String(maxReadBytes),
    ),
    [account, after, upTo, limit],
    "kept",
  );
  return rows.map((row) => rowToEntry(account, row));
}
/** Reads the position of an account's last committed entry, or 0 without the account. */
export async function readHead(reader: Reader, account: number): Promise<number> {
  const row = await reader.one<{ position: number }>(
    account,
    `select ${lastPosition("$1::bigint")} as position`,
    [account],
  );
  return row?.position ?? 0;
}
