import type { Delivery, DeliveryState, Outcome } from "../../core/entity.ts";
import type { Reader } from "../reader.ts";
import { int, intOrNull, iso, isoOrNull, values } from "./values.ts";

/** One HTTP try as the ledger keeps it (CH-088); request and reply become null after retention. */
export interface AttemptRecord {
  readonly n: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
}

/** Place of a delivery in the list: the journal position it is owed for and its endpoint. */
export interface DeliveryPlace {
  readonly position: number;
  readonly endpointId: number;
}
export interface DeliveryFilter {
  readonly chatId?: number;
  readonly endpointId?: number;
  readonly state?: DeliveryState;
  readonly since?: Date;
  readonly limit: number;
  readonly after?: DeliveryPlace;
}

/** A page of the ledger, newest first (API-050). */
export async function listDeliveries(
  reader: Reader,
  account: number,
  filter: DeliveryFilter,
): Promise<{ readonly items: readonly Delivery[]; readonly next: DeliveryPlace | null }> {
  const v = values(account);
  const rows = await reader.rows<DeliveryRow>(
    account,
    `
    with page as materialized (select d.* from delivery d where d.account_id = $1
      ${filter.chatId === undefined ? "" : `and d.chat_id = ${v.put(filter.chatId)}`}
      ${filter.endpointId === undefined ? "" : `and d.endpoint_id = ${v.put(filter.endpointId)}`}
      ${filter.state === undefined ? "" : `and d.state = ${v.put(filter.state)}`}
      ${filter.since === undefined ? "" : `and d.created_at >= ${v.put(filter.since)}`}
      ${filter.after === undefined ? "" : `and (d.position, d.endpoint_id) < (${v.put(filter.after.position)}, ${v.put(filter.after.endpointId)})`}
      order by d.position desc, d.endpoint_id desc limit ${v.put(filter.limit + 1)})
    select ${columns} from page d ${joins} order by d.position desc, d.endpoint_id desc`,
    v.list,
  );
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return {
    items: items.map(toDelivery),
    next: rows.length > filter.limit && last !== undefined ? { position: int(last.position), endpointId: int(last.endpoint_id) } : null,
  };
}

/** One delivery with every attempt of all its series. */
export async function findDelivery(
  reader: Reader,
  account: number,
  id: number,
): Promise<{ readonly delivery: Delivery; readonly attempts: readonly AttemptRecord[] } | null> {
  const row = await reader.one<DeliveryRow>(account, `select ${columns} from delivery d ${joins} where d.account_id = $1 and d.id = $2`, [
    account,
    id,
  ]);
  if (row === null) return null;
  const attempts = await reader.rows<AttemptRow>(
    account,
    `
    select t.n, t.started_at, t.duration_ms, t.outcome, t.status, t.error_code, t.error_message, t.request, t.reply
    from attempt t where t.account_id = $1 and t.delivery_id = $2 order by t.n`,
    [account, id],
  );
  return { delivery: toDelivery(row), attempts: attempts.map(toAttempt) };
}

const columns = `d.position, d.endpoint_id, d.id, d.event, d.chat_id, d.seq, d.state, d.attempts, d.outcome, d.error_code, d.error_message,
  d.unconfirmed, d.next_at, d.created_at, d.updated_at, e.kind as endpoint_kind, e.url as endpoint_url, ch.name as channel_name`;
const joins = `join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id
  left join channel ch on ch.account_id = d.account_id and ch.endpoint_id = d.endpoint_id`;

interface DeliveryRow {
  readonly position: string;
  readonly endpoint_id: string;
  readonly id: string;
  readonly event: string;
  readonly chat_id: string | null;
  readonly seq: number | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly outcome: Outcome | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly unconfirmed: boolean;
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly endpoint_kind: "channel" | "bot" | "webhook";
  readonly endpoint_url: string;
  readonly channel_name: string | null;
}
interface AttemptRow {
  readonly n: number;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly request: AttemptRecord["request"];
  readonly reply: AttemptRecord["reply"];
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: int(row.id),
    endpoint: { id: int(row.endpoint_id), kind: row.endpoint_kind, name: row.channel_name ?? row.endpoint_url },
    event: row.event,
    chat_id: intOrNull(row.chat_id),
    seq: row.seq,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    unconfirmed: row.unconfirmed,
    next_at: isoOrNull(row.next_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

function toAttempt(row: AttemptRow): AttemptRecord {
  return {
    n: row.n,
    started_at: iso(row.started_at),
    duration_ms: row.duration_ms,
    outcome: row.outcome,
    status: row.status,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    request: row.request,
    reply: row.reply,
  };
}
