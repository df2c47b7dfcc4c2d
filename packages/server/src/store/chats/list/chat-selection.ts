import { holdsForRunningOnly } from "@parlour/protocol/conditions/running";
import type { ChatCursor, ChatFilter, ChatVisibility, ViewCandidates } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { toConditionSql } from "../../conditions/condition-sql.ts";
import { missedClosedCondition, missedRunningCondition, missedSince } from "./missed.ts";
import { activityJoin } from "../chat-row.ts";
import { chatVisibilityCondition, chatsOfOperator } from "../visibility.ts";
import {
  lookupJoin,
  fromMicroseconds,
  toInteger,
  toMicroseconds,
  createParameters,
  type QueryParameters,
} from "../../database/parameters.ts";
import { parseNumber, visitorMatchCondition } from "./visitor-matches.ts";

/** Maximum number of matching visitors whose chats a search lists, newest first. */
const maxMatchingVisitors = 500;
/** Maximum number of chats that a tag filter considers, most recently tagged first. */
const maxTaggedChats = 5000;
/** Maximum number of chats scanned for closed ones of a department or language. */
export const maxScannedChats = 20_000;

/**
 * Selects a page of chats in their order, with one more than the limit, as the table `page`.
 * `listColumns` returns its further columns. `id`: that of the chat in the source.
 */
export function selectPage(
  filter: ChatFilter,
  sight: ChatVisibility,
  v: QueryParameters,
  listColumns: (source: Source, id: string) => readonly string[],
): { readonly source: Source; readonly page: string } {
  const conditions = buildConditions(filter, sight, v);
  const source = selectSource(filter, conditions.length > 0, v);
  const order = getOrderColumn(filter);
  const [accountId, id] = source.isByActivity
    ? ["a.account_id", "a.chat_id"]
    : ["c.account_id", "c.id"];
  const columns = [accountId, `${id} as id`, `${order} as place`, ...listColumns(source, id)];
  return {
    source,
    page: `${source.before} page as materialized (
      select ${columns.join(", ")} from ${source.from}
      where ${["true", ...source.where, ...conditions].join(" and ")}
        ${afterCondition(filter, id, v)}
      order by ${order} desc, ${id} desc limit ${v.put(filter.limit + 1)}
    )`,
  };
}

const orderColumns: Readonly<Record<ChatFilter["sort"], string>> = {
  activity: "a.last_at",
  created: "c.created_at",
  // Chats with a due time come first, the earliest first: their place is a time about 2100 that is
  // later the earlier they are due, and exact in microseconds. The text search avoids parsing
  // bodies without a due time.
  due: `case when strpos(c.body, '"sla":{') > 0 and c.body::jsonb ? 'sla'
    then to_timestamp(5900000000 - date_part('epoch', (c.body::jsonb #>> '{sla,due_at}')::timestamptz)) else a.last_at end`,
};
const getOrderColumn = ({ sort }: ChatFilter): string => orderColumns[sort];
const afterCondition = (filter: ChatFilter, id: string, v: QueryParameters): string =>
  filter.after === undefined
    ? ""
    : `and (${getOrderColumn(filter)}, ${id}) < (${fromMicroseconds(v.put(filter.after.key))}, ${v.put(filter.after.id)})`;

/**
 * Selects the candidates of a view in the order of the list, or the next {@link maxScannedChats}
 * chats of the archive. The condition then filters them until the page is full. Comparing all chats
 * would take too long.
 */
function selectScannedChats(filter: ChatFilter, v: QueryParameters): string {
  const [row, table, id] =
    filter.sort === "activity" ? ["a", "chat_activity", "a.chat_id"] : ["c", "chat", "c.id"];
  const [source, limit] = filter.candidates
    ? [
        `(${selectCandidates(filter.candidates, v)}) x ${lookupJoin(table, row, `${row}.account_id = $1 and ${id} = x.id`)}`,
        "",
      ]
    : [`${table} ${row}`, `limit ${maxScannedChats}`];
  return `select ${row}.* from ${source} where ${row}.account_id = $1 ${afterCondition(filter, id, v)}
    order by ${getOrderColumn(filter)} desc, ${id} desc ${limit}`;
}
/** Returns the last of the scanned chats, or null if there are no chats after them. */
export async function findScanEnd(
  reader: Reader,
  account: number,
  filter: ChatFilter,
): Promise<ChatCursor | null> {
  const v = createParameters(account);
  const [at, id] = filter.sort === "activity" ? ["last_at", "chat_id"] : ["created_at", "id"];
  const row = await reader.one<{ key: string; id: string }>(
    account,
    `select ${toMicroseconds(at)} as key, ${id} as id from (${selectScannedChats(filter, v)}) x
     order by ${at} desc, ${id} desc offset ${maxScannedChats - 1}`,
    v.list,
  );
  return row === null ? null : { key: row.key, id: toInteger(row.id) };
}

