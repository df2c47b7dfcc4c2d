import type { OfflineMessage, Delivery, Visitor } from "../../core/entity.ts";
import type { NewOfflineMessage } from "../../core/event.ts";
import type { ChatVisibility } from "./chat-record.ts";
import type { Reader } from "../database/reader.ts";
import {
  deliveryLogColumns,
  deliveryJoins,
  toDelivery,
  type LoggedDeliveryRow,
} from "../deliveries/delivery.ts";
import { visitorVisibilityCondition } from "./visibility.ts";
import { toInteger, createParameters } from "../database/parameters.ts";

export interface OfflineMessageRecord {
  readonly message: OfflineMessage;
  /** The offline message without its visitor, as command handlers read it. */
  readonly stored: NewOfflineMessage;
  readonly visitorNumber: number;
  /** The visitor's key on the channel. */
  readonly customer: string;
}
export interface OfflineMessageCursor {
  /** Creation time in microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}

/** Maximum number to which offline messages are counted. */
const maxCounted = 1_000;

/** Lists the offline messages of visible visitors, newest first. */
export async function listOfflineMessages(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: {
    readonly state?: OfflineMessage["state"] | undefined;
    readonly after?: OfflineMessageCursor | undefined;
    readonly limit: number;
  },
): Promise<readonly (OfflineMessageRecord & { readonly cursor: OfflineMessageCursor })[]> {
  const v = createParameters(account);
  const { state, after } = filter;
  // A literal is used instead of a parameter, so that the partial index of new messages matches.
  const stateCondition = state === undefined ? "" : `and r.state = '${state}'`;
  const cursorCondition =
    after === undefined
      ? ""
      : `and (r.created_at, r.id) < (to_timestamp(0) + ${v.put(after.key)}::bigint * interval '1 microsecond', ${v.put(after.id)})`;
  const rows = await reader.rows<OfflineRow>(
    account,
    `${select} where r.account_id = $1 and r.kind = 'offline_message' ${stateCondition} ${cursorCondition} and ${visitorVisibilityCondition(sight, v)}
     order by r.created_at desc, r.id desc limit ${v.put(filter.limit)}`,
    v.list,
  );
  return rows.map((row) => ({
    ...toRecord(row),
    cursor: { key: Number(row.key), id: toInteger(row.id) },
  }));
}

export async function findOfflineMessage(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  id: number,
): Promise<OfflineMessageRecord | null> {
  const v = createParameters(account, id);
  const text = `${select} where r.account_id = $1 and r.id = $2 and r.kind = 'offline_message' and ${visitorVisibilityCondition(sight, v)}`;
  const row = await reader.one<OfflineRow>(account, text, v.list);
  return row === null ? null : toRecord(row);
}

/** Counts new offline messages, up to 1,000. */
export async function countOfflineMessages(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
): Promise<number> {
  const v = createParameters(account);
  const row = await reader.one<{ n: string }>(
    account,
    `select count(*) as n from (select from record r join visitor v on v.account_id = r.account_id and v.id = r.visitor_id
       where r.account_id = $1 and r.kind = 'offline_message' and r.state = 'new' and ${visitorVisibilityCondition(sight, v)} limit ${maxCounted}) q`,
    v.list,
  );
  return toInteger(row?.n ?? 0);
}

/** Returns the deliveries with these ids, by id. */
export async function findDeliveriesById(
  reader: Reader,
  account: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Delivery>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<LoggedDeliveryRow>(
    account,
    `select ${deliveryLogColumns} from delivery d ${deliveryJoins} where d.account_id = $1 and d.id = any($2::bigint[])`,
    [account, ids],
  );
  return new Map(rows.map((row) => [toInteger(row.id), toDelivery(row)]));
}

const select = `select r.id, r.body, v.body as visitor, v.number, v.customer, (extract(epoch from r.created_at) * 1000000)::bigint as key
  from record r join visitor v on v.account_id = r.account_id and v.id = r.visitor_id`;
interface OfflineRow {
  readonly id: string;
  readonly body: string;
  readonly visitor: string;
  readonly number: string;
  readonly customer: string;
  readonly key: string;
}
function toRecord(row: OfflineRow): OfflineMessageRecord {
  const stored = JSON.parse(row.body) as NewOfflineMessage;
  const number = toInteger(row.number);
  const visitor = { ...(JSON.parse(row.visitor) as Visitor), number };
  const { id, ...rest } = stored;
  return {
    stored,
    visitorNumber: number,
    customer: row.customer,
    message: { id, visitor, ...rest },
  };
}
