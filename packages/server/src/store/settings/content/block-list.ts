import type { RowKey } from "../rows.ts";
import type { NamedRef } from "../../../core/entity.ts";
import type { BlockListKind } from "../../../core/command.ts";
import type { Reader } from "../../database/reader.ts";
import {
  containsPattern,
  toInteger,
  toIntegerOrNull,
  toIsoTime,
  toIsoTimeOrNull,
  createParameters,
} from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";

/** An entry of the block list, active or not (CORE-070). */
export interface BlockListRecord {
  readonly id: number;
  readonly kind: BlockListKind;
  /** Value normalized for comparison. */
  readonly value: string;
  /** As entered. */
  readonly shown: string;
  readonly until: string | null;
  readonly reason: string | null;
  readonly chatId: number | null;
  readonly by: NamedRef | null;
  readonly createdAt: string;
  readonly liftedAt: string | null;
  readonly liftedBy: NamedRef | null;
  readonly managed: boolean;
}
/** Filter of block list entries. All given fields must match. */
export interface BlockListFilter {
  readonly state?: "in_force" | "over" | "lifted";
  readonly kind?: BlockListKind;
  /** Part of the value or of the reason. */
  readonly q?: string;
  /** Selects only entries with an id below this one. */
  readonly before?: number;
  readonly limit: number;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}
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

/** Lists block list entries, newest first, including expired and lifted ones. */
export async function listBlocks(
  reader: Reader,
  account: number,
  filter: BlockListFilter,
): Promise<readonly BlockListRecord[]> {
  const v = createParameters(account);
  const where: string[] = [];
  if (filter.state !== undefined)
    where.push(stateConditions[filter.state](v.put(new Date(filter.now))));
  if (filter.kind !== undefined) where.push(`b.kind = ${v.put(filter.kind)}`);
  if (filter.before !== undefined) where.push(`b.id < ${v.put(filter.before)}`);
  if (filter.q !== undefined) {
    const pattern = v.put(containsPattern(filter.q));
    where.push(
      `(b.shown ilike ${pattern} or b.value ilike ${pattern} or b.reason ilike ${pattern})`,
    );
  }
  const rows = await reader.rows<BlockRow>(
    account,
    `${select} ${where.map((condition) => `and ${condition}`).join(" ")} order by b.id desc limit ${v.put(filter.limit)}`,
    v.list,
  );
  return rows.map(toRecord);
}
export async function findBlock(
  reader: Reader,
  account: number,
  id: number,
): Promise<BlockListRecord | null> {
  const row = await reader.one<BlockRow>(account, `${select} and b.id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

/**
 * SQL condition for an expired entry. `expireBlocks` may have marked it: then it was lifted at
 * `until`, by no operator.
 */
const isExpired = (now: string): string => `(b.lifted_by is null and b.until <= ${now})`;
const stateConditions: Record<NonNullable<BlockListFilter["state"]>, (now: string) => string> = {
  in_force: (now) => `b.lifted_at is null and (b.until is null or b.until > ${now})`,
  over: isExpired,
  lifted: (now) => `b.lifted_at is not null and not coalesce(${isExpired(now)}, false)`,
};

const select = `select b.id, b.kind, b.value, b.shown, b.until, b.reason, b.chat_id, b.created_by, m.name as created_name, b.created_at,
    b.lifted_by, l.name as lifted_name, b.lifted_at, b.managed
  from blacklist_entry b
  left join operator m on m.account_id = b.account_id and m.id = b.created_by
  left join operator l on l.account_id = b.account_id and l.id = b.lifted_by
  where b.account_id = $1`;

interface BlockRow {
  readonly id: string;
  readonly kind: BlockListKind;
  readonly value: string;
  readonly shown: string;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly chat_id: string | null;
  readonly created_by: string | null;
  readonly created_name: string | null;
  readonly created_at: Date;
  readonly lifted_by: string | null;
  readonly lifted_name: string | null;
  readonly lifted_at: Date | null;
  readonly managed: boolean;
}
function toRecord(row: BlockRow): BlockListRecord {
  return {
    id: toInteger(row.id),
    kind: row.kind,
    value: row.value,
    shown: row.shown,
    until: toIsoTimeOrNull(row.until),
    reason: row.reason,
    chatId: toIntegerOrNull(row.chat_id),
    by: toOperatorRef(row.created_by, row.created_name),
    createdAt: toIsoTime(row.created_at),
    liftedAt: toIsoTimeOrNull(row.lifted_at),
    liftedBy: toOperatorRef(row.lifted_by, row.lifted_name),
    managed: row.managed,
  };
}
const toOperatorRef = (id: string | null, name: string | null): NamedRef | null =>
  id === null ? null : { id: toInteger(id), name: name ?? "" };

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

/** Returns the active entries that have this kind and value, oldest first. */
export async function findMatchingBlocks(
  tx: Sql,
  account: number,
  { kind, value }: Pick<NewBlockListRow, "kind" | "value">,
  now: number,
): Promise<
  readonly { readonly id: number; readonly chatId: number | null; readonly managed: boolean }[]
> {
  return tx.query(
    `select id::float8 as id, chat_id::float8 as "chatId", managed from blacklist_entry
     where account_id = $1 and kind = $2 and value = $3 and lifted_at is null and (until is null or until > $4) order by id`,
    [account, kind, value, new Date(now)],
  );
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
