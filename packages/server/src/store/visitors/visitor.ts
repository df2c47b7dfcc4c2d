import type { ChatData, VisitorData } from "../../core/event.ts";
import type { ChatVisibility } from "../chats/chat-record.ts";
import type { Reader } from "../database/reader.ts";
import { chatVisibilityCondition, visitorVisibilityCondition } from "../chats/visibility.ts";
import {
  lookupJoin,
  fromMicroseconds,
  toInteger,
  toIsoTime,
  toMicroseconds,
  createParameters,
  type QueryParameters,
} from "../database/parameters.ts";
import { visitorMatchCondition } from "../chats/list/visitor-matches.ts";
import type { VisitorRecord, VisitorCursor } from "./visitor-record.ts";

/** Lists visitors with numbers below `before`, in descending order (API-030). */
export async function listVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: {
    readonly q?: string | undefined;
    /** Name of a company (CO-011). */
    readonly company?: string | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<readonly VisitorRecord[]> {
  const v = createParameters(account);
  const { company } = filter;
  const [from, number, ofCompany] =
    company === undefined
      ? ["visitor v", "v.number", ""]
      : [
          `company_visitor m ${lookupJoin("visitor", "v", "v.account_id = $1 and v.id = m.visitor_id")}`,
          "m.number",
          `and m.account_id = $1 and m.key = company_key(${v.put(company)})`,
        ];
  const rows = await reader.rows<VisitorRow>(
    account,
    `
    with page as materialized (
      select v.id, v.number, v.source, v.customer, v.body from ${from}
      where v.account_id = $1 ${ofCompany} and ${visitorVisibilityCondition(sight, v)}
        ${filter.before === undefined ? "" : `and ${number} < ${v.put(filter.before)}`} ${filter.q === undefined ? "" : `and ${visitorMatchCondition(filter.q, v)}`}
      order by ${number} desc limit ${v.put(filter.limit)})
    select v.*, l.*, n.chats from page v ${chatsOfVisitorJoins(sight, v)} order by v.number desc`,
    v.list,
  );
  return rows.map(toVisitorRecord);
}

/** Maximum number of matching visitors that a search considers, newest first. */
const maxMatchingVisitors = 500;

/** Lists visitors by the latest visible message, newest first, from `after` on. */
export async function listActiveVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: {
    readonly q?: string | undefined;
    readonly after?: VisitorCursor;
    readonly limit: number;
  },
): Promise<readonly (VisitorRecord & { readonly cursor: VisitorCursor })[]> {
  const v = createParameters(account);
  const chats = `chat_activity a ${lookupJoin("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id")}`;
  const matchCondition = filter.q === undefined ? null : visitorMatchCondition(filter.q, v);
  const rows = await reader.rows<VisitorRow & { readonly key: string }>(
    account,
    `
    with ${matchCondition === null ? "" : `people as materialized (select v.id from visitor v where v.account_id = $1 and ${matchCondition} order by v.number desc limit ${maxMatchingVisitors}),`}
    page as materialized (
      select c.id as chat_id, c.visitor_id, c.body as chat_body, a.last_at, ${toMicroseconds("a.last_at")} as key
      from ${matchCondition === null ? chats : `people ${lookupJoin("chat", "c", "c.account_id = $1 and c.visitor_id = people.id")} ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}`}
      cross join lateral (select c.visitor_id as whose) w
      where a.account_id = $1 and ${chatVisibilityCondition(sight, v)}
        ${filter.after === undefined ? "" : `and (a.last_at, a.chat_id) < (${fromMicroseconds(v.put(filter.after.key))}, ${v.put(filter.after.chatId)})`}
        and not exists (select 1 from (select c.* from chat c where c.account_id = $1 and c.visitor_id = w.whose offset 0) c
          ${lookupJoin("chat_activity", "b", "b.account_id = $1 and b.chat_id = c.id")}
          where (b.last_at, b.chat_id) > (a.last_at, a.chat_id) and ${chatVisibilityCondition(sight, v)})
      order by a.last_at desc, a.chat_id desc limit ${v.put(filter.limit)})
    select page.*, v.id, v.number, v.source, v.customer, v.body, n.chats
    from page ${lookupJoin("visitor", "v", "v.account_id = $1 and v.id = page.visitor_id")} ${chatCountJoin(sight, v)}
    order by page.last_at desc, page.chat_id desc`,
    v.list,
  );
  return rows.map((row) => ({
    ...toVisitorRecord(row),
    cursor: { key: toInteger(row.key), chatId: toInteger(row.chat_id ?? 0) },
  }));
}

export async function findVisitor(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  number: number,
): Promise<VisitorRecord | null> {
  const v = createParameters(account, number);
  const row = await reader.one<VisitorRow>(
    account,
    `
    select v.number, v.source, v.customer, v.body, l.*, n.chats from visitor v ${chatsOfVisitorJoins(sight, v)}
    where v.account_id = $1 and v.number = $2 and ${visitorVisibilityCondition(sight, v)}`,
    v.list,
  );
  return row === null ? null : toVisitorRecord(row);
}

/** Returns those of these visitors that are visible, in no particular order. */
export async function listVisitorsById(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  ids: readonly number[],
): Promise<readonly VisitorRecord[]> {
  const v = createParameters(account, ids);
  const rows = await reader.rows<VisitorRow>(
    account,
    `
    select v.number, v.source, v.customer, v.body, l.*, n.chats from unnest($2::bigint[]) as named (id)
      ${lookupJoin("visitor", "v", "v.account_id = $1 and v.id = named.id")} ${chatsOfVisitorJoins(sight, v)}
    where ${visitorVisibilityCondition(sight, v)}`,
    v.list,
  );
  return rows.map(toVisitorRecord);
}

/** Returns a join of the visitor row `v` with the visible chat that has the latest message. */
const lastChatJoin = (sight: ChatVisibility, v: QueryParameters): string => `left join lateral (
    select c.id as chat_id, c.body as chat_body, a.last_at from (select c.* from chat c where c.account_id = $1 and c.visitor_id = v.id offset 0) c
      ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}
    where ${chatVisibilityCondition(sight, v)} order by a.last_at desc, a.chat_id desc limit 1) l on true`;
/** Joins the last visible chat and the number of visible chats to the visitor row `v`. */
export const chatsOfVisitorJoins = (sight: ChatVisibility, v: QueryParameters): string =>
  `${lastChatJoin(sight, v)} ${chatCountJoin(sight, v)}`;
const chatCountJoin = (sight: ChatVisibility, v: QueryParameters): string =>
  `cross join lateral (select count(*) as chats from chat c where c.account_id = $1 and c.visitor_id = v.id and ${chatVisibilityCondition(sight, v)}) n`;

export interface VisitorRow {
  readonly number: string;
  readonly source: string;
  readonly customer: string;
  readonly body: string;
  readonly chat_id: string | null;
  readonly chat_body: string | null;
  readonly last_at: Date | null;
  readonly chats: string;
}

export function toVisitorRecord(row: VisitorRow): VisitorRecord {
  const draft = JSON.parse(row.body) as VisitorData;
  return {
    visitor: { ...draft, number: toInteger(row.number) },
    channelId: toInteger(row.source),
    customer: row.customer,
    last:
      row.chat_body === null || row.last_at === null
        ? null
        : { chat: JSON.parse(row.chat_body) as ChatData, at: toIsoTime(row.last_at) },
    chats: toInteger(row.chats),
  };
}
