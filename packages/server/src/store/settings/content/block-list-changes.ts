import type { RowKey } from "../rows.ts";
import type { BlockListKind } from "../../../core/command.ts";
import type { Sql } from "../../database/sql.ts";

/** Data of a new block list entry. */
export interface NewBlockListRow {
  readonly kind: BlockListKind;
  /** Value normalized for comparison (core/blacklist). `shown` is the value as entered. */
  readonly value: string;
  readonly shown: string;
  /** End of the entry in milliseconds since 1970. null means no end. */
  readonly until: number | null;
  readonly reason: string | null;
  /** The chat in which the visitor was blocked (API-027). */
  readonly chatId: number | null;
  /** Operator who added the entry, or null if it comes from the provisioning file. */
  readonly by: number | null;
  readonly managed: boolean;
  readonly now: number;
}

/** Adds an entry to the block list (CORE-070). The caller must have the account lock. */
export async function addBlock(tx: Sql, account: number, row: NewBlockListRow): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into blacklist_entry (account_id, kind, value, shown, until, reason, chat_id, created_by, managed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id::float8 as id`,
    [
      account,
      row.kind,
      row.value,
      row.shown,
      toDate(row.until),
      row.reason,
      row.chatId,
      row.by,
      row.managed,
      new Date(row.now),
    ],
  );
  return rows[0]?.id ?? 0;
}

/**
 * Marks expired entries as ended, so that cached settings contain only entries that may block.
 * Returns the number of the remaining entries, because it is limited.
 */
export async function expireBlocks(tx: Sql, account: number, now: number): Promise<number> {
  await tx.query(
    "update blacklist_entry set lifted_at = until where account_id = $1 and lifted_at is null and until <= $2",
    [account, new Date(now)],
  );
  const rows = await tx.query<{ n: number }>(
    "select count(*)::int as n from blacklist_entry where account_id = $1 and lifted_at is null",
    [account],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Updates the given fields of an entry. `inForce` reactivates an entry that was lifted or has
 * expired. Returns false if the entry does not exist.
 */
export async function updateBlock(
  tx: Sql,
  account: number,
  id: number,
  change: {
    readonly until?: number | null | undefined;
    readonly reason?: string | null | undefined;
    readonly inForce?: boolean;
    readonly managed?: boolean;
    readonly chatId?: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `update blacklist_entry set until = case when $3 then $4 else until end, reason = case when $5 then $6 else reason end,
       lifted_at = case when $7 then null else lifted_at end, lifted_by = case when $7 then null else lifted_by end,
       managed = coalesce($8, managed), chat_id = coalesce($9, chat_id)
     where account_id = $1 and id = $2 returning id`,
    [
      account,
      id,
      change.until !== undefined,
      toDate(change.until ?? null),
      change.reason !== undefined,
      change.reason ?? null,
      change.inForce ?? false,
      change.managed ?? null,
      change.chatId ?? null,
    ],
  );
  return rows.length > 0;
}

/**
 * Ends an entry and keeps its record (CORE-070). An entry that has already ended does not change.
 * Returns false if the entry does not exist.
 */
export async function unblock(
  tx: Sql,
  { account, id }: RowKey,
  operatorId: number | null,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update blacklist_entry set lifted_by = case when lifted_at is null then $3 else lifted_by end, lifted_at = coalesce(lifted_at, $4)
     where account_id = $1 and id = $2 returning id`,
    [account, id, operatorId, new Date(now)],
  );
  return rows.length > 0;
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
