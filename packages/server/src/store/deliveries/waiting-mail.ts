import type { ChatEntity } from "../../core/entity.ts";
import { fromMilliseconds, type Db, type Sql } from "../database/sql.ts";

/** A delivery of an email about a waiting chat, and the operators to whom it is addressed. */
export interface WaitingMailClaim {
  readonly deliveryId: number;
  /** When the delivery was planned, in ms since 1970. */
  readonly createdAt: number;
  readonly operators: readonly number[];
  readonly now: number;
  /** Minimum time between two of these emails to one operator, in ms. */
  readonly intervalMs: number;
}
/**
 * `operators`: those who get the email now, `merged` those of them who get the number of all chats.
 * Otherwise `later`, when the delivery continues, or `covered`: everybody got a merged email.
 */
export type WaitingMailTurn =
  | { readonly operators: readonly number[]; readonly merged: readonly number[] }
  | { readonly later: number }
  | { readonly covered: true };

/** Time in ms after which a delivery looks again whether the email in progress was accepted. */
const recheckMs = 5_000;

/** The last email of an operator, and what became of its delivery. */
interface LastMail {
  readonly operator_id: string;
  readonly built_at: Date;
  readonly is_merged: boolean;
  readonly is_own: boolean;
  readonly is_delivered: boolean;
  readonly is_first_attempt: boolean;
}

/**
 * Decides which operators get an email about waiting chats now (CORE-365), and reserves it for
 * them, so that two nodes do not send two. If one operator had no email lately, all who do not know
 * of the chat get this one: the delivery ends with it.
 */
export function claimWaitingMail(
  db: Db,
  account: number,
  claim: WaitingMailClaim,
): Promise<WaitingMailTurn> {
  const { deliveryId, createdAt, now, intervalMs } = claim;
  return db.transaction(async (tx) => {
    const uncovered = (await lockLastMails(tx, account, claim)).filter(
      (last) => !(last.is_delivered && last.is_merged && last.built_at.getTime() >= createdAt),
    );
    if (uncovered.length === 0) return { covered: true };
    const waitMs = Math.min(...uncovered.map((last) => getWaitMs(last, now, intervalMs)));
    if (waitMs > 0) return { later: now + waitMs };
    const listIds = (lasts: readonly LastMail[]) => lasts.map((last) => Number(last.operator_id));
    const operators = listIds(uncovered);
    const merged = listIds(
      uncovered.filter((last) =>
        last.is_own
          ? last.is_merged
          : last.is_delivered && last.built_at.getTime() + intervalMs > createdAt,
      ),
    );
    await tx.query(
      `update waiting_mail set delivery_id = $3, built_at = ${fromMilliseconds("$4")}, is_merged = operator_id = any($5::bigint[])
       where account_id = $1 and operator_id = any($2::bigint[])`,
      [account, operators, deliveryId, now, merged],
    );
    return { operators, merged };
  });
}

/**
 * Locks the rows of the operators before it reads them: a query that waits for a lock sees the
 * deliveries as they were before the wait.
 */
async function lockLastMails(
  tx: Sql,
  account: number,
  { operators, deliveryId }: WaitingMailClaim,
): Promise<readonly LastMail[]> {
  await tx.query(
    `insert into waiting_mail (account_id, operator_id, delivery_id, built_at, is_merged)
     select $1, id, 0, to_timestamp(0), false from operator where account_id = $1 and id = any($2::bigint[]) order by id
     on conflict do nothing`,
    [account, operators],
  );
  await tx.query(
    "select from waiting_mail where account_id = $1 and operator_id = any($2::bigint[]) order by operator_id for update",
    [account, operators],
  );
  return tx.query<LastMail>(
    `select w.operator_id, w.built_at, w.is_merged, w.delivery_id = $3 as is_own,
       w.delivery_id <> $3 and coalesce(d.state = 'delivered', false) as is_delivered,
       w.delivery_id <> $3 and coalesce(d.state = 'pending' and d.tries = 0, false) as is_first_attempt
     from waiting_mail w left join delivery d on d.account_id = w.account_id and d.id = w.delivery_id
     where w.account_id = $1 and w.operator_id = any($2::bigint[]) order by w.operator_id`,
    [account, operators, deliveryId],
  );
}

/** Emails that the mail server did not accept at once hold up no other email. */
function getWaitMs(last: LastMail, now: number, intervalMs: number): number {
  const restMs = Math.max(0, last.built_at.getTime() + intervalMs - now);
  if (last.is_delivered) return restMs;
  return last.is_first_attempt ? Math.min(restMs, recheckMs) : 0;
}

const maxWaitingChats = 5_000;

export async function listWaitingChats(sql: Sql, account: number): Promise<readonly ChatEntity[]> {
  const rows = await sql.query<{ body: string }>(
    `select body from chat where account_id = $1 and state <> 'closed' and state = 'waiting' limit ${maxWaitingChats}`,
    [account],
  );
  return rows.map(({ body }) => JSON.parse(body) as ChatEntity);
}
