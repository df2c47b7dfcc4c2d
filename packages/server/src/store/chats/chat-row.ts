import { lastSeq } from "../last-entry.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";
import type { ChatRecord } from "./chat-record.ts";
import {
  messageDeliveryJoin,
  messageColumns,
  routingMessagePattern,
  toMessage,
  type MessageRow,
} from "./message.ts";
import { readMarkJoin, unreadCountColumn } from "./list/unread.ts";
import { lookupJoin, toInteger } from "../database/parameters.ts";

/** A row with the columns of {@link createChatColumns}, and the cursor key of the chat list. */
export interface ChatRow extends Omit<MessageRow, "body"> {
  /**
   * Body of the last message, or null if there is none. The inherited columns belong to that
   * message too.
   */
  readonly body: string | null;
  readonly key: string;
  readonly id: string;
  readonly last_seq: number;
  readonly chat_body: string;
  readonly visitor_number: string;
  readonly visitor_body: string;
  readonly unread: number;
}

/**
 * Columns of a chat. They require the aliases `c` and `a`. `c` is a row of chat, or its columns
 * account_id, id, visitor_id, body. `a` is the chat's activity ({@link activityJoin}), or
 * the columns {@link activityColumns}. The activity covers messages up to `counted_seq`, because
 * its projection may lag. Later messages are read from the journal.
 */
export const chatColumns = `c.id, ${lastSeq("c.account_id", "c.id")} as last_seq, c.body as chat_body, v.number as visitor_number, v.body as visitor_body, ${unreadCountColumn("c")} as unread, m.*`;
export const activityColumns = "a.counted_seq, a.visitor_messages, a.shown_seq";
export const activityJoin = (chat: string): string =>
  lookupJoin("chat_activity", "a", `a.account_id = ${chat}.account_id and a.chat_id = ${chat}.id`);
export const chatJoins = `${lookupJoin("visitor", "v", "v.account_id = c.account_id and v.id = c.visitor_id")} ${readMarkJoin("c")}
  left join lateral (select ${messageColumns} from (
      select * from journal x where x.account_id = c.account_id and x.chat_id = c.id and x.seq >= a.shown_seq
        and (x.seq = a.shown_seq or x.author_kind <> 'system' or x.body !~ '${routingMessagePattern}')
      order by x.seq desc limit 1) j ${messageDeliveryJoin}) m on true`;

export function toChatRecord(row: ChatRow): ChatRecord {
  const draft = JSON.parse(row.chat_body) as ChatData;
  const visitor = JSON.parse(row.visitor_body) as VisitorData;
  return {
    chat: {
      ...draft,
      seq: row.last_seq,
      visitor: { ...visitor, number: toInteger(row.visitor_number) },
    },
    unread: row.unread,
    lastMessage: row.body === null ? null : toMessage({ ...row, body: row.body }),
  };
}
