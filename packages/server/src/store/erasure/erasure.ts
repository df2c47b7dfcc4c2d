import type { ErasureRequest } from "./erasure-orders.ts";
import type { VisitorDataKind } from "../../core/visitor/data-inventory.ts";
import { erasedKeyPrefix } from "../../core/visitor/erase.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";
import { listPersonVisitors } from "../visitors/person.ts";

/** Number of removed or cleared rows by kind of data. */
export type ErasedCounts = { [P in VisitorDataKind]?: number };

/** Adds the counts of another step to `to`. */
export function addErasedCounts(to: ErasedCounts, step: ErasedCounts): void {
  for (const part of Object.keys(step) as VisitorDataKind[])
    to[part] = (to[part] ?? 0) + (step[part] ?? 0);
}

/** Creates or returns the request for an erasure. Returns null without the visitor. */
export async function createErasure(
  tx: Sql,
  account: number,
  number: number,
  { requestedBy, now }: { readonly requestedBy: number | null; readonly now: number },
): Promise<(ErasureRequest & { readonly isNew: boolean }) | null> {
  const [visitor] = await tx.query<{ id: number }>(
    "select id::float8 as id from visitor where account_id = $1 and number = $2",
    [account, number],
  );
  if (visitor === undefined) return null;
  const [created] = await tx.query<{ id: number }>(
    `insert into erasure (account_id, visitor_id, number, requested_by, requested_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, number) do nothing returning id::float8 as id`,
    [account, visitor.id, number, requestedBy, new Date(now)],
  );
  const [row] = created
    ? [created]
    : await tx.query<{ id: number }>(
        "select id::float8 as id from erasure where account_id = $1 and number = $2",
        [account, number],
      );
  return { account, id: row?.id ?? 0, visitor: visitor.id, number, isNew: created !== undefined };
}

/**
 * Creates the requests for erasing all visitors of the person of a visitor (CORE-293), that of
 * `number` first. Returns null if the visitor does not exist. The account's lock orders it with
 * merges, so no visitor joins the person afterwards.
 */
export async function createErasuresOfPerson(
  tx: Sql,
  account: number,
  number: number,
  request: { readonly requestedBy: number | null; readonly now: number },
): Promise<readonly (ErasureRequest & { readonly isNew: boolean })[] | null> {
  const first = await createErasure(tx, account, number, request);
  if (first === null) return null;
  const erasures = [first];
  for (const visitor of await listPersonVisitors(tx, account, first.visitor)) {
    if (visitor.number === number) continue;
    const erasure = await createErasure(tx, account, visitor.number, request);
    if (erasure !== null) erasures.push(erasure);
  }
  return erasures;
}

/** Returns the erasures that a crash interrupted, oldest first. */
export function listUnfinishedErasures(sql: Sql): Promise<readonly ErasureRequest[]> {
  return sql.query<ErasureRequest>(
    `select account_id::float8 as account, id::float8 as id, visitor_id::float8 as visitor, number::float8 as number from erasure
     where done_at is null order by requested_at`,
  );
}

/**
 * Returns those of the listed visitors who exist although they were erased, because a backup was
 * restored. `at`: time of the erasure in milliseconds since 1970, or null if unknown. A visitor who
 * was created after that time is another person, because the restored database assigns the same
 * numbers again.
 */
export function findRestoredVisitors(
  sql: Sql,
  listed: readonly {
    readonly account: number;
    readonly visitor: number;
    readonly at: number | null;
  }[],
): Promise<readonly { account: number; number: number }[]> {
  return sql.query(
    `select v.account_id::float8 as account, v.number::float8 as number from (
       select account, id, bool_or(at is null) as ever, max(at) as at from unnest($1::bigint[], $2::bigint[], $3::float8[]) q (account, id, at) group by 1, 2) q
     join visitor v on v.account_id = q.account and v.id = q.id where not starts_with(v.customer, '${erasedKeyPrefix}')
       and (q.ever or (v.body::json->>'created_at')::timestamptz <= ${fromMilliseconds("q.at")})`,
    [
      listed.map((entry) => entry.account),
      listed.map((entry) => entry.visitor),
      listed.map((entry) => entry.at),
    ],
  );
}

/** Returns the ids of the visitor's chats. `open` contains those that are not closed. */
export async function findChatsToErase(
  sql: Sql,
  { account, visitor }: ErasureRequest,
): Promise<{ readonly all: readonly number[]; readonly open: readonly number[] }> {
  const rows = await sql.query<{ id: number; state: string }>(
    "select id::float8 as id, state from chat where account_id = $1 and visitor_id = $2 order by id",
    [account, visitor],
  );
  return {
    all: rows.map((row) => row.id),
    open: rows.filter((row) => row.state !== "closed").map((row) => row.id),
  };
}

/**
 * Stores what was removed and which endpoints received data. The endpoints are those of deliveries
 * of the visitor's chats and of `chatlessPositions`. Attempts remain in the delivery log without
 * content, so a second run gives the same result.
 */
export async function finishErasure(
  tx: Sql,
  { account, id }: ErasureRequest,
  result: {
    readonly chats: readonly number[];
    readonly chatlessPositions: readonly number[];
    readonly counts: ErasedCounts;
    readonly now: number;
  },
): Promise<void> {
  await tx.query(
    `with owed as (
       select d.account_id, d.id, d.endpoint_id from delivery d where d.account_id = $1 and d.chat_id = any($5::bigint[])
       union select d.account_id, d.id, d.endpoint_id from delivery d where d.account_id = $1 and d.position = any($6::bigint[])),
     reached as (
       select d.endpoint_id, p.kind, coalesce(p.name, c.name) as name, case when p.kind = 'push' then '' else p.url end as url,
         count(distinct d.id) as count, min(a.started_at) as first_at, max(a.started_at) as last_at
       from owed d join endpoint p on p.account_id = d.account_id and p.id = d.endpoint_id
       join attempt a on a.account_id = d.account_id and a.delivery_id = d.id and a.outcome <> all('{dns_failed,connect_failed,tls_failed,private_address,token_failed}')
       left join channel c on c.account_id = d.account_id and c.endpoint_id = d.endpoint_id
       group by d.endpoint_id, p.kind, coalesce(p.name, c.name), p.url)
     update erasure set done_at = $3, counts = $4, received = coalesce((select jsonb_agg(r order by r.first_at) from reached r), '[]')
     where account_id = $1 and id = $2`,
    [
      account,
      id,
      new Date(result.now),
      JSON.stringify(result.counts),
      result.chats,
      result.chatlessPositions,
    ],
  );
}
