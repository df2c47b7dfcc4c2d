import {
  entrySelectList,
  limitBytes,
  maxReadBytes,
  rowToEntry,
  type EntryColumns,
  type JournalEntry,
} from "../entry.ts";
import type { Queryable } from "../../store/database/sql.ts";

/** Maximum number of accounts that one statement reads. */
const maxAccounts = 64;
/** Maximum number of entries that one statement reads. */
const maxEntries = 4_000;

type ReadRows = (
  account: number,
  after: number,
  upTo: number,
  limit: number,
) => Promise<readonly JournalEntry[]>;

interface Request {
  readonly account: number;
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
  readonly resolve: (entries: readonly JournalEntry[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that reads entries of other nodes: at most `limit` after the position `after`
 * and up to `upTo`, in ascending order. One statement runs at a time. Accounts that are requested
 * in the same turn share it, and those that are requested meanwhile share the next one. So many
 * accounts with few messages each cost little more than one.
 */
export function createBatchReader(pool: Queryable): ReadRows {
  const waiting: Request[] = [];
  let isReading = false;
  const readWaiting = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    // The heads of one notice arrive in the same turn, and share the statement.
    await Promise.resolve();
    while (waiting.length > 0) {
      const requests = waiting.splice(0, maxAccounts);
      try {
        const byAccount = await readBatch(pool, requests);
        for (const { account, resolve } of requests) resolve(byAccount.get(account) ?? []);
      } catch (error) {
        for (const { reject } of requests) reject(error);
      }
    }
    isReading = false;
  };
  return (account, after, upTo, limit) =>
    new Promise((resolve, reject) => {
      waiting.push({ account, after, upTo, limit, resolve, reject });
      void readWaiting();
    });
}

async function readBatch(
  pool: Queryable,
  requests: readonly Request[],
): Promise<ReadonlyMap<number, readonly JournalEntry[]>> {
  const { rows } = await pool.query<EntryColumns & { account_id: number }>({
    name: "read-entries-of-nodes",
    text: `select q.account_id, e.* from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[]) q(account_id, after, up_to, max)
      cross join lateral (${limitBytes(
        `select ${entrySelectList} from journal j where j.account_id = q.account_id and j.position > q.after and j.position <= q.up_to
        order by j.position limit q.max`,
        "$5::int",
      )}) e`,
    values: [
      requests.map(({ account }) => account),
      requests.map(({ after }) => after),
      requests.map(({ upTo }) => upTo),
      requests.map(({ limit }) => Math.min(limit, Math.floor(maxEntries / requests.length))),
      Math.ceil(maxReadBytes / requests.length),
    ],
  });
  const byAccount = new Map<number, JournalEntry[]>();
  for (const row of rows) {
    const entry = rowToEntry(row.account_id, row);
    const entries = byAccount.get(row.account_id);
    if (entries === undefined) byAccount.set(row.account_id, [entry]);
    else entries.push(entry);
  }
  return byAccount;
}