interface SourceText {
  readonly before: string;
  readonly from: string;
}
interface Source extends SourceText {
  /** Whether the row `a` has all columns of the chat's activity. */
  readonly isByActivity: boolean;
  readonly where: readonly string[];
  /** Whether it has a part of the chats (`selectScannedChats`), so the next page may have more. */
  readonly isScan?: boolean;
}
/**
 * Selects the source of the rows: matching visitors, tagged chats, the order of activity, or the
 * chat table itself for closed chats in order of creation. The source contains only running or only
 * closed chats if the filter says so. The row `c` of chat is left out if nothing needs it.
 */
function selectSource(filter: ChatFilter, hasConditions: boolean, v: QueryParameters): Source {
  const state = filtersRunning(filter)
    ? ["a.running"]
    : filtersClosed(filter)
      ? ["not a.running"]
      : [];
  if (filter.q !== undefined || filter.visitorNumbers !== undefined)
    return { isByActivity: true, ...selectMatchingChats(filter, v), where: state };
  if (filter.tagId !== undefined && !filtersRunning(filter)) {
    return {
      isByActivity: true,
      before: `tagged as materialized (select t.chat_id from chat_tag t where t.account_id = $1 and t.tag_id = ${v.put(filter.tagId)}
        order by t.marked_at desc, t.chat_id limit ${maxTaggedChats}),`,
      from: `tagged ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = tagged.chat_id")} ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}`,
      where: state,
    };
  }
  if (filter.condition !== undefined && !filtersRunning(filter)) return selectScan(filter, v);
  const needsBodyScan = filter.departmentId !== undefined || filter.language !== undefined;
  if (
    filter.sort === "created" &&
    !filtersRunning(filter) &&
    !needsBodyScan &&
    filter.snoozed === undefined
  ) {
    return {
      isByActivity: false,
      before: "",
      from: "chat c",
      where: ["c.account_id = $1", ...(filtersClosed(filter) ? ["c.state = 'closed'"] : [])],
    };
  }
  if (needsBodyScan && !filtersRunning(filter)) {
    return {
      isByActivity: true,
      before: `latest as materialized (select a.* from chat_activity a where a.account_id = $1
        order by a.last_at desc limit ${maxScannedChats}),`,
      from: `latest a ${chatOfActivity}`,
      where: state,
    };
  }
  return {
    isByActivity: true,
    before: "",
    from: `${filter.view === "missed" ? possiblyMissedChats(filter, v) : "chat_activity"} a ${hasConditions || filter.sort !== "activity" ? chatOfActivity : ""}`,
    where: ["a.account_id = $1", ...state],
  };
}
/** Selects the next chats of the archive, which the condition of a view then filters. */
function selectScan(filter: ChatFilter, v: QueryParameters): Source {
  const isByActivity = filter.sort === "activity";
  const isScan = !filter.candidates;
  const before = `scanned as materialized (${selectScannedChats(filter, v)}),`;
  return {
    isByActivity,
    isScan,
    before,
    from: isByActivity
      ? `scanned a ${chatOfActivity}`
      : `scanned c ${filter.snoozed === undefined ? "" : activityJoin("c")}`,
    where: filtersClosed(filter) ? [isByActivity ? "not a.running" : "c.state = 'closed'"] : [],
  };
}
/** Selects the ids of the candidates of a view, with those of the entries after them. */
function selectCandidates(
  { chats, visitors, position }: ViewCandidates,
  v: QueryParameters,
): string {
  return `select unnest(${v.put(chats)}::bigint[]) as id
    union select c.id from (select unnest(${v.put(visitors)}::bigint[]) as visitor_id
      union select j.visitor_id from journal j where j.account_id = $1 and j.position > ${v.put(position)}) y
      ${lookupJoin("chat", "c", "c.account_id = $1 and c.visitor_id = y.visitor_id")}`;
}
/** Selects the chats of matching visitors, and that of a typed number (API-226, API-462). */
function selectMatchingChats({ q, visitorNumbers }: ChatFilter, v: QueryParameters): SourceText {
  const matches = [
    ...(visitorNumbers === undefined ? [] : [`v.number = any(${v.put(visitorNumbers)}::bigint[])`]),
    ...(q === undefined ? [] : [visitorMatchCondition(q, v)]),
  ];
  const number = q === undefined || visitorNumbers !== undefined ? undefined : parseNumber(q);
  return {
    before: `people as materialized (select v.id from visitor v where v.account_id = $1 and ${matches.join(" and ")} order by v.number desc limit ${maxMatchingVisitors}),
      found as materialized (select c.id from people ${lookupJoin("chat", "c", "c.account_id = $1 and c.visitor_id = people.id")}
        ${number === undefined ? "" : `union select c.id from chat c where c.account_id = $1 and c.number = ${v.put(number)}`}),`,
    from: `found ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = found.id")} ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}`,
  };
}
const chatOfActivity = lookupJoin("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id");
/**
 * Returns an SQL query for the activity rows of chats that may be missed, without scanning the
 * archive. It is fast because recently closed chats had recent activity, and running chats are few.
 */
