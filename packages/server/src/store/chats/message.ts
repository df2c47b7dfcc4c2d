import { backgroundMessagePattern } from "@parlour/protocol/message/background-message";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  serializeFailedRecipients,
  type FailedRecipients,
} from "../../core/delivery/failed-recipients.ts";
import { withReadMarks } from "../../core/chat/message/read-receipt.ts";
import type { DeliveryState, Message, MessageDelivery } from "../../core/entity.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger, toIsoTimeOrNull, createParameters } from "../database/parameters.ts";

/** A message of the journal, with its delivery to the channel. */
export interface MessageRow extends DeliveryRow {
  readonly body: string;
  readonly seq: number;
}
/** The delivery of a message. All columns are null if it has none. */
export interface DeliveryRow {
  readonly delivery_id: string | null;
  readonly delivery_state: DeliveryState;
  readonly delivery_attempts: number;
  readonly delivery_error_code: string | null;
  readonly delivery_error_message: string | null;
  readonly delivery_unconfirmed: boolean;
  readonly delivery_failed_recipients: FailedRecipients | null;
  readonly delivery_next_at: Date | string | null;
}

/** Lists messages of a chat between two numbers, oldest first (API-022), or the latest. */
export async function listMessages(
  reader: Reader,
  account: number,
  chatId: number,
  page: {
    readonly before?: number | undefined;
    readonly after?: number | undefined;
    readonly limit: number;
  },
): Promise<readonly Message[]> {
  const v = createParameters(account, chatId);
  const isForward = page.after !== undefined;
  const rows = await reader.rows<MessageRow & { readonly marks: string | null }>(
    account,
    `
    select ${messageColumns}, (select ${readMarksColumn} from chat c where c.account_id = $1 and c.id = $2) as marks from journal j ${messageDeliveryJoin}
    where j.account_id = $1 and j.chat_id = $2 and j.seq is not null
      ${page.after === undefined ? "" : `and j.seq > ${v.put(page.after)}`} ${page.before === undefined ? "" : `and j.seq < ${v.put(page.before)}`}
    order by j.seq ${isForward ? "asc" : "desc"} limit ${v.put(page.limit)}`,
    v.list,
  );
  const marks = rows[0]?.marks ?? null;
  const plain = rows.map(toMessage);
  const messages =
    marks === null
      ? plain
      : plain.map((message) => withReadMarks(message, JSON.parse(marks) as ReadMarks));
  return isForward ? messages : messages.toReversed();
}

/** Maximum number of call messages that are listed, newest first. */
const maxCallMessages = 500;

/** Lists call messages of a chat, oldest first (API-175). */
export async function listCallMessages(
  reader: Reader,
  account: number,
  chatId: number,
): Promise<readonly Message[]> {
  const rows = await reader.rows<MessageRow>(
    account,
    `
    select ${messageColumns} from journal j ${messageDeliveryJoin}
    where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.author_kind = 'system' and j.body ~ '"line":\\{"code":"call_'
    order by j.seq desc limit ${maxCallMessages}`,
    [account, chatId],
  );
  return rows.map(toMessage).toReversed();
}

type ReadMarks = Parameters<typeof withReadMarks>[1];
/**
 * SQL expression for the read position of a widget visitor, taken from the chat's body. The keys
 * have this order, and quotes inside strings are escaped.
 */
const readMarksColumn = `substring(c.body from '"visitor_read":(\\{"received":[^}]*\\})')`;

/** Columns of {@link DeliveryRow}. They require a {@link deliveryJoin}. */
export const deliveryColumns = `d.id as delivery_id, d.state as delivery_state, d.attempts as delivery_attempts,
  d.error_code as delivery_error_code, d.error_message as delivery_error_message, d.unconfirmed as delivery_unconfirmed, d.failed_recipients as delivery_failed_recipients, d.next_at as delivery_next_at`;
/** Columns of {@link MessageRow}. They require journal as `j`, and {@link messageDeliveryJoin}. */
export const messageColumns = `j.body, j.seq, ${deliveryColumns}`;

/**
 * Returns an SQL condition on a row of journal: the message can be the last one of its chat,
 * because it is no background message (API-021).
 */
export const foregroundCondition = (row: string): string =>
  `(${row}.author_kind in ('visitor', 'bot') or ${row}.body !~ '${backgroundMessagePattern}')`;

/**
 * Join with the delivery of a message. A message has at most one delivery to a channel. Deliveries
 * to bots and webhooks are not part of the message's state. Messages of visitors have no delivery.
 */
export const messageDeliveryJoin = deliveryJoin(
  "d.account_id = j.account_id and d.chat_id = j.chat_id and d.seq = j.seq and j.author_kind <> 'visitor'",
);
/** Returns a join with the delivery to a channel for which the condition on the row `d` is true. */
export function deliveryJoin(condition: string): string {
  return `left join lateral (
  select d.* from delivery d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'channel'
  where ${condition} limit 1) d on true`;
}

export function toMessage(row: MessageRow): Message {
  const stored = JSON.parse(row.body) as Omit<Message, "seq" | "delivery">;
  return row.delivery_id === null
    ? { ...stored, seq: row.seq }
    : { ...stored, seq: row.seq, delivery: toMessageDelivery(row, row.delivery_id) };
}

/**
 * Replaces the delivery in the JSON of a message, which is the one that it had when it was written,
 * or adds it to a message that was edited. Does not parse the message. Quotes inside texts are
 * escaped, so the pattern matches only the key.
 */
export function replaceDelivery(message: string, row: DeliveryRow): string {
  if (row.delivery_id === null) return message;
  const delivery = `"delivery":${JSON.stringify(toMessageDelivery(row, row.delivery_id))}`;
  return storedDelivery.test(message)
    ? message.replace(storedDelivery, () => delivery)
    : `${message.slice(0, -1)},${delivery}}`;
}
const storedDelivery = /"delivery":\{[^}]*\}/;

function toMessageDelivery(row: DeliveryRow, id: string): MessageDelivery {
  return {
    id: toInteger(id),
    state: row.delivery_state === "dead" ? "failed" : row.delivery_state,
    attempts: row.delivery_attempts,
    error:
      row.delivery_error_code === null
        ? null
        : { code: row.delivery_error_code, message: row.delivery_error_message ?? "" },
    next_at: toIsoTimeOrNull(row.delivery_next_at),
    ...omitAbsent({ unconfirmed: row.delivery_unconfirmed || undefined }),
    ...serializeFailedRecipients(row.delivery_failed_recipients),
  };
}
