import type { ChatEntity } from "../../core/entity.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";
import type { ChatRecord } from "./chat-record.ts";
import {
  messageDeliveryJoin,
  messageColumns,
  foregroundCondition,
  toMessage,
  type MessageRow,
} from "./message.ts";
import { readMarkJoin, unreadCountColumn } from "./list/unread.ts";
import { lookupJoin, toInteger } from "../database/parameters.ts";

/** A row with the columns {@link messageStateColumns}. */
interface MessageStateRow extends Omit<MessageRow, "body"> {
  /** Body of the shown message, or null. The inherited columns belong to it too. */
  readonly body: string | null;
  readonly last_seq: number;
  readonly unread: number;
}
/** A row with the columns {@link chatColumns}, and the cursor key of the chat list. */
export interface ChatRow extends MessageStateRow, ChatEntityRow {
  readonly key: string;
  readonly id: string;
}
/** Columns of a chat without its messages. */
export interface ChatEntityRow {
  readonly chat_number: string | null;
  readonly chat_body: string;
  readonly visitor_number: string;
  readonly visitor_body: string;
  readonly last_seq: number;
}

export const activityJoin = (chat: string): string =>
  lookupJoin("chat_activity", "a", `a.account_id = ${chat}.account_id and a.chat_id = ${chat}.id`);

/** Columns of messages and of the reading operator, with {@link messageStateJoins}. */
const messageStateColumns = `coalesce(l.seq, 0) as last_seq, ${unreadCountColumn("c", "l.seq > a.counted_seq")} as unread, m.*`;
/**
 * Joins with the operator's read mark, the last message `l` and the shown message `m`. They require
 * `c` with the columns account_id and id, and `a`, the chat's activity ({@link activityJoin}) or
 * its columns {@link activityColumns}. The activity covers messages up to `counted_seq`, because
 * its projection may lag. Later messages are read from the journal. Usually the last message is the
 * shown one, so that one look into the journal is enough.
 */
const messageStateJoins = `${readMarkJoin("c")}
  left join lateral (select x.seq, x.author_kind, x.body from journal x
    where x.account_id = c.account_id and x.chat_id = c.id and x.seq is not null order by x.seq desc limit 1) l on true
  left join lateral (select ${messageColumns} from (
      select c.account_id, c.id as chat_id, l.seq, l.author_kind, l.body where l.seq = a.shown_seq
      union all (select x.account_id, x.chat_id, x.seq, x.author_kind, x.body from journal x
        where l.seq > a.shown_seq and x.account_id = c.account_id and x.chat_id = c.id and x.seq >= a.shown_seq
          and (x.seq = a.shown_seq or ${foregroundCondition("x")})
        order by x.seq desc limit 1)) j ${messageDeliveryJoin}) m on true`;

/** Columns of a chat. They require {@link chatJoins} and a row `c` of chat. */
export const chatColumns = `c.id, c.number as chat_number, c.body as chat_body, v.number as visitor_number, v.body as visitor_body, ${messageStateColumns}`;
export const chatJoins = `${lookupJoin("visitor", "v", "v.account_id = c.account_id and v.id = c.visitor_id")} ${messageStateJoins}`;

/** Returns the field `number` of a chat, or nothing for an older chat that has none yet. */
const toChatNumber = (number: string | null): { readonly number?: number } =>
  number === null ? {} : { number: toInteger(number) };

export function toChatRecord(row: ChatRow): ChatRecord {
  return {
    chat: toChatEntity(row),
    unread: row.unread,
    lastMessage: row.body === null ? null : toMessage({ ...row, body: row.body }),
  };
}
export function toChatEntity(row: ChatEntityRow): ChatEntity {
  const draft = JSON.parse(row.chat_body) as ChatData;
  const visitor = JSON.parse(row.visitor_body) as VisitorData;
  return {
    ...draft,
    ...toChatNumber(row.chat_number),
    seq: row.last_seq,
    visitor: { ...visitor, number: toInteger(row.visitor_number) },
  };
}