function possiblyMissedChats({ now }: ChatFilter, v: QueryParameters): string {
  const [selectActivity, since] = [
    "select m.* from chat_activity m where m.account_id = $1",
    missedSince(v, now),
  ];
  return `(${selectActivity} and m.last_at > ${since} union all ${selectActivity} and m.running and m.last_at <= ${since})`;
}

/** Returns whether a list has running chats only. Others have no due times (SLA-022). */
export function filtersRunning({ view, state, snoozed, condition }: ChatFilter): boolean {
  return (
    snoozed === true ||
    (condition !== undefined && holdsForRunningOnly(condition.condition)) ||
    (view !== undefined && view !== "closed" && view !== "missed") ||
    (state !== undefined && state !== "closed")
  );
}

const filtersClosed = ({ view, state }: ChatFilter): boolean =>
  view === "closed" || state === "closed";

/** Returns the conditions of a list of the inbox, which snoozed chats leave (SNZ-005). */
function inboxConditions({ view, snoozed }: ChatFilter): readonly string[] {
  const list: string[] = [];
  if (view === "mine") list.push(`c.id = any(${chatsOfOperator("$2")})`);
  if (view === "waiting" || view === "bot") list.push(`c.state = '${view}'`);
  if (view === "snoozed" || snoozed === true) list.push("a.snoozed_until is not null");
  else if (snoozed === false || view === "mine" || view === "waiting")
    list.push("a.snoozed_until is null");
  return list;
}

/** Returns the conditions on the row `c` of chat that its source does not imply. */
function buildConditions(filter: ChatFilter, sight: ChatVisibility, v: QueryParameters): string[] {
  const list = sight.seesAllChats ? [] : [chatVisibilityCondition(sight, v)];
  const view = filter.view;
  list.push(...inboxConditions(filter));
  if (view === "missed")
    list.push(
      `(c.closed_at > ${missedSince(v, filter.now)} and ${missedClosedCondition} or ${missedRunningCondition})`,
    );
  if (filter.state !== undefined && (filter.state !== "closed" || filtersRunning(filter)))
    list.push(`c.state = ${v.put(filter.state)}`);
  if (filter.assignee === "none") list.push("c.assignee is null");
  else if (filter.assignee !== undefined)
    list.push(
      `c.assignee = ${v.put(filter.assignee === "me" ? sight.operatorId : filter.assignee)}`,
    );
  if (filter.tagId !== undefined)
    list.push(
      `exists (select 1 from chat_tag t where t.account_id = c.account_id and t.chat_id = c.id and t.tag_id = ${v.put(filter.tagId)} offset 0)`,
    );
  // The body is JSON text that Parlour writes with keys in this order. Quotes inside strings are
  // escaped, so no other text matches.
  if (filter.departmentId !== undefined)
    list.push(`position(${v.put(`"department":{"id":${filter.departmentId},`)} in c.body) > 0`);
  // Only in the session does `language` follow an object. Attributes of a page with the same name
  // therefore do not match.
  if (filter.language !== undefined) {
    const [languageOnly, withCountry] = [
      v.put(`},"language":"${filter.language}"`),
      v.put(`},"language":"${filter.language}-`),
    ];
    list.push(
      `(position(${languageOnly} in c.body) > 0 or position(${withCountry} in c.body) > 0)`,
    );
  }
  if (filter.condition !== undefined) list.push(toConditionSql(filter.condition, v));
  if (filter.channelId !== undefined) list.push(`c.source = ${v.put(filter.channelId)}`);
  return list;
}
