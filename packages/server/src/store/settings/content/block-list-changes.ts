import { insertRow, updateRow, type RowKey } from "../rows.ts";
import type { BlockListKind } from "../../../core/command.ts";
import type { Sql } from "../../database/sql.ts";

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
export const addBlock = async (tx: Sql, account: number, row: NewBlockListRow): Promise<number> =>
  (await insertRow(tx, "blacklist_entry", account, {
    kind: row.kind,
    value: row.value,
    shown: row.shown,
    until: toDate(row.until),
    reason: row.reason,
    chat_id: row.chatId,
    created_by: row.by,
    managed: row.managed,
    created_at: new Date(row.now),
  })) ?? 0;

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

/** Updates an entry. `inForce` reactivates it. Returns false if it does not exist. */
export function updateBlock(
  tx: Sql,
  key: RowKey,
  change: {
    readonly until?: number | null | undefined;
    readonly reason?: string | null | undefined;
    readonly inForce?: boolean;
    readonly managed?: boolean | undefined;
    readonly chatId?: number;
  },
): Promise<boolean> {
  const lifted = change.inForce ? null : undefined;
  return updateRow(tx, "blacklist_entry", key, {
    until: change.until === undefined ? undefined : toDate(change.until),
    reason: change.reason,
    chat_id: change.chatId,
    managed: change.managed,
    lifted_at: lifted,
    lifted_by: lifted,
  });
}

/** Ends an entry and keeps its record (CORE-070). Returns false if it does not exist. */
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
