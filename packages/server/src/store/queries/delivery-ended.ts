import type { Reader } from "../reader.ts";
import { int, values, type Values } from "./values.ts";

/** Failed and dead deliveries of one endpoint, narrowed by time of making and by ids; what a replay sends again (API-050). */
export interface EndedFilter {
  readonly endpointId: number;
  /** Made at or after, and before. */
  readonly since?: Date;
  readonly until?: Date;
  readonly ids?: readonly number[];
}

export async function countEnded(reader: Reader, account: number, filter: EndedFilter): Promise<number> {
  const v = values(account);
  const row = await reader.one<{ n: string }>(account, `select count(*) as n from delivery d where ${conditions(filter, v)}`, v.list);
  return int(row?.n ?? 0);
}

/** The oldest of them beyond a position, by position; `lane` is what they stay in order by: chat, customer or their own. */
export async function listEnded(
  reader: Reader,
  account: number,
  filter: EndedFilter,
  after: number,
  limit: number,
): Promise<readonly { readonly id: number; readonly lane: number; readonly position: number }[]> {
  const v = values(account);
  const rows = await reader.rows<{ id: string; chat_id: string | null; position: string }>(
    account,
    `select d.id, d.chat_id, d.position from delivery d where ${conditions(filter, v)} and d.position > ${v.put(after)} order by d.position limit ${v.put(limit)}`,
    v.list,
  );
  // A lane of its own (WH-064) comes back to its chat, so the chat is what order means here.
  return rows.map((row) => ({ id: int(row.id), lane: int(row.chat_id ?? row.id), position: int(row.position) }));
}

function conditions({ endpointId, since, until, ids }: EndedFilter, v: Values): string {
  return [
    `d.account_id = $1 and d.state in ('failed', 'dead') and d.endpoint_id = ${v.put(endpointId)}`,
    since === undefined ? "" : `and d.created_at >= ${v.put(since)}`,
    until === undefined ? "" : `and d.created_at < ${v.put(until)}`,
    ids === undefined ? "" : `and d.id = any(${v.put(ids)}::bigint[])`,
  ].join(" ");
}
