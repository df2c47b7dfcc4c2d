import type { ChatEntity, Message } from "../../core/entity.ts";
import type { ChatDraft, VisitorDraft } from "../../core/event.ts";
import { deliveryOfMessage, messageColumns, toMessage, type MessageRow } from "./message.ts";
import { byKey, int } from "./values.ts";

/** A chat with what depends on who looks (API-021). */
export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}

/** A row of {@link chatColumns}, with the key of its place in a list. */
export interface ChatRow extends MessageRow {
  readonly key: string;
  readonly id: string;
  readonly last_seq: number;
  readonly chat_body: string;
  readonly last_body: string | null;
  readonly visitor_number: string;
  readonly visitor_body: string;
  readonly unread: string;
}

/** Above this a chat only says "many". */
const mostUnread = 1000;

/**
 * Visitor messages of a chat above the read mark of the operator in $2; own messages, notes and what a blocked visitor wrote (CORE-071) do not
 * count. A quote inside a JSON string is escaped, so the text can only be the key. `coalesce` stands inside, because outside of the subquery
 * it counts as leaky: under row-level security the number would be a filter over the whole chat instead of a place in its index.
 */
export const unreadMessages = (chat: string): string => `select 1 from journal j
  where j.account_id = $1 and j.chat_id = ${chat}.id and j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0
    and j.seq > (select coalesce(max(r.seq), 0) from read_mark r where r.account_id = $1 and r.chat_id = ${chat}.id and r.operator_id = $2)
  limit ${mostUnread}`;

/**
 * A line that says to whom a chat was offered or given, or how it is marked: no last message, because rows and cards show what the visitor wants. The body is ours, with
 * its keys in this order, and quotes inside strings are escaped: nothing else reads like it.
 */
const routingLine = (message: string): string =>
  `(${message}.author_kind = 'system' and ${message}.body ~ '"line":\\{"code":"(offer|ladder_|owner_gone|transfer|colleague_invited|tag|rating_asked)')`;

export const chatColumns = `c.id, c.last_seq, c.body as chat_body, v.number as visitor_number, v.body as visitor_body, u.unread, m.*, m.body as last_body`;
export const chatJoins = `${byKey("visitor", "v", "v.account_id = c.account_id and v.id = c.visitor_id")}
  cross join lateral (select count(*) as unread from (${unreadMessages("c")}) x) u
  left join lateral (select ${messageColumns} from (
      select * from journal x where x.account_id = c.account_id and x.chat_id = c.id and x.seq <= c.last_seq and not ${routingLine("x")}
      order by x.seq desc limit 1) j ${deliveryOfMessage}) m on true`;

export function toRecord(row: ChatRow): ChatRecord {
  const draft = JSON.parse(row.chat_body) as ChatDraft;
  const visitor = JSON.parse(row.visitor_body) as VisitorDraft;
  return {
    chat: { ...draft, seq: row.last_seq, visitor: { ...visitor, number: int(row.visitor_number) } },
    unread: int(row.unread),
    lastMessage: row.last_body === null ? null : toMessage(row),
  };
}
