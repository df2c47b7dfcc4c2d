import type { NamedRef } from "../../core/entity.ts";
import type { MergeSide } from "../../core/visitor/person.ts";
import { erasedKeyPrefix } from "../../core/visitor/erase.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTime } from "../database/parameters.ts";
import type { Sql } from "../database/sql.ts";

/**
 * Returns an SQL query for the ids of all visitors of the persons to whom the visitors in `ids`
 * belong. `ids` is an SQL expression of type bigint[]. The account is $1. Each step looks up the
 * links of a visitor by key, and `union` ends at visitors who were found before.
 */
export const personQuery = (ids: string): string => `with recursive person(id) as (
    select q.id from unnest(${ids}) q(id)
    union select l.id from person p cross join lateral (
      select t.other_id as id from person_link t where t.account_id = $1 and t.kind = 'same' and t.visitor_id = p.id
      union all select t.visitor_id from person_link t where t.account_id = $1 and t.kind = 'same' and t.other_id = p.id) l)
  select id from person`;

/** What an operator decided about two visitors: they are one person, or they are not. */
export type PersonLinkKind = "same" | "different";
/** Ids of two visitors, in any order. */
export type VisitorPair = readonly [number, number];
const sortPair = ([first, second]: VisitorPair): VisitorPair =>
  first < second ? [first, second] : [second, first];

/** A merge of two visitors (CORE-291). */
export interface VisitorMergeRecord {
  readonly visitor: number;
  readonly other: number;
  readonly by: NamedRef | null;
  readonly at: string;
}
/** The visitors of a person, and the merges that connect them, oldest first. */
export interface PersonRecord {
  readonly visitors: readonly number[];
  readonly merges: readonly VisitorMergeRecord[];
}

/** Returns the person of a visitor. A visitor without merges is a person of one visitor. */
export async function readPerson(
  reader: Reader,
  account: number,
  visitor: number,
): Promise<PersonRecord> {
  const members = await reader.rows<{ id: string }>(
    account,
    personQuery("array[$2::bigint]"),
    [account, visitor],
    "kept",
  );
  const visitors = members.map((member) => toInteger(member.id));
  if (visitors.length === 1) return { visitors, merges: [] };
  const merges = await reader.rows<MergeRow>(
    account,
    `select l.visitor_id, l.other_id, l.created_by, o.name as created_name, l.created_at
     from person_link l left join operator o on o.account_id = l.account_id and o.id = l.created_by
     where l.account_id = $1 and l.kind = 'same' and l.visitor_id = any($2::bigint[]) order by l.created_at, l.visitor_id, l.other_id`,
    [account, visitors],
  );
  return { visitors, merges: merges.map(toMerge) };
}
interface MergeRow {
  readonly visitor_id: string;
  readonly other_id: string;
  readonly created_by: string | null;
  readonly created_name: string | null;
  readonly created_at: Date;
}
const toMerge = (row: MergeRow): VisitorMergeRecord => ({
  visitor: toInteger(row.visitor_id),
  other: toInteger(row.other_id),
  by:
    row.created_by === null
      ? null
      : { id: toInteger(row.created_by), name: row.created_name ?? "" },
  at: toIsoTime(row.created_at),
});

/** Returns the numbers of all visitors of the person of the visitor with this number. */
export async function listPersonNumbers(
  reader: Reader,
  account: number,
  number: number,
): Promise<readonly number[]> {
  const rows = await reader.rows<{ number: string }>(
    account,
    `select v.number from (${personQuery("array(select v.id from visitor v where v.account_id = $1 and v.number = $2)")}) p
     cross join lateral (select v.number from visitor v where v.account_id = $1 and v.id = p.id offset 0) v order by v.number`,
    [account, number],
    "kept",
  );
  return rows.map((row) => toInteger(row.number));
}

/** Returns the ids and numbers of the visitors of a person, within a transaction. */
export function listPersonVisitors(
  sql: Sql,
  account: number,
  visitor: number,
): Promise<readonly { readonly id: number; readonly number: number }[]> {
  return sql.query(
    `select v.id::float8 as id, v.number::float8 as number from visitor v
     where v.account_id = $1 and v.id in (${personQuery("array[$2::bigint]")}) order by v.number`,
    [account, visitor],
  );
}

/** Reads what decides whether two visitors may be merged. The caller must have the account lock. */
export async function readMergeSides(
  tx: Sql,
  account: number,
  pair: VisitorPair,
): Promise<readonly [MergeSide, MergeSide]> {
  const readSide = async (id: number): Promise<MergeSide> => {
    const [erased] = await tx.query(
      `select from visitor v where v.account_id = $1 and v.id = $2 and (starts_with(v.customer, '${erasedKeyPrefix}')
         or exists (select from erasure e where e.account_id = $1 and e.number = v.number))`,
      [account, id],
    );
    const visitors = await listPersonVisitors(tx, account, id);
    return { id, isErased: erased !== undefined, person: visitors.map((visitor) => visitor.id) };
  };
  return [await readSide(pair[0]), await readSide(pair[1])];
}

/** Whether an operator marked visitors of two persons as different people (CORE-290). */
export async function areMarkedDifferent(
  tx: Sql,
  account: number,
  [first, second]: readonly [MergeSide, MergeSide],
): Promise<boolean> {
  const rows = await tx.query(
    `select from person_link d where d.account_id = $1 and d.kind = 'different'
       and (d.visitor_id = any($2::bigint[]) and d.other_id = any($3::bigint[])
         or d.other_id = any($2::bigint[]) and d.visitor_id = any($3::bigint[])) limit 1`,
    [account, first.person, second.person],
  );
  return rows.length > 0;
}

/**
 * Stores a decision about two visitors. Returns false if it was stored before. `by`: id of the
 * operator, or null if the service of a channel said it.
 */
export async function addPersonLink(
  tx: Sql,
  account: number,
  kind: PersonLinkKind,
  link: { readonly pair: VisitorPair; readonly by: number | null; readonly now: number },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into person_link (account_id, kind, visitor_id, other_id, created_by, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1`,
    [account, kind, ...sortPair(link.pair), link.by, new Date(link.now)],
  );
  return rows.length > 0;
}
/** Removes a decision about two visitors. Returns false if there was none. */
export async function removePersonLink(
  tx: Sql,
  account: number,
  kind: PersonLinkKind,
  pair: VisitorPair,
): Promise<boolean> {
  const rows = await tx.query(
    "delete from person_link where account_id = $1 and kind = $2 and visitor_id = $3 and other_id = $4 returning 1",
    [account, kind, ...sortPair(pair)],
  );
  return rows.length > 0;
}
