import type { DeliveryState, Message, MessageDelivery } from "../../core/entity.ts";
import type { Reader } from "../reader.ts";
import { int, isoOrNull, values } from "./values.ts";

/** A message of the journal with what is known of its delivery to the channel. */
export interface MessageRow {
  readonly body: string;
  readonly seq: number;
  readonly delivery_id: string | null;
  readonly delivery_state: DeliveryState;
  readonly delivery_attempts: number;
  readonly delivery_error_code: string | null;
  readonly delivery_error_message: string | null;
  readonly delivery_unconfirmed: boolean;
  readonly delivery_next_at: Date | string | null;
}

/** Messages, notes and system lines of a chat between two numbers, oldest first (API-022); with neither: the latest. */
export async function listMessages(
  reader: Reader,
  account: number,
  chatId: number,
  page: { readonly before?: number; readonly after?: number; readonly limit: number },
): Promise<readonly Message[]> {
  const v = values(account, chatId);
  const forward = page.after !== undefined;
  const rows = await reader.rows<MessageRow>(
    account,
    `
    select ${messageColumns} from journal j ${deliveryOfMessage}
    where j.account_id = $1 and j.chat_id = $2 and j.seq is not null
      ${page.after === undefined ? "" : `and j.seq > ${v.put(page.after)}`} ${page.before === undefined ? "" : `and j.seq < ${v.put(page.before)}`}
    order by j.seq ${forward ? "asc" : "desc"} limit ${v.put(page.limit)}`,
    v.list,
  );
  const messages = rows.map(toMessage);
  return forward ? messages : messages.toReversed();
}

/** Columns of {@link MessageRow}; needs journal as `j` and {@link deliveryOfMessage}. */
export const messageColumns = `j.body, j.seq, d.id as delivery_id, d.state as delivery_state, d.attempts as delivery_attempts,
  d.error_code as delivery_error_code, d.error_message as delivery_error_message, d.unconfirmed as delivery_unconfirmed, d.next_at as delivery_next_at`;

/** A message is owed to at most one channel; what it owes to bots and webhooks is no state of the message. */
export const deliveryOfMessage = `left join lateral (
  select d.* from delivery d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'channel'
  where d.account_id = j.account_id and d.chat_id = j.chat_id and d.seq = j.seq limit 1) d on true`;

export function toMessage(row: MessageRow): Message {
  const stored = JSON.parse(row.body) as Omit<Message, "seq" | "delivery">;
  return { ...stored, seq: row.seq, ...(row.delivery_id === null ? {} : { delivery: delivery(row, row.delivery_id) }) };
}

function delivery(row: MessageRow, id: string): MessageDelivery {
  return {
    id: int(id),
    state: row.delivery_state === "dead" ? "failed" : row.delivery_state,
    attempts: row.delivery_attempts,
    error: row.delivery_error_code === null ? null : { code: row.delivery_error_code, message: row.delivery_error_message ?? "" },
    next_at: isoOrNull(row.delivery_next_at),
    ...(row.delivery_unconfirmed ? { unconfirmed: true } : {}),
  };
}
