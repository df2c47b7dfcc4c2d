import type { VisitSource } from "../../core/entity.ts";
import { replaceEntryBodies } from "./erase-journal.ts";
import { withAccountLock } from "../database/locks.ts";
import {
  readRetentionCursor,
  writeRetentionCursor,
  rowsPerBatch,
  processRetentionBatch,
  type RetentionBatch,
} from "./retention-cursor.ts";
import type { Db, Sql } from "../database/sql.ts";

/** Number of rows that one transaction with the account lock changes. */
const rowsPerTransaction = 100;
const hasAddress = `body ~ '"(ip_addr|user_agent)":"[^"]'`;

/** Removes addresses and devices from the journal, from closed chats and from offline messages. */
export const removeAddresses: RetentionBatch = (db, account, before) =>
  processRetentionBatch(db, account, { kind: "addresses", before }, async (first, last) => {
    const rows = await db.query<{
      position: number;
      chat_id: number | null;
      visitor_id: number | null;
      body: string;
    }>(
      `select position::float8 as position, chat_id::float8 as chat_id, visitor_id::float8 as visitor_id, body from journal
       where account_id = $1 and position > $2 and position <= $3 and seq is null and ${hasAddress}`,
      [account, first, last],
    );
    // Rows that command handlers read are cleared first. After a crash, entries that are already
    // cleared would no longer lead to them.
    const chats = rows.flatMap((row) => row.chat_id ?? []);
    await clearAddresses(db, account, "chat", {
      where: "state = 'closed' and closed_at < $3 and id = any($2::bigint[])",
      values: [chats, new Date(before)],
    });
    const visitors = rows.flatMap((row) => row.visitor_id ?? []);
    const old = "kind = 'offline_message' and created_at < $3 and visitor_id = any($2::bigint[])";
    await clearAddresses(db, account, "record", {
      where: old,
      values: [visitors, new Date(before)],
    });
    await replaceEntryBodies(
      db,
      account,
      rows.map(({ position, body }) => ({ position, body: stripAddresses(body) })),
    );
    return rows.length;
  });

async function clearAddresses(
  db: Db,
  account: number,
  table: "chat" | "record",
  { where, values }: { readonly where: string; readonly values: readonly unknown[] },
): Promise<void> {
  const matching = await db.query<{ id: number }>(
    `select id::float8 as id from ${table} where account_id = $1 and ${where} and ${hasAddress}`,
    [account, ...values],
  );
  for (let n = 0; n < matching.length; n += rowsPerTransaction) {
    const ids = matching.slice(n, n + rowsPerTransaction).map(({ id }) => id);
    await withAccountLock(db, account, (tx) => clearAddressRows(tx, account, table, ids));
  }
}
async function clearAddressRows(
  tx: Sql,
  account: number,
  table: "chat" | "record",
  ids: readonly number[],
): Promise<void> {
  const rows = await tx.query<{ id: number; body: string }>(
    `select id::float8 as id, body from ${table} where account_id = $1 and id = any($2::bigint[])`,
    [account, ids],
  );
  await tx.query(
    `update ${table} t set body = q.body, version = t.version + 1 from unnest($2::bigint[], $3::text[]) q (id, body) where t.account_id = $1 and t.id = q.id`,
    [account, rows.map((row) => row.id), rows.map((row) => stripAddresses(row.body))],
  );
}

export const removeVisitAddresses: RetentionBatch = async (db, account, before) => {
  const cursor = await readRetentionCursor(db, account, "visit_addresses");
  const rows = await db.query<{ id: number; is_old: boolean }>(
    `select id::float8 as id, last_at < $2 as is_old from visit where account_id = $1 and id > $3 order by id limit ${rowsPerBatch}`,
    [account, new Date(before), cursor],
  );
  const firstRecent = rows.findIndex((row) => !row.is_old);
  const old = firstRecent === -1 ? rows : rows.slice(0, firstRecent);
  const last = old.at(-1);
  if (last === undefined) return { count: 0, isOver: true };
  await db.query(
    `update visit set session = session || '{"ip_addr": "", "user_agent": "", "analytics": {}}' where account_id = $1 and id > $2 and id <= $3`,
    [account, cursor, last.id],
  );
  await writeRetentionCursor(db, account, "visit_addresses", last.id);
  return { count: old.length, isOver: rows.length < rowsPerBatch || firstRecent !== -1 };
};

/** Clears addresses, devices and analytics ids of every session in the text. */
function stripAddresses(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (key, value: unknown) =>
      key === "session" && value !== null
        ? { ...(value as VisitSource), ip_addr: "", user_agent: "", analytics: {} }
        : value,
    ),
  );
}
