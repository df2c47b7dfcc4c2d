import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  serializeFailedRecipients,
  type FailedRecipients,
} from "../../core/delivery/failed-recipients.ts";
import type { ModelUse } from "@parlour/protocol";
import type { ResponseUsage, Delivery, DeliveryState, Outcome } from "../../core/entity.ts";
import type { AttemptRecord } from "./delivery-record.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIntegerOrNull, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";

/** Returns one delivery with all its attempts, also those before it was resent. */
export async function findDelivery(
  reader: Reader,
  account: number,
  id: number,
): Promise<{ readonly delivery: Delivery; readonly attempts: readonly AttemptRecord[] } | null> {
  const row = await reader.one<LoggedDeliveryRow & LastAttemptRow>(
    account,
    `select ${deliveryLogColumns}, ${lastAttemptColumns} from delivery d ${deliveryJoins} ${lastAttemptJoin} where d.account_id = $1 and d.id = $2`,
    [account, id],
  );
  if (row === null) return null;
  const attempts = await reader.rows<AttemptRow>(
    account,
    `
    select t.n, t.started_at, t.duration_ms, t.outcome, t.status, t.error_code, t.error_message, t.request, t.reply, t.usage
    from attempt t where t.account_id = $1 and t.delivery_id = $2 order by t.n`,
    [account, id],
  );
  return { delivery: withLastAttempt(row), attempts: attempts.map(toAttempt) };
}

/** Columns of {@link LoggedDeliveryRow}, of `d` and of {@link deliveryJoins}. */
export const deliveryLogColumns = `d.position, d.endpoint_id, d.id, d.event, d.chat_id, d.seq, d.state, d.attempts, d.outcome, d.error_code, d.error_message,
  d.unconfirmed, d.failed_recipients, d.next_at, d.created_at, d.updated_at, e.kind as endpoint_kind, e.url as endpoint_url, coalesce(ch.name, b.name, e.name) as owner_name`;
export const deliveryJoins = `join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id
  left join channel ch on ch.account_id = d.account_id and ch.endpoint_id = d.endpoint_id
  left join bot b on b.account_id = d.account_id and b.endpoint_id = d.endpoint_id`;

/** The last attempt and the chat's number, as columns of {@link LastAttemptRow}. */
export const lastAttemptColumns =
  "la.duration_ms as last_duration_ms, la.status as last_status, la.reply->'used' as last_used, la.usage as last_usage, cn.number as chat_number";
export const lastAttemptJoin = `left join attempt la on la.account_id = d.account_id and la.delivery_id = d.id and la.n = d.tries
  left join chat cn on cn.account_id = d.account_id and cn.id = d.chat_id`;

export interface LastAttemptRow {
  readonly last_duration_ms: number | null;
  readonly last_status: number | null;
  readonly last_used: ResponseUsage | null;
  readonly last_usage: ModelUse | null;
  readonly chat_number: string | null;
}

export interface LoggedDeliveryRow {
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
  readonly failed_recipients: FailedRecipients | null;
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly endpoint_kind: Delivery["endpoint"]["kind"];
  readonly endpoint_url: string;
  readonly owner_name: string | null;
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
  /** The delivery queue stores `used` inside the reply. */
  readonly reply: (NonNullable<AttemptRecord["reply"]> & { readonly used?: ResponseUsage }) | null;
  readonly usage: ModelUse | null;
}

export function toDelivery(row: LoggedDeliveryRow): Delivery {
  return {
    id: toInteger(row.id),
    endpoint: {
      id: toInteger(row.endpoint_id),
      kind: row.endpoint_kind,
      name: row.owner_name ?? row.endpoint_url,
    },
    event: row.event,
    chat_id: toIntegerOrNull(row.chat_id),
    seq: row.seq,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    error:
      row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    unconfirmed: row.unconfirmed,
    next_at: toIsoTimeOrNull(row.next_at),
    ...serializeFailedRecipients(row.failed_recipients),
    created_at: toIsoTime(row.created_at),
    updated_at: toIsoTime(row.updated_at),
  };
}

/** Converts a row to a delivery with its last attempt and the number of its chat. */
export function withLastAttempt(row: LoggedDeliveryRow & LastAttemptRow): Delivery {
  const duration_ms = row.last_duration_ms;
  return {
    ...toDelivery(row),
    ...omitAbsent({ chat_number: toIntegerOrNull(row.chat_number) ?? undefined }),
    last_attempt:
      duration_ms === null
        ? null
        : {
            duration_ms,
            status: row.last_status,
            used: row.last_used,
            ...omitAbsent({ model: row.last_usage ?? undefined }),
          },
  };
}

function toAttempt(row: AttemptRow): AttemptRecord {
  return {
    n: row.n,
    started_at: toIsoTime(row.started_at),
    duration_ms: row.duration_ms,
    outcome: row.outcome,
    status: row.status,
    error:
      row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    request: row.request,
    reply: row.reply === null ? null : { headers: row.reply.headers, body: row.reply.body },
    used: row.reply?.used ?? null,
    ...omitAbsent({ model: row.usage ?? undefined }),
  };
}
