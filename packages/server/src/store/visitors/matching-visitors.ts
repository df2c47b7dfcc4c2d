import type { ChatData } from "../../core/event.ts";
import type { CustomData } from "../../core/entity.ts";
import type { ChatVisibility } from "../chats/chat-record.ts";
import type { ActiveChat, SearchFilter, SearchSort } from "../chats/search/search-record.ts";
import type { VisitorSearch } from "../../core/search/visitor-lexemes.ts";
import type { Reader } from "../database/reader.ts";
import {
  chatCondition,
  readActiveChats,
  selectVisitorsOfCompanies,
  toTimestamp,
} from "../chats/search/archive.ts";
import { chatVisibilityCondition, visitorVisibilityCondition } from "../chats/visibility.ts";
import {
  lookupJoin,
  toInteger,
  toMicroseconds,
  createParameters,
  type QueryParameters,
} from "../database/parameters.ts";
import { personQuery } from "./person.ts";
import { listVisitorsById } from "./visitor.ts";
import type { VisitorRecord } from "./visitor-record.ts";

export interface FoundVisitor extends VisitorRecord {
  readonly isExact: boolean;
  /** Custom data of the matching chat. Empty if the profile matches. */
  readonly customData: readonly CustomData[];
}
/** Counts are limited to 100. */
interface ChatsOfVisitors {
  readonly chats: readonly ActiveChat[];
  readonly chatCount: number;
}
export interface FoundVisitors extends ChatsOfVisitors {
  readonly visitors: readonly FoundVisitor[];
  readonly visitorCount: number;
}

/** Maximum number of index rows that a search reads, of the newest matching visitors. */
const maxRows = 200;
const maxExactRows = 50;
/** Maximum number of chats per visitor, and maximum number of visitors whose chats are listed. */
const maxChatsOfVisitor = 200;
const maxVisitorsOfChats = 50;
/** Maximum value of the counts. The counts of messages have the same limit. */
const maxCount = 100;

interface VisitorMatchQuery {
  readonly search: VisitorSearch;
  readonly filter: SearchFilter;
}
interface VisitorQuery extends VisitorMatchQuery {
  readonly limit: number;
  readonly sort: SearchSort;
}

/**
 * Finds visitors by their profile or by custom data of their chats, and the chats of these visitors
 * (API-120). A visitor who is found only by custom data is visible only through a visible chat.
 * Exact matches come first, followed by visitors with the latest chats.
 */
export async function searchVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { search, filter, limit, sort }: VisitorQuery,
): Promise<FoundVisitors> {
  const visitorMatches = await findMatches(reader, account, sight, { search, filter });
  const shown = visitorMatches.slice(0, limit);
  const [records, chats] = await Promise.all([
    listVisitorsById(
      reader,
      account,
      sight,
      shown.map(({ visitor }) => visitor),
    ),
    findChatsOfVisitors(reader, account, sight, {
      matches: visitorMatches.slice(0, maxVisitorsOfChats),
      number: search.number,
      filter,
      limit,
      sort,
    }),
  ]);
  const bodies = await readCustomData(
    reader,
    account,
    shown.flatMap((visitorMatch) => visitorMatch.chats.slice(0, 1)),
  );
  return {
    visitors: shown.flatMap((visitorMatch) => {
      const record = records.find(({ visitor }) => visitor.id === visitorMatch.visitor);
      const matchingChat = visitorMatch.chats[0];
      return record === undefined
        ? []
        : [
            {
              ...record,
              isExact: visitorMatch.isExact,
              customData: (matchingChat === undefined ? null : bodies.get(matchingChat)) ?? [],
            },
          ];
    }),
    visitorCount: Math.min(visitorMatches.length, maxCount),
    ...chats,
  };
}

interface Match {
  readonly visitor: number;
  readonly isExact: boolean;
  /** Whether the profile matches. All chats of the visitor are then found. */
  readonly isWhole: boolean;
  /** Ids of visible chats whose custom data matches. */
  readonly chats: readonly number[];
}

