import type { VisitSource } from "../core/entity.ts";
import { setBodies } from "./erase-journal.ts";
import { underHead } from "./head.ts";
import { markOf, setMark, stepOf, walk, type Step } from "./retention-walk.ts";
import type { Db, Sql } from "./sql.ts";

/** Rows of one transaction with the account lock. */
const rowsOf = 100;
const hasAddress = `body ~ '"(ip_addr|user_agent)":"[^"]'`;

/** Removes addresses and devices from the journal, from closed chats and from offline messages. */
export const removeAddresses: Step = (db, account, before) =>
  walk(db, account, "addresses", before, async (first, last) => {
    const rows = await db.query<{ position: number; chat_id: number | null; visitor_id: number | null; body: string }>(
      `select position::float8 as position, chat_id::float8 as chat_id, visitor_id::float8 as visitor_id, body from journal
       where account_id = $1 and position > $2 and position <= $3 and seq is null and ${hasAddress}`,
      [account, first, last],
    );
    // Rows that command handlers read come first: after a crash, cleared entries would no longer
    // lead to them.
    const chats = rows.flatMap((row) => row.chat_id ?? []);
    await clear(db, account, "chat", "state = 'closed' and closed_at < $3 and id = any($2::bigint[])", [chats, new Date(before)]);
    const visitors = rows.flatMap((row) => row.visitor_id ?? []);
    const old = "kind = 'offline_message' and created_at < $3 and visitor_id = any($2::bigint[])";
    await clear(db, account, "record", old, [visitors, new Date(before)]);
    await setBodies(
      db,
      account,
      rows.map(({ position, body }) => ({ position, body: withoutAddress(body) })),
    );
    return rows.length;
  });

async function clear(db: Db, account: number, table: "chat" | "record", where: string, values: readonly unknown[]): Promise<void> {
  const found = await db.query<{ id: number }>(
    `select id::float8 as id from ${table} where account_id = $1 and ${where} and ${hasAddress}`,
    [account, ...values],
  );
  for (let n = 0; n < found.length; n += rowsOf) {
    const ids = found.slice(n, n + rowsOf).map(({ id }) => id);
    await underHead(db, account, (tx) => clearRows(tx, account, table, ids));
  }
}
async function clearRows(tx: Sql, account: number, table: "chat" | "record", ids: readonly number[]): Promise<void> {
  const rows = await tx.query<{ id: number; body: string }>(
    `select id::float8 as id, body from ${table} where account_id = $1 and id = any($2::bigint[])`,
    [account, ids],
  );
  await tx.query(
    `update ${table} t set body = q.body, version = t.version + 1 from unnest($2::bigint[], $3::text[]) q (id, body) where t.account_id = $1 and t.id = q.id`,
    [account, rows.map((row) => row.id), rows.map((row) => withoutAddress(row.body))],
  );
}

export const removeVisitAddresses: Step = async (db, account, before) => {
  const mark = await markOf(db, account, "visit_addresses");
  const rows = await db.query<{ id: number; is_old: boolean }>(
    `select id::float8 as id, last_at < $2 as is_old from visit where account_id = $1 and id > $3 order by id limit ${stepOf}`,
    [account, new Date(before), mark],
  );
  const firstYoung = rows.findIndex((row) => !row.is_old);
  const old = firstYoung === -1 ? rows : rows.slice(0, firstYoung);
  const last = old.at(-1);
  if (last === undefined) return { count: 0, isOver: true };
  await db.query(
    `update visit set session = session || '{"ip_addr": "", "user_agent": "", "analytics": {}}' where account_id = $1 and id > $2 and id <= $3`,
    [account, mark, last.id],
  );
  await setMark(db, account, "visit_addresses", last.id);
  return { count: old.length, isOver: rows.length < stepOf || firstYoung !== -1 };
};

/** Clears addresses, devices and analytics ids of every session in the text. */
function withoutAddress(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (key, value: unknown) =>
      key === "session" && value !== null ? { ...(value as VisitSource), ip_addr: "", user_agent: "", analytics: {} } : value,
    ),
  );
}
