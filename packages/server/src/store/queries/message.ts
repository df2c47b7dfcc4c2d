import { marked } from "../../core/chat/read-by-visitor.ts";
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
  const rows = await reader.rows<MessageRow & { readonly marks: string | null }>(
    account,
    `
    select ${messageColumns}, (select ${marksOfChat} from chat c where c.account_id = $1 and c.id = $2) as marks from journal j ${deliveryOfMessage}
    where j.account_id = $1 and j.chat_id = $2 and j.seq is not null
      ${page.after === undefined ? "" : `and j.seq > ${v.put(page.after)}`} ${page.before === undefined ? "" : `and j.seq < ${v.put(page.before)}`}
    order by j.seq ${forward ? "asc" : "desc"} limit ${v.put(page.limit)}`,
    v.list,
  );
  const marks = rows[0]?.marks ?? null;
  const plain = rows.map(toMessage);
  const messages = marks === null ? plain : plain.map((message) => marked(message, JSON.parse(marks) as Marks));
  return forward ? messages : messages.toReversed();
}

/** More lines of calls than an operator looks at; the newest count. */
const mostCallLines = 500;

/** Lines of calls in a chat, oldest first (API-175). */
export async function listCallLines(reader: Reader, account: number, chatId: number): Promise<readonly Message[]> {
  const rows = await reader.rows<MessageRow>(
    account,
    `
    select ${messageColumns} from journal j ${deliveryOfMessage}
    where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.author_kind = 'system' and j.body ~ '"line":\\{"code":"call_'
    order by j.seq desc limit ${mostCallLines}`,
    [account, chatId],
  );
  return rows.map(toMessage).toReversed();
}

type Marks = Parameters<typeof marked>[1];
/** How far the visitor of a widget has read, out of the chat's body: keys in this order are ours, and quotes inside strings are escaped. */
const marksOfChat = `substring(c.body from '"visitor_read":(\\{"received":[^}]*\\})')`;

/** Columns of {@link MessageRow}; needs journal as `j` and {@link deliveryOfMessage}. */
export const messageColumns = `j.body, j.seq, d.id as delivery_id, d.state as delivery_state, d.attempts as delivery_attempts,
  d.error_code as delivery_error_code, d.error_message as delivery_error_message, d.unconfirmed as delivery_unconfirmed, d.next_at as delivery_next_at`;

/**
 * Pattern in the body of a system line that says to whom a chat was offered or given, or how it is marked: no last message, because rows and
 * cards show what the visitor wants (API-021). The body is ours, with its keys in this order, and quotes inside strings are escaped: nothing
 * else reads like it. Read by PostgreSQL and by JavaScript.
 */
export const routingLine = '"line":\\{"code":"(offer|ladder_|owner_gone|reassign|transfer|colleague_invited|tag|rating_asked)';

/**
 * A message is owed to at most one channel; what it owes to bots and webhooks is no state of the message. What a visitor wrote is owed to none.
 */
export const deliveryOfMessage = `left join lateral (
  select d.* from delivery d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'channel'
  where d.account_id = j.account_id and d.chat_id = j.chat_id and d.seq = j.seq and j.author_kind <> 'visitor' limit 1) d on true`;

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
