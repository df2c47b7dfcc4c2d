import type { EventName } from "../core/event.ts";
import type { ErasureOrder } from "../core/record/erasure.ts";
import { erasedEntry } from "../core/visitor/erase.ts";
import type { Counts } from "./erasure.ts";
import { underHead } from "./head.ts";
import type { Db, Sql } from "./sql.ts";

/** What is not sent any more: a series of a channel or bot failed, anything else is given up. */
export const withdrawn = `state = case when exists (select from endpoint e where e.account_id = d.account_id and e.id = d.endpoint_id and e.kind in ('channel', 'bot'))
  then 'failed' else 'dead' end, outcome = 'withdrawn', error_code = null, error_message = null, next_at = null`;

/** How many positions of the journal one step looks at. */
const stepOf = 20_000;

/** Entries whose deliveries are ended in one transaction under the account's head. */
const headOf = 1_000;

/**
 * Empties what the journal says of him and of his chats, after position `after`, one step: entries, their deliveries, requests and answers. `next`: where
 * the next step begins; null: the end; `apart`: entries that belong to no chat. The account's writers are not held up.
 */
export async function eraseEntries(
  db: Db,
  { account, visitor }: ErasureOrder,
  chats: readonly number[],
  after: number,
  now: number,
): Promise<{ readonly next: number | null; readonly counts: Counts; readonly apart: readonly number[] }> {
  const [head] = await db.query<{ position: number }>("select position::float8 as position from account_head where account_id = $1", [
    account,
  ]);
  const upTo = after + stepOf;
  const rows = await db.query<{ position: number; name: EventName; seq: number | null; body: string }>(
    `select position::float8 as position, name, seq, body from journal where account_id = $1 and position > $2 and position <= $3
       and (visitor_id = $4 or chat_id = any($5::bigint[])) order by position`,
    [account, after, upTo, visitor, chats],
  );
  const positions = rows.map((row) => row.position);
  await endDeliveries(db, account, positions, now);
  const counts = await db.transaction(async (tx) => {
    await setBodies(
      tx,
      account,
      rows.map(({ position, name, seq, body }) => ({ position, body: erasedEntry(name, seq !== null, body) })),
    );
    return emptyContents(tx, account, positions);
  });
  counts.messages = rows.filter((row) => row.seq !== null).length;
  counts.entries = rows.length;
  const apart = rows.filter((row) => row.name === "offline_message_updated").map((row) => row.position);
  return { next: upTo < (head?.position ?? 0) ? upTo : null, counts, apart };
}

/** Other texts for these entries of the journal. */
export async function setBodies(
  sql: Sql,
  account: number,
  rows: readonly { readonly position: number; readonly body: string }[],
): Promise<void> {
  await sql.query(
    "update journal j set body = q.body from unnest($2::bigint[], $3::text[]) q (position, body) where j.account_id = $1 and j.position = q.position",
    [account, rows.map((row) => row.position), rows.map((row) => row.body)],
  );
}

/** What these entries owe and still waits is not sent any more, and what failed cannot be sent again. A report that comes later finds it ended. */
export async function endDeliveries(db: Db, account: number, positions: readonly number[], now: number): Promise<void> {
  for (let n = 0; n < positions.length; n += headOf)
    await underHead(db, account, (tx) => endDeliveriesAt(tx, account, positions.slice(n, n + headOf), now));
}
/** The same in a transaction that holds the account's head. */
export async function endDeliveriesAt(tx: Sql, account: number, positions: readonly number[], now: number): Promise<void> {
  await tx.query(
    `update delivery d set ${withdrawn}, updated_at = $3 where d.account_id = $1 and d.position = any($2::bigint[]) and d.state = 'pending'`,
    [account, positions, new Date(now)],
  );
  await tx.query(
    `update delivery set error_message = null, outcome = case when state in ('failed', 'dead') then 'withdrawn' else outcome end
     where account_id = $1 and position = any($2::bigint[])
       and (error_message is not null or state in ('failed', 'dead') and outcome is distinct from 'withdrawn')`,
    [account, positions],
  );
}

/** Takes the contents of what these entries owed, once it has ended. */
export async function emptyContents(tx: Sql, account: number, positions: readonly number[]): Promise<Counts> {
  const rows = await tx.query<{ id: number }>(
    "select id::float8 as id from delivery where account_id = $1 and position = any($2::bigint[])",
    [account, positions],
  );
  const ids = rows.map((row) => row.id);
  const bodies = await tx.query("delete from delivery_content where account_id = $1 and delivery_id = any($2::bigint[]) returning 1", [
    account,
    ids,
  ]);
  const attempts = await tx.query(
    "update attempt set request = null, reply = null, error_message = null where account_id = $1 and delivery_id = any($2::bigint[]) returning 1",
    [account, ids],
  );
  return { deliveries: ids.length, bodies: bodies.length, attempts: attempts.length };
}
