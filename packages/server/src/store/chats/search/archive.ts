import type { ChatRecord, ChatVisibility } from "../chat-record.ts";
import type { ActiveChat, SearchFilter, SearchSort } from "./search-record.ts";
import type { Reader } from "../../database/reader.ts";
import { activityJoin, chatColumns, chatJoins, toChatRecord, type ChatRow } from "../chat-row.ts";
import { toConditionSql } from "../../conditions/condition-sql.ts";
import { chatVisibilityCondition } from "../visibility.ts";
import {
  lookupJoin,
  fromMicroseconds,
  toInteger,
  toMicroseconds,
  createParameters,
  type QueryParameters,
} from "../../database/parameters.ts";

/** Time of the last activity in microseconds, and the chat's id. */
export interface ArchiveCursor {
  readonly key: number;
  readonly id: number;
}

/**
 * Maximum number of matching messages or chats that a round scans, and maximum number of rounds of
 * a request. The next page continues the scan (performance.md 2).
 */
const maxScannedPerRound = 2_000;
export const maxSearchRounds = 5;
/** Maximum number of chats, the newest ones, that are read of the visitors of a filter. */
const maxChatsOfVisitors = 10_000;

interface ArchiveQuery {
  readonly filter: SearchFilter;
  readonly limit: number;
  readonly after: ArchiveCursor | null;
  readonly sort: SearchSort;
}

/** Lists chats by properties, sorted by last activity, the latest first by default. */
export async function listArchive(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  query: ArchiveQuery,
): Promise<{ readonly items: readonly ActiveChat[]; readonly next: ArchiveCursor | null }> {
  const chats: ArchiveCursor[] = [];
  let after = query.after;
  let isOver = false;
  for (let round = 0; round < maxSearchRounds && !isOver && chats.length < query.limit; round++) {
    const limit = query.limit - chats.length;
    const page = await readArchiveRound(reader, account, sight, { ...query, limit, after });
    chats.push(...page.chats);
    if (page.next === null) isOver = true;
    else after = page.next;
  }
  return {
    items: await readActiveChats(reader, account, sight, chats),
    next: isOver ? null : after,
  };
}

/** Returns matches of the next {@link maxScannedPerRound} chats. `next`: null at the end. */
async function readArchiveRound(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  query: ArchiveQuery,
): Promise<{ readonly chats: readonly ArchiveCursor[]; readonly next: ArchiveCursor | null }> {
  const { filter, limit, sort } = query;
  const [direction, reverse] = sort === "oldest" ? ["", "desc"] : ["desc", ""];
  const v = createParameters(account);
  const source = selectArchive(query, v);
  const limitParameter = v.put(limit + 1);
  const rows = await reader.rows<{
    chat: string | null;
    key: string | null;
    low_key: string | null;
    low_id: string | null;
    n: string;
  }>(
    account,
    `
      with found as materialized (select x.chat_id, x.last_at from (${source}) x
          where true ${filter.after === undefined ? "" : `and x.last_at >= ${toTimestamp(v, filter.after)}`} order by x.last_at ${direction}, x.chat_id ${direction} limit ${maxScannedPerRound}),
        page as materialized (
          select f.chat_id, f.last_at from (select * from found order by last_at ${direction}, chat_id ${direction} offset 0) f ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = f.chat_id")}
          where ${chatVisibilityCondition(sight, v)} ${filter.before === undefined ? "" : `and c.created_at < ${toTimestamp(v, filter.before)}`} and ${chatCondition(filter, v)}
          order by f.last_at ${direction}, f.chat_id ${direction} limit ${limitParameter})
      select p.chat_id as chat, ${toMicroseconds("p.last_at")} as key, ${toMicroseconds("b.last_at")} as low_key, b.chat_id as low_id, (select count(*) from found) as n
      from (select 1) one left join (select * from found order by last_at ${reverse}, chat_id ${reverse} limit 1) b on true left join page p on true
      order by p.last_at ${direction}, p.chat_id ${direction}`,
    v.list,
  );
  const found = rows.flatMap(({ chat, key }) =>
    chat === null || key === null ? [] : [{ id: toInteger(chat), key: toInteger(key) }],
  );
  const page = found.slice(0, limit);
  const { low_key = null, low_id = null, n = "0" } = rows[0] ?? {};
  const scannedTo =
    low_key !== null && low_id !== null && toInteger(n) === maxScannedPerRound
      ? { key: toInteger(low_key), id: toInteger(low_id) }
      : null;
  return {
    chats: page,
    next: found.length > limit ? (page.at(-1) ?? scannedTo) : scannedTo,
  };
}

