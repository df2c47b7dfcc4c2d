import type { ChatData } from "../../core/event.ts";
import type { ChatVisibility } from "../../core/record/chat.ts";
import type { FoundVisitors, SearchFilter, SearchSort, VisitorSearch } from "../../core/record/search.ts";
import type { Reader } from "../reader.ts";
import { chatRecords, chatTests, time } from "./archive.ts";
import { chatInSight, visitorInSight } from "./sight.ts";
import { byKey, int, values, type Values } from "./values.ts";
import { listVisitorsOf } from "./visitor.ts";

/** Index rows that one search reads: the newest matching visitors. */
const maxRows = 200;
const maxExactRows = 50;
/** Chats per visitor, and visitors whose chats are listed. */
const maxChatsOfVisitor = 200;
const maxVisitorsOfChats = 50;
/** Maximum value of the counts. Message counts have the same limit. */
const maxCount = 100;

/**
 * Finds visitors by profile or by custom data of their chats, and the chats of these visitors
 * (API-120). A visitor found only by custom data is visible only through a visible chat. Exact
 * matches come first, then visitors with the latest chats.
 */
export async function searchVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  search: VisitorSearch,
  filter: SearchFilter,
  { limit, sort }: { readonly limit: number; readonly sort: SearchSort },
): Promise<FoundVisitors> {
  const found = await match(reader, account, sight, search, filter);
  const shown = found.slice(0, limit);
  const [records, chats] = await Promise.all([
    listVisitorsOf(
      reader,
      account,
      sight,
      shown.map(({ visitor }) => visitor),
    ),
    chatsOf(reader, account, sight, found.slice(0, maxVisitorsOfChats), search.number, filter, { limit, sort }),
  ]);
  const bodies = await bodiesOf(
    reader,
    account,
    shown.flatMap((one) => one.chats.slice(0, 1)),
  );
  return {
    visitors: shown.flatMap((one) => {
      const record = records.find(({ visitor }) => visitor.id === one.visitor);
      const by = one.chats[0];
      return record === undefined
        ? []
        : [{ ...record, isExact: one.isExact, customData: (by === undefined ? null : bodies.get(by)) ?? [] }];
    }),
    visitorCount: Math.min(found.length, maxCount),
    ...chats,
  };
}

interface Match {
  readonly visitor: number;
  readonly isExact: boolean;
  /** The profile matches, so that all chats of the visitor are found. */
  readonly isWhole: boolean;
  /** Visible chats whose custom data matches. */
  readonly chats: readonly number[];
}

async function match(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { words, exact, number }: VisitorSearch,
  filter: SearchFilter,
): Promise<readonly Match[]> {
  const v = values(account);
  const sources = [
    ...(exact === null ? [] : [`(select f.visitor, f.chat, true as exact from search_visitor_find(${v.put(exact)}, ${maxExactRows}) f)`]),
    ...(words === null ? [] : [`(select f.visitor, f.chat, false from search_visitor_find(${v.put(words)}, ${maxRows}) f)`]),
    ...(number === null ? [] : [byNumber(v.put([number]), 0)]),
    ...(filter.visitors === undefined ? [] : [byNumber(v.put(filter.visitors), named)]),
  ];
  if (sources.length === 0) return [];
  const channels = filter.chats.flatMap((test) => (test.is === "channel" ? [test] : []));
  const rows = await reader.rows<{ visitor: string; exact: boolean; whole: boolean; chats: string[] }>(
    account,
    `
    with rows(visitor, chat, exact) as materialized (${sources.join(" union all ")}),
      seen as materialized (
        select r.visitor, r.chat, r.exact from rows r ${byKey("chat", "c", "c.account_id = $1 and c.id = r.chat")} where r.chat > 0 and ${chatInSight(sight, v)}
        union all
        select r.visitor, r.chat, r.exact from rows r ${byKey("visitor", "v", "v.account_id = $1 and v.id = r.visitor")} where r.chat <= 0 and ${visitorInSight(sight, v)}),
      matched as materialized (
        select s.visitor, bool_or(s.exact) as exact, bool_or(s.chat = 0) as whole,
          array_agg(distinct s.chat) filter (where s.chat > 0) as chats
        from seen s group by s.visitor)
    select m.visitor, m.exact, m.whole, coalesce(m.chats, '{}') as chats
    from matched m ${byKey("visitor", "v", "v.account_id = $1 and v.id = m.visitor")}
    left join lateral (select a.last_at from (select c.id from chat c where c.account_id = $1 and c.visitor_id = m.visitor order by c.id limit ${maxChatsOfVisitor} offset 0) c
      ${byKey("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")} order by a.last_at desc limit 1) l on true
    where true ${channels.map((test) => `and ${test.not ? "not " : ""}v.source = any(${v.put(test.ids)}::bigint[])`).join(" ")}
      ${filter.visitors === undefined ? "" : `and v.number = any(${v.put(filter.visitors)}::bigint[])`}
    order by m.exact desc, l.last_at desc nulls last, v.number desc`,
    v.list,
  );
  return rows.map((row) => ({ visitor: int(row.visitor), isExact: row.exact, isWhole: row.whole, chats: row.chats.map(int) }));
}

