import type { ChatFilter, ChatPage, ChatVisibility } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import {
  activityColumns,
  activityJoin,
  chatColumns,
  chatJoins,
  toChatRecord,
  type ChatRow,
} from "../chat-row.ts";
import { missedClosedCondition, missedRunningCondition, missedSince } from "./missed.ts";
import { chatVisibilityCondition, chatsOfOperator } from "../visibility.ts";
import {
  lookupJoin,
  fromMicroseconds,
  toInteger,
  toMicroseconds,
  createParameters,
  type QueryParameters,
} from "../../database/parameters.ts";
import { visitorMatchCondition } from "./visitor-matches.ts";

/** Maximum number of matching visitors whose chats a search lists, newest first. */
const maxMatchingVisitors = 500;
/** Maximum number of chats that a tag filter considers, most recently tagged first. */
const maxTaggedChats = 5000;
/**
 * Maximum number of chats that are scanned for closed chats of a department or in a language,
 * latest activity first.
 */
const maxScannedChats = 20_000;

/** Returns a page of chats, sorted by last activity or by creation, newest first (API-020). */
export async function listChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: ChatFilter,
): Promise<ChatPage> {
  const v = createParameters(account, sight.operatorId);
  const source = selectSource(filter, v);
  const [order, id] =
    filter.sort === "activity" ? ["a.last_at", "a.chat_id"] : ["c.created_at", "c.id"];
  const rows = await reader.rows<ChatRow>(
    account,
    `
    with ${source.before} page as materialized (
      select c.account_id, c.id, c.visitor_id, c.body, ${order} as place${source.isByActivity ? `, ${activityColumns}` : ""} from ${source.from}
      where ${chatVisibilityCondition(sight, v)} and ${[...source.where, ...buildConditions(filter, sight, v)].join(" and ")}
        ${filter.after === undefined ? "" : `and (${order}, ${id}) < (${fromMicroseconds(v.put(filter.after.key))}, ${v.put(filter.after.id)})`}
      order by ${order} desc, ${id} desc limit ${v.put(filter.limit + 1)}
    )
    select ${toMicroseconds("c.place")} as key, ${chatColumns} from page c
      ${source.isByActivity ? "cross join lateral (select c.counted_seq, c.visitor_messages, c.shown_seq) a" : activityJoin("c")} ${chatJoins}
    order by c.place desc, c.id desc`,
    v.list,
    "kept",
  );
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return {
    items: items.map(toChatRecord),
    next:
      rows.length > filter.limit && last !== undefined
        ? { key: last.key, id: toInteger(last.id) }
        : null,
  };
}

interface Source {
  /** Whether the row `a` has all columns of the chat's activity. */
  readonly isByActivity: boolean;
  readonly before: string;
  readonly from: string;
  readonly where: readonly string[];
}
/**
 * Selects the source of the rows: matching visitors, tagged chats, the order of activity, or the
 * chat table itself for closed chats in order of creation.
 */
function selectSource(filter: ChatFilter, v: QueryParameters): Source {
  if (filter.q !== undefined || filter.visitorNumber !== undefined) {
    const matches = [
      ...(filter.visitorNumber === undefined ? [] : [`v.number = ${v.put(filter.visitorNumber)}`]),
      ...(filter.q === undefined ? [] : [visitorMatchCondition(filter.q, v)]),
    ];
    return {
      isByActivity: true,
      before: `people as materialized (select v.id from visitor v where v.account_id = $1 and ${matches.join(" and ")} order by v.number desc limit ${maxMatchingVisitors}),`,
      from: `people ${lookupJoin("chat", "c", "c.account_id = $1 and c.visitor_id = people.id")} ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}`,
      where: [],
    };
  }
  if (filter.tagId !== undefined && !filtersRunning(filter)) {
    return {
      isByActivity: true,
      before: `tagged as materialized (select t.chat_id from chat_tag t where t.account_id = $1 and t.tag_id = ${v.put(filter.tagId)}
        order by t.marked_at desc, t.chat_id limit ${maxTaggedChats}),`,
      from: `tagged ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = tagged.chat_id")} ${lookupJoin("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}`,
      where: [],
    };
  }
  const needsBodyScan = filter.departmentId !== undefined || filter.language !== undefined;
  if (filter.sort === "created" && !filtersRunning(filter) && !needsBodyScan) {
    return {
      isByActivity: false,
      before: "",
      from: "chat c",
      where: ["c.account_id = $1"],
    };
  }
  if (needsBodyScan && !filtersRunning(filter)) {
    return {
      isByActivity: true,
      before: `latest as materialized (select a.* from chat_activity a where a.account_id = $1
        order by a.last_at desc limit ${maxScannedChats}),`,
      from: `latest a ${lookupJoin("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id")}`,
      where: [],
    };
  }
  const running = filtersRunning(filter)
    ? "a.running"
    : filtersClosed(filter)
      ? "not a.running"
      : "true";
  return {
    isByActivity: true,
    before: "",
    from: `${filter.view === "missed" ? possiblyMissedChats(filter, v) : "chat_activity"} a ${lookupJoin("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id")}`,
    where: ["a.account_id = $1", running],
  };
}
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

function filtersRunning({ view, state }: ChatFilter): boolean {
  return (
    (view !== undefined && view !== "closed" && view !== "missed") ||
    (state !== undefined && state !== "closed")
  );
}

const filtersClosed = ({ view, state }: ChatFilter): boolean =>
  view === "closed" || state === "closed";

function buildConditions(filter: ChatFilter, sight: ChatVisibility, v: QueryParameters): string[] {
  const list = ["true"];
  const view = filter.view;
  if (filtersRunning(filter)) list.push("c.state <> 'closed'");
  if (view === "mine") list.push(`c.id = any(${chatsOfOperator("$2")})`);
  if (view === "waiting" || view === "bot" || view === "closed") list.push(`c.state = '${view}'`);
  if (view === "missed")
    list.push(
      `(c.closed_at > ${missedSince(v, filter.now)} and ${missedClosedCondition} or ${missedRunningCondition})`,
    );
  if (filter.state !== undefined) list.push(`c.state = ${v.put(filter.state)}`);
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
  if (filter.channelId !== undefined) list.push(`c.source = ${v.put(filter.channelId)}`);
  return list;
}