/** Selects the activity of chats after a cursor, of some visitors only if the filter names them. */
function selectArchive({ filter, after, sort }: ArchiveQuery, v: QueryParameters): string {
  const comparison = sort === "oldest" ? ">" : "<";
  const afterCursor =
    after === null
      ? ""
      : `and (a.last_at, a.chat_id) ${comparison} (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`;
  const chats = selectChatsOfVisitors(filter, v);
  return chats === null
    ? `select a.* from chat_activity a where a.account_id = $1 ${afterCursor}`
    : `select a.* from (${chats}) q ${lookupJoin("chat_activity", "a", `a.account_id = $1 and a.chat_id = q.id ${afterCursor}`)}`;
}

/** Returns an SQL condition on the row `c` of the chat table. */
export const chatCondition = ({ chats }: SearchFilter, v: QueryParameters): string =>
  chats === undefined ? "true" : toConditionSql(chats, v);

/** Returns SQL for the ids of the chats of the filter's visitors, or null if it names none. */
export function selectChatsOfVisitors(
  { visitors, companies }: SearchFilter,
  v: QueryParameters,
): string | null {
  const sources = [
    ...(visitors === undefined
      ? []
      : [
          `select n.id from visitor n where n.account_id = $1 and n.number = any(${v.put(visitors)}::bigint[])`,
        ]),
    ...(companies === undefined ? [] : [selectVisitorsOfCompanies(companies, v)]),
  ];
  return sources.length === 0
    ? null
    : `select c.id from (${sources.join(" intersect ")}) o ${lookupJoin("chat", "c", "c.account_id = $1 and c.visitor_id = o.id")}
       order by c.id desc limit ${maxChatsOfVisitors}`;
}
/**
 * Returns SQL for the ids of the visitors of these companies. Names match without quotation marks,
 * which a token of the search cannot contain.
 */
export const selectVisitorsOfCompanies = (names: readonly string[], v: QueryParameters): string =>
  `select m.visitor_id as id from company o ${lookupJoin("company_visitor", "m", "m.account_id = $1 and m.key = o.key")}
   where o.account_id = $1 and company_key(replace(o.key, '"', '')) in (
     select company_key(replace(n.name, '"', '')) from unnest(${v.put(names)}::text[]) n(name))`;

/** Returns an SQL expression for a timestamp. `at` is in milliseconds since 1970. */
export const toTimestamp = (v: QueryParameters, at: number): string =>
  `to_timestamp(${v.put(at)}::float8 / 1000)`;

/** Returns these chats in their order, each with the time by which it is sorted. */
export async function readActiveChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  chats: readonly ArchiveCursor[],
): Promise<readonly ActiveChat[]> {
  const records = await readChatRecords(
    reader,
    account,
    sight,
    chats.map(({ id }) => id),
  );
  return chats.flatMap(({ id, key }) => {
    const record = records.get(id);
    return record === undefined ? [] : [{ ...record, activeAt: Math.floor(key / 1000) }];
  });
}

/** Returns these chats by id, as the operator sees them. */
export async function readChatRecords(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  chats: readonly number[],
): Promise<ReadonlyMap<number, ChatRecord>> {
  const rows = await reader.rows<ChatRow>(
    account,
    `select 0 as key, ${chatColumns} from unnest($3::bigint[]) q(id) ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = q.id")} ${activityJoin("c")} ${chatJoins}`,
    [account, sight.operatorId, chats],
    "kept",
  );
  return new Map(rows.map((row) => [toInteger(row.id), toChatRecord(row)]));
}