async function findMatches(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { search: { words, exact, number }, filter }: VisitorMatchQuery,
): Promise<readonly Match[]> {
  const v = createParameters(account);
  const sources = [
    ...(exact === null
      ? []
      : [
          `(select f.visitor, f.chat, true as exact from search_visitor_find(${v.put(exact)}, ${maxExactRows}) f)`,
        ]),
    ...(words === null
      ? []
      : [
          `(select f.visitor, f.chat, false from search_visitor_find(${v.put(words)}, ${maxRows}) f)`,
        ]),
    ...(number === null ? [] : [visitorsByNumber(v.put([number]), 0)]),
    ...(filter.visitors === undefined
      ? []
      : [visitorsByNumber(v.put(filter.visitors), namedByToken)]),
  ];
  if (sources.length === 0) return [];
  const channels = filter.visitorChannels ?? [];
  const rows = await reader.rows<{
    visitor: string;
    exact: boolean;
    whole: boolean;
    chats: string[];
  }>(
    account,
    `
    with rows(visitor, chat, exact) as materialized (${sources.join(" union all ")}),
      seen as materialized (
        select r.visitor, r.chat, r.exact from rows r ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = r.chat")} where r.chat > 0 and ${chatVisibilityCondition(sight, v)}
        union all
        select r.visitor, r.chat, r.exact from rows r ${lookupJoin("visitor", "v", "v.account_id = $1 and v.id = r.visitor")} where r.chat <= 0 and ${visitorVisibilityCondition(sight, v)}),
      matched as materialized (
        select s.visitor, bool_or(s.exact) as exact, bool_or(s.chat = 0) as whole,
          array_agg(distinct s.chat) filter (where s.chat > 0) as chats
        from seen s group by s.visitor)
    select m.visitor, m.exact, m.whole, coalesce(m.chats, '{}') as chats
    from matched m ${lookupJoin("visitor", "v", "v.account_id = $1 and v.id = m.visitor")}
    left join lateral (select a.last_at from (select c.id from chat c where c.account_id = $1 and c.visitor_id = m.visitor order by c.id limit ${maxChatsOfVisitor} offset 0) c
      ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")} order by a.last_at desc limit 1) l on true
    where true ${channels.map((test) => `and ${test.not ? "not " : ""}v.source = any(${v.put(test.ids)}::bigint[])`).join(" ")}
      ${filter.visitors === undefined ? "" : `and v.number = any(${v.put(filter.visitors)}::bigint[])`}
      ${filter.companies === undefined ? "" : `and v.id in (${selectVisitorsOfCompanies(filter.companies, v)})`}
    order by m.exact desc, l.last_at desc nulls last, v.number desc`,
    v.list,
  );
  return rows.map((row) => ({
    visitor: toInteger(row.visitor),
    isExact: row.exact,
    isWhole: row.whole,
    chats: row.chats.map(toInteger),
  }));
}

/**
 * Value of the chat column if a token of the query selects the visitor. The words of the query then
 * decide which chats are found.
 */
const namedByToken = -1;
const visitorsByNumber = (numbers: string, chat: number): string =>
  `(select v.id, ${chat}::bigint, true from visitor v where v.account_id = $1 and v.number = any(${numbers}::bigint[]))`;

interface ChatsOfVisitorsQuery {
  readonly matches: readonly Match[];
  readonly number: number | null;
  readonly filter: SearchFilter;
  readonly limit: number;
  readonly sort: SearchSort;
}
/**
 * Returns the chats of the persons of these visitors (API-411), the best match first: the
 * operator's open chats, waiting ones, other running ones, closed ones. Within each group the
 * latest comes first.
 */
async function findChatsOfVisitors(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { matches, number, filter, limit, sort }: ChatsOfVisitorsQuery,
): Promise<ChatsOfVisitors> {
  const whole = matches
    .filter((visitorMatch) => visitorMatch.isWhole)
    .map((visitorMatch) => visitorMatch.visitor);
  const single = matches.flatMap((visitorMatch) =>
    visitorMatch.isWhole ? [] : visitorMatch.chats,
  );
  if (whole.length + single.length === 0 && number === null) return { chats: [], chatCount: 0 };
  const v = createParameters(account);
  const rows = await reader.rows<{ chat: string; key: string; n: string }>(
    account,
    `
    with ids as materialized (
      select c.id from (${personQuery(`${v.put(whole)}::bigint[]`)}) q(visitor) cross join lateral (
        select c.id from chat c where c.account_id = $1 and c.visitor_id = q.visitor limit ${maxChatsOfVisitor}) c
      union select q.id from unnest(${v.put([...single, ...(number === null ? [] : [number])])}::bigint[]) q(id)
      union select c.id from chat c where c.account_id = $1 and c.number = ${v.put(number)}::bigint)
    select c.id as chat, ${toMicroseconds("a.last_at")} as key, count(*) over () as n from ids q ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = q.id")}
      ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}
    where ${chatVisibilityCondition(sight, v)} and ${chatCondition(filter, v)} ${timeConditions(filter, v)}
    order by ${
      sort === "best"
        ? `coalesce(c.number = ${v.put(number)}::bigint, false) desc, c.id = ${v.put(number ?? 0)} desc,
      case when c.state = 'open' and c.assignee = ${v.put(sight.operatorId)} then 0 when c.state = 'waiting' then 1 when c.state <> 'closed' then 2 else 3 end,`
        : ""
    } ${sort === "oldest" ? "a.last_at, c.id" : "a.last_at desc, c.id desc"} limit ${v.put(limit)}`,
    v.list,
  );
  const chats = rows.map(({ chat, key }) => ({ id: toInteger(chat), key: toInteger(key) }));
  return {
    chats: await readActiveChats(reader, account, sight, chats),
    chatCount: Math.min(toInteger(rows[0]?.n ?? 0), maxCount),
  };
}
function timeConditions({ after, before }: SearchFilter, v: QueryParameters): string {
  return [
    after === undefined ? "" : `and a.last_at >= ${toTimestamp(v, after)}`,
    before === undefined ? "" : `and c.created_at < ${toTimestamp(v, before)}`,
  ].join(" ");
}

async function readCustomData(
  reader: Reader,
  account: number,
  chats: readonly number[],
): Promise<ReadonlyMap<number, ChatData["custom_data"]>> {
  if (chats.length === 0) return new Map();
  const rows = await reader.rows<{ id: string; body: string }>(
    account,
    `select c.id, c.body from unnest($2::bigint[]) q(id) ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = q.id")}`,
    [account, chats],
  );
  return new Map(
    rows.map(({ id, body }) => [toInteger(id), (JSON.parse(body) as ChatData).custom_data]),
  );
}
