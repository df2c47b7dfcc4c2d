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
import type { NewBlockListRow } from "./block-list-changes.ts";

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
