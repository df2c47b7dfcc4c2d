import type { ChatFilter, ChatPage, ChatVisibility } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { activityJoin } from "../chat-row.ts";
import { lastSeq } from "../../last-entry.ts";
import {
  replaceDelivery,
  deliveryColumns,
  deliveryJoin,
  foregroundCondition,
  type DeliveryRow,
} from "../message.ts";
import { lateChats, lateCondition, readMarkJoin, unreadCountColumn } from "./unread.ts";
import {
  lookupJoin,
  toInteger,
  toMicroseconds,
  createParameters,
} from "../../database/parameters.ts";
import { findScanEnd, selectPage } from "./chat-selection.ts";

interface ListRow extends DeliveryRow {
  readonly key: string;
  readonly id: string;
  readonly last_seq: number;
  readonly unread: number;
  /** JSON of the shown message without its delivery, or null if there is none. */
  readonly message: string | null;
  /** The part of the row's JSON that depends on chat and visitor only (build_chat_text). */
  readonly text: string;
}
/**
 * Column with the text of a chat, from the stored text `t`. It is built if none is stored yet,
 * which happens after an upgrade only.
 */
const chatTextColumn = `case when t.body is null then (select build_chat_text(x.body, v.body, v.number, x.number)
    from chat x ${lookupJoin("visitor", "v", "v.account_id = x.account_id and v.id = x.visitor_id")} where x.account_id = c.account_id and x.id = c.id)
  else t.body end as text`;

const activityColumns = [
  "counted_seq",
  "visitor_messages",
  "visitor_seq",
  "shown_seq",
  "shown_body",
];
const selectActivity = (row: string): string =>
  activityColumns.map((column) => `${row}.${column}`).join(", ");
/**
 * Columns of {@link ListRow} that depend on messages and on the reading operator, and their joins.
 * `c` has the columns account_id, id and late ({@link lateCondition}), and `a` is the activity. The
 * journal `s` is read only for chats that are late or whose shown message is not stored.
 */
const shownSeq = "case when s.seq is null then a.shown_seq else s.seq end";
const messageColumns = `case when c.late then ${lastSeq("c.account_id", "c.id")} else a.counted_seq end as last_seq,
  ${unreadCountColumn("c", "c.late")} as unread,
  case when s.seq is null then a.shown_body else '{"seq":' || s.seq || ',' || substr(s.body, 2) end as message, ${deliveryColumns}`;
const messageJoins = `${readMarkJoin("c")}
  left join lateral (select x.seq, x.body from journal x
    where (c.late or a.shown_body is null) and x.account_id = c.account_id and x.chat_id = c.id and x.seq >= a.shown_seq
      and (x.seq = a.shown_seq or ${foregroundCondition("x")})
    order by x.seq desc limit 1) s on true
  ${deliveryJoin(`d.account_id = c.account_id and d.chat_id = c.id and d.seq = ${shownSeq} and a.visitor_seq <> ${shownSeq}`)}`;

/**
 * Returns a page of chats: newest first by last activity or creation (API-020), or first what is
 * due first (SLA-022). A page of a view may have fewer chats than its limit and still a next one
 * (VIEW-005).
 */
export async function listChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: ChatFilter,
): Promise<ChatPage> {
  const v = createParameters(account, sight.operatorId);
  const { source, page } = selectPage(filter, sight, v, ({ isByActivity }, id) => [
    `${lateCondition(id)} as late`,
    ...(isByActivity ? [selectActivity("a")] : []),
  ]);
  const rows = await reader.rows<ListRow>(
    account,
    `
    with ${lateChats}, ${page}
    select ${toMicroseconds("c.place")} as key, c.id, ${chatTextColumn}, ${messageColumns} from page c
      ${source.isByActivity ? `cross join lateral (select ${selectActivity("c")}) a` : activityJoin("c")}
      left join lateral (select t.body from chat_text t where t.account_id = c.account_id and t.chat_id = c.id offset 0) t on true
      ${messageJoins}
    order by c.place desc, c.id desc`,
    v.list,
    "kept",
  );
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  const scannedTo =
    source.isScan === true && rows.length <= filter.limit
      ? await findScanEnd(reader, account, filter)
      : null;
  return {
    items: items.map((row) => ({ id: toInteger(row.id), text: formatListRow(row) })),
    next:
      rows.length > filter.limit && last !== undefined
        ? { key: last.key, id: toInteger(last.id) }
        : scannedTo,
  };
}

/** Returns the ids of a filter's chats, or null if they exceed its limit (ACT-039). */
export async function listChatIds(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  chats: ChatFilter,
): Promise<readonly number[] | null> {
  const ids: number[] = [];
  // Chats keep their place in the order of creation while a condition is compared part by part.
  let filter = chats.condition === undefined ? chats : { ...chats, sort: "created" as const };
  for (;;) {
    const v = createParameters(account, sight.operatorId);
    const { source, page } = selectPage(filter, sight, v, () => []);
    const rows = await reader.rows<{ id: string }>(
      account,
      // Also names the operator's parameter, which only some conditions do.
      `with ${page} select id from page where $2::bigint is not null`,
      v.list,
      "kept",
    );
    ids.push(...rows.map((row) => toInteger(row.id)));
    if (ids.length > filter.limit) return null;
    const after = source.isScan === true ? await findScanEnd(reader, account, filter) : null;
    if (after === null) return ids.toSorted((a, b) => a - b);
    filter = { ...filter, after };
  }
}

/** Composes the JSON of a list row from the stored texts, without parsing them. */
function formatListRow(row: ListRow): string {
  const message = row.message === null ? "null" : replaceDelivery(row.message, row);
  return `{"seq":${row.last_seq},"unread":${row.unread},"assignment":null,"last_message":${message},${row.text}`;
}
