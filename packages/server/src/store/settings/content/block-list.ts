import type { blockListEntry } from "@parlour/protocol/settings/kinds/people/block-list";
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
import type { KindRow } from "../kind-store.ts";

export type BlockListFields = (typeof blockListEntry)["fields"];
/** What Parlour knows of an entry besides its settings. */
interface BlockListFacts {
  /** Value normalized for comparison. */
  readonly compared: string;
  readonly chatId: number | null;
  readonly by: NamedRef | null;
  readonly liftedAt: string | null;
  readonly liftedBy: NamedRef | null;
}
/** An entry of the block list, active or not (CORE-070). */
export type BlockListRow = KindRow<BlockListFields, BlockListFacts>;
/** Filter of block list entries. All given fields must match. */
export interface BlockListFilter {
  readonly state?: "in_force" | "over" | "lifted" | undefined;
  readonly kind?: BlockListKind | undefined;
  /** Part of the value or of the reason. */
  readonly q?: string | undefined;
  /** Selects only entries with an id below this one. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

/** Lists block list entries, newest first, including expired and lifted ones. */
export async function listBlocks(
  reader: Reader,
  account: number,
  filter: BlockListFilter,
): Promise<readonly BlockListRow[]> {
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
  return rows.map(toRow);
}
export async function findBlock(
  reader: Reader,
  account: number,
  id: number,
): Promise<BlockListRow | null> {
  const row = await reader.one<BlockRow>(account, `${select} and b.id = $2`, [account, id]);
  return row === null ? null : toRow(row);
}

/** Lists entries for the file, oldest first: none that operators created in chats. */
export async function listBlocksOfFile(
  reader: Reader,
  account: number,
): Promise<readonly BlockListRow[]> {
  const rows = await reader.rows<BlockRow>(
    account,
    `${select} and b.chat_id is null and (b.lifted_at is null or (b.managed and b.lifted_by is null and b.lifted_at = b.until)) order by b.id`,
    [account],
  );
  return rows.map(toRow);
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
const toRow = (row: BlockRow): BlockListRow => ({
  id: toInteger(row.id),
  managed: row.managed,
  createdAt: toIsoTime(row.created_at),
  values: {
    kind: row.kind,
    value: row.shown,
    channel_id: row.kind === "customer" ? Number(row.value.slice(0, row.value.indexOf(" "))) : null,
    until: toIsoTimeOrNull(row.until),
    reason: row.reason,
  },
  secrets: {},
  facts: {
    compared: row.value,
    chatId: toIntegerOrNull(row.chat_id),
    by: toOperatorRef(row.created_by, row.created_name),
    liftedAt: toIsoTimeOrNull(row.lifted_at),
    liftedBy: toOperatorRef(row.lifted_by, row.lifted_name),
  },
});
const toOperatorRef = (id: string | null, name: string | null): NamedRef | null =>
  id === null ? null : { id: toInteger(id), name: name ?? "" };

/** Returns the active entries that have this kind and value, oldest first. */
export async function findMatchingBlocks(
  tx: Sql,
  account: number,
  { kind, value }: { readonly kind: BlockListKind; readonly value: string },
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
