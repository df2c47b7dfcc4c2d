import { lastPosition } from "../last-entry.ts";
import type { EventName } from "../../core/event.ts";
import type { ErasureRequest } from "./erasure-orders.ts";
import { eraseEntryBody } from "../../core/events/event-table.ts";
import type { ErasedCounts } from "./erasure.ts";
import { withAccountLock } from "../database/locks.ts";
import type { Db, Sql } from "../database/sql.ts";

/** SQL that withdraws deliveries. Those of channels and bots are failed, others dead. */
export const withdrawnState = `state = case when exists (select from endpoint e where e.account_id = d.account_id and e.id = d.endpoint_id and e.kind in ('channel', 'bot'))
  then 'failed' else 'dead' end, outcome = 'withdrawn', error_code = null, error_message = null, failed_recipients = null, next_at = null`;

/** Number of journal positions that one step scans. */
const positionsPerStep = 20_000;

/** Number of entries whose deliveries are ended in one transaction with the account lock. */
const entriesPerLock = 1_000;

/**
 * Erases the journal content of a visitor and of their chats after the position `after`, in one
 * step: entries, deliveries, requests and responses. `next` is the start of the next step, or null
 * at the end. `chatlessPositions` lists entries that belong to no chat. A step is short, so other
 * writers of the account are not blocked for long.
 */
export async function eraseEntries(
  db: Db,
  { account, visitor }: ErasureRequest,
  chats: readonly number[],
  { after, now }: { readonly after: number; readonly now: number },
): Promise<{
  readonly next: number | null;
  readonly counts: ErasedCounts;
  readonly chatlessPositions: readonly number[];
}> {
  const [head] = await db.query<{ position: number }>(
    `select ${lastPosition("$1::bigint")}::float8 as position`,
    [account],
  );
  const upTo = after + positionsPerStep;
  const rows = await db.query<{
    position: number;
    name: EventName;
    seq: number | null;
    body: string;
  }>(
    `select position::float8 as position, name, seq, body from journal where account_id = $1 and position > $2 and position <= $3
       and (visitor_id = $4 or chat_id = any($5::bigint[])) order by position`,
    [account, after, upTo, visitor, chats],
  );
  const positions = rows.map((row) => row.position);
  await endDeliveries(db, account, positions, now);
  const counts = await db.transaction(async (tx) => {
    await replaceEntryBodies(
      tx,
      account,
      rows.map(({ position, name, body }) => ({
        position,
        body: eraseEntryBody(name, body),
      })),
    );
    return clearRequestContents(tx, account, positions);
  });
  counts.messages = rows.filter((row) => row.seq !== null).length;
  counts.entries = rows.length;
  const chatlessPositions = rows
    .filter((row) => row.name === "offline_message_updated" || row.name === "visitor_updated")
    .map((row) => row.position);
  return { next: upTo < (head?.position ?? 0) ? upTo : null, counts, chatlessPositions };
}

/** Replaces the bodies of these journal entries. */
export async function replaceEntryBodies(
  sql: Sql,
  account: number,
  rows: readonly { readonly position: number; readonly body: string }[],
): Promise<void> {
  await sql.query(
    "update journal j set body = q.body from unnest($2::bigint[], $3::text[]) q (position, body) where j.account_id = $1 and j.position = q.position",
    [account, rows.map((row) => row.position), rows.map((row) => row.body)],
  );
}

/**
 * Withdraws pending deliveries of these entries, and prevents failed ones from being resent.
 * Reports of attempts that arrive later have no effect on the state.
 */
export async function endDeliveries(
  db: Db,
  account: number,
  positions: readonly number[],
  now: number,
): Promise<void> {
  for (let n = 0; n < positions.length; n += entriesPerLock)
    await withAccountLock(db, account, (tx) =>
      endDeliveriesInTransaction(tx, account, positions.slice(n, n + entriesPerLock), now),
    );
}
/** Does the same as `endDeliveries`, within a transaction that has the account lock. */
export async function endDeliveriesInTransaction(
  tx: Sql,
  account: number,
  positions: readonly number[],
  now: number,
): Promise<void> {
  await tx.query(
    `update delivery d set ${withdrawnState}, updated_at = $3 where d.account_id = $1 and d.position = any($2::bigint[]) and d.state = 'pending'`,
    [account, positions, new Date(now)],
  );
  await tx.query(
    `update delivery set error_message = null, failed_recipients = null, outcome = case when state in ('failed', 'dead') then 'withdrawn' else outcome end
     where account_id = $1 and position = any($2::bigint[])
       and (error_message is not null or failed_recipients is not null or state in ('failed', 'dead') and outcome is distinct from 'withdrawn')`,
    [account, positions],
  );
}

/** Removes requests and responses of these entries, whose deliveries have ended. */
export async function clearRequestContents(
  tx: Sql,
  account: number,
  positions: readonly number[],
): Promise<ErasedCounts> {
  const rows = await tx.query<{ id: number }>(
    "select id::float8 as id from delivery where account_id = $1 and position = any($2::bigint[])",
    [account, positions],
  );
  const ids = rows.map((row) => row.id);
  const bodies = await tx.query(
    "delete from delivery_content where account_id = $1 and delivery_id = any($2::bigint[]) returning 1",
    [account, ids],
  );
  const attempts = await tx.query(
    "update attempt set request = null, reply = null, error_message = null where account_id = $1 and delivery_id = any($2::bigint[]) returning 1",
    [account, ids],
  );
  return { deliveries: ids.length, bodies: bodies.length, attempts: attempts.length };
}
