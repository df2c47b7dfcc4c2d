import type { NamedRef } from "../../core/entity.ts";
import type { Reader } from "../database/reader.ts";
import {
  toInteger,
  toIntegerOrNull,
  toIsoTime,
  toIsoTimeOrNull,
  createParameters,
} from "../database/parameters.ts";

/** An erasure (CORE-116): who asked, what was removed, which integrators had the data. */
export interface ErasureRecord {
  readonly id: number;
  readonly number: number;
  readonly by: NamedRef | null;
  readonly requestedAt: string;
  /** Time of completion, or null while the erasure is running. */
  readonly doneAt: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly received: readonly {
    readonly endpoint_id: number;
    readonly kind: string;
    readonly name: string | null;
    readonly url: string;
    readonly count: number;
    readonly first_at: string;
    readonly last_at: string;
  }[];
}
/** A visitor to erase. `number`: the visitor number that operators see. */
export interface ErasureRequest {
  readonly account: number;
  readonly id: number;
  readonly visitor: number;
  readonly number: number;
}

/** Lists erasures with an id below `before`, newest first. */
export async function listErasures(
  reader: Reader,
  account: number,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<readonly ErasureRecord[]> {
  const v = createParameters(account);
  const below = page.before === undefined ? "" : `and e.id < ${v.put(page.before)}`;
  const rows = await reader.rows<ErasureRow>(
    account,
    `${select} ${below} order by e.id desc limit ${v.put(page.limit)}`,
    v.list,
  );
  return rows.map(toRecord);
}
export async function findErasure(
  reader: Reader,
  account: number,
  number: number,
): Promise<ErasureRecord | null> {
  const row = await reader.one<ErasureRow>(account, `${select} and e.number = $2`, [
    account,
    number,
  ]);
  return row === null ? null : toRecord(row);
}

const select = `select e.id, e.number, e.requested_by, o.name as requested_name, e.requested_at, e.done_at, e.counts, e.received
  from erasure e left join operator o on o.account_id = e.account_id and o.id = e.requested_by where e.account_id = $1`;

interface ErasureRow {
  readonly id: string;
  readonly number: string;
  readonly requested_by: string | null;
  readonly requested_name: string | null;
  readonly requested_at: Date;
  readonly done_at: Date | null;
  readonly counts: Record<string, number>;
  readonly received: ErasureRecord["received"];
}
const toRecord = (row: ErasureRow): ErasureRecord => {
  const requestedBy = toIntegerOrNull(row.requested_by);
  return {
    id: toInteger(row.id),
    number: toInteger(row.number),
    by: requestedBy === null ? null : { id: requestedBy, name: row.requested_name ?? "" },
    requestedAt: toIsoTime(row.requested_at),
    doneAt: toIsoTimeOrNull(row.done_at),
    counts: row.counts,
    received: row.received.map((receiver) => ({
      ...receiver,
      first_at: toIsoTime(receiver.first_at),
      last_at: toIsoTime(receiver.last_at),
    })),
  };
};
