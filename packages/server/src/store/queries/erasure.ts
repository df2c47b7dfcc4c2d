import type { ErasureRecord } from "../../core/record/erasure.ts";
import type { Reader } from "../reader.ts";
import { int, intOrNull, iso, isoOrNull, values } from "./values.ts";

/** Lists erasures with an id below `before`, newest first. */
export async function listErasures(
  reader: Reader,
  account: number,
  page: { readonly before?: number; readonly limit: number },
): Promise<readonly ErasureRecord[]> {
  const v = values(account);
  const below = page.before === undefined ? "" : `and e.id < ${v.put(page.before)}`;
  const rows = await reader.rows<Row>(account, `${select} ${below} order by e.id desc limit ${v.put(page.limit)}`, v.list);
  return rows.map(toRecord);
}
export async function findErasure(reader: Reader, account: number, number: number): Promise<ErasureRecord | null> {
  const row = await reader.one<Row>(account, `${select} and e.number = $2`, [account, number]);
  return row === null ? null : toRecord(row);
}

const select = `select e.id, e.number, e.requested_by, o.name as requested_name, e.requested_at, e.done_at, e.counts, e.received
  from erasure e left join operator o on o.account_id = e.account_id and o.id = e.requested_by where e.account_id = $1`;

interface Row {
  readonly id: string;
  readonly number: string;
  readonly requested_by: string | null;
  readonly requested_name: string | null;
  readonly requested_at: Date;
  readonly done_at: Date | null;
  readonly counts: Record<string, number>;
  readonly received: ErasureRecord["received"];
}
const toRecord = (row: Row): ErasureRecord => {
  const by = intOrNull(row.requested_by);
  return {
    id: int(row.id),
    number: int(row.number),
    by: by === null ? null : { id: by, name: row.requested_name ?? "" },
    requestedAt: iso(row.requested_at),
    doneAt: isoOrNull(row.done_at),
    counts: row.counts,
    received: row.received.map((one) => ({ ...one, first_at: iso(one.first_at), last_at: iso(one.last_at) })),
  };
};