/**
 * Value of the chat column if the query names the visitor by a token. The words of the query then
 * decide which chats are found.
 */
const named = -1;
const byNumber = (numbers: string, chat: number): string =>
  `(select v.id, ${chat}::bigint, true from visitor v where v.account_id = $1 and v.number = any(${numbers}::bigint[]))`;

/**
 * Order of the best match: the operator's open chats, waiting ones, other running ones, closed
 * ones. In each group the latest first.
 */
async function chatsOf(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  found: readonly Match[],
  number: number | null,
  filter: SearchFilter,
  { limit, sort }: { readonly limit: number; readonly sort: SearchSort },
): Promise<Pick<FoundVisitors, "chats" | "chatCount">> {
  const whole = found.filter((one) => one.isWhole).map((one) => one.visitor);
  const single = found.flatMap((one) => (one.isWhole ? [] : one.chats));
  if (whole.length + single.length === 0 && number === null) return { chats: [], chatCount: 0 };
  const v = values(account);
  const rows = await reader.rows<{ chat: string; n: string }>(
    account,
    `
    with ids as materialized (
      select c.id from unnest(${v.put(whole)}::bigint[]) q(visitor) cross join lateral (
        select c.id from chat c where c.account_id = $1 and c.visitor_id = q.visitor limit ${maxChatsOfVisitor}) c
      union select q.id from unnest(${v.put([...single, ...(number === null ? [] : [number])])}::bigint[]) q(id))
    select c.id as chat, count(*) over () as n from ids q ${byKey("chat", "c", "c.account_id = $1 and c.id = q.id")}
      ${byKey("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}
    where ${chatInSight(sight, v)} ${chatTests(filter.chats, v)} ${timesOf(filter, v)}
    order by ${
      sort === "best"
        ? `c.id = ${v.put(number ?? 0)} desc,
      case when c.state = 'open' and c.assignee = ${v.put(sight.operatorId)} then 0 when c.state = 'waiting' then 1 when c.state <> 'closed' then 2 else 3 end,`
        : ""
    } ${sort === "oldest" ? "a.last_at, c.id" : "a.last_at desc, c.id desc"} limit ${v.put(limit)}`,
    v.list,
  );
  const ids = rows.map(({ chat }) => int(chat));
  const records = await chatRecords(reader, account, sight, ids);
  return { chats: ids.flatMap((id) => records.get(id) ?? []), chatCount: Math.min(int(rows[0]?.n ?? 0), maxCount) };
}
function timesOf({ after, before }: SearchFilter, v: Values): string {
  return [
    after === undefined ? "" : `and a.last_at >= ${time(v, after)}`,
    before === undefined ? "" : `and c.created_at < ${time(v, before)}`,
  ].join(" ");
}

async function bodiesOf(reader: Reader, account: number, chats: readonly number[]): Promise<ReadonlyMap<number, ChatData["custom_data"]>> {
  if (chats.length === 0) return new Map();
  const rows = await reader.rows<{ id: string; body: string }>(
    account,
    `select c.id, c.body from unnest($2::bigint[]) q(id) ${byKey("chat", "c", "c.account_id = $1 and c.id = q.id")}`,
    [account, chats],
  );
  return new Map(rows.map(({ id, body }) => [int(id), (JSON.parse(body) as ChatData).custom_data]));
}
