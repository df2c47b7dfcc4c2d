import type { Message } from "../../../core/entity.ts";
import type { ChatVisibility } from "../chat-record.ts";
import type {
  FoundChat,
  SearchFilter,
  SearchPage,
  SearchCursor,
  SearchSort,
} from "./search-record.ts";
import type { Reader } from "../../database/reader.ts";
import {
  readChatRecords,
  selectChatsOfVisitors,
  buildChatConditions,
  listArchive,
  maxScannedPerRound,
  maxSearchRounds,
  toTimestamp,
} from "./archive.ts";
import { chatVisibilityCondition } from "../visibility.ts";
import {
  lookupJoin,
  toInteger,
  createParameters,
  type QueryParameters,
} from "../../database/parameters.ts";

/** One page of a search. */
interface SearchQuery {
  readonly filter: SearchFilter;
  readonly limit: number;
  /** Maximum number of matching messages returned per chat. */
  readonly hits: number;
  readonly sort: SearchSort;
  readonly place?: SearchCursor;
}

/** A filter with a text that messages must match. */
type IndexedFilter = SearchFilter & { readonly index: string };

const maxCounted = 100;
/**
 * Maximum number of messages of one chat that are scanned, starting at the newest match. They are
 * scanned for matches, and to check whether an earlier page listed the chat.
 */
const maxScannedForExcerpts = 200;
const maxScannedPerChat = 1_000;
/**
 * For a search in one chat: maximum number of messages that are scanned, and of matches that are
 * listed.
 */
const maxScannedMessages = 10_000;
const maxMatches = 1_000;

/**
 * Finds chats with matching messages, sorted by the newest match, or by the oldest one if `sort` is
 * `oldest` (API-250). Each request scans a limited number of messages. A page may therefore be
 * short or empty although another one follows. Messages that arrive during a search change none of
 * its pages.
 */
export async function searchChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  query: SearchQuery,
): Promise<SearchPage> {
  const { filter, limit, sort, place } = query;
  if (filter.index !== null)
    return searchMessages(reader, account, sight, {
      ...query,
      filter: { ...filter, index: filter.index },
    });
  const { items, next } = await listArchive(reader, account, sight, {
    filter,
    limit,
    sort,
    after: place?.of === "chats" ? place : null,
  });
  return {
    items: items.map((record) => ({ ...record, hits: [], count: 0 })),
    next: next && { of: "chats", ...next },
  };
}

/** A range of journal positions from `low` (inclusive) to `high` (exclusive). */
interface PositionRange {
  readonly low: number;
  readonly high: number;
}

async function searchMessages(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, limit, hits, place: cursor, sort }: SearchQuery & { readonly filter: IndexedFilter },
): Promise<SearchPage> {
  const direction = directionFor(sort);
  const range = await readPositionRange(reader, account, filter);
  const { shown, left: unread } = direction.split(
    cursor?.of === "messages" ? { low: range.low, high: Math.min(cursor.top, range.high) } : range,
    cursor,
  );
  const { chatMatches, remaining } = await collectMatches(reader, account, sight, {
    filter,
    limit,
    way: direction,
    shown,
    unread,
  });
  const items = chatMatches.slice(0, limit);
  const last = items.at(-1);
  const isCut = chatMatches.length > limit && last !== undefined;
  const next = isCut ? direction.beyond(unread, last.place) : remaining;
  return {
    items: await addHits(reader, account, sight, {
      filter,
      chatMatches: items,
      hits,
      way: direction,
    }),
    next:
      next === null
        ? null
        : { of: "messages", top: Math.max(shown.high, unread.high), at: direction.getStart(next) },
  };
}

interface SearchScan {
  readonly filter: IndexedFilter;
  readonly limit: number;
  readonly way: SearchDirection;
  /** `shown`: positions of earlier pages. `unread`: positions to scan. */
  readonly shown: PositionRange;
  readonly unread: PositionRange;
}

/**
 * Scans in rounds until one chat more than the limit matches. `remaining`: positions that were not
 * scanned, or null.
 */
async function collectMatches(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, limit, way: direction, shown, unread }: SearchScan,
): Promise<{
  readonly chatMatches: readonly ChatMatch[];
  readonly remaining: PositionRange | null;
}> {
  const chatMatches: ChatMatch[] = [];
  let remaining: PositionRange | null = unread;
  for (
    let n = 0;
    n < maxSearchRounds &&
    remaining !== null &&
    remaining.high > remaining.low &&
    chatMatches.length <= limit;
    n++
  ) {
    const maxMessages = Math.min(
      maxScannedPerRound,
      hasPhrase(filter.index) ? limit * 3 * 4 ** n : n === 0 ? limit * 10 : maxScannedPerRound,
    );
    const round = {
      filter,
      way: direction,
      shown,
      span: remaining,
      maxMessages,
      maxChats: limit + 1 - chatMatches.length,
      excludedChats: chatMatches.map(({ chat }) => chat),
    };
    const result: RoundResult = await runRound(reader, account, sight, round);
    chatMatches.push(...result.found);
    remaining = result.edge === null ? null : direction.beyond(remaining, result.edge);
  }
  return {
    chatMatches,
    remaining: remaining !== null && remaining.high > remaining.low ? remaining : null,
  };
}

/** Direction in which a search scans the journal. */
interface SearchDirection {
  readonly source: "search_find" | "search_find_oldest";
  /** Direction for `order by` in SQL. */
  readonly order: "" | "desc";
  /** SQL aggregate that returns the last scanned position. */
  readonly edge: "min" | "max";
  /** Splits the positions into those of earlier pages and the remaining ones. */
  readonly split: (
    all: PositionRange,
    place: SearchCursor | undefined,
  ) => { readonly shown: PositionRange; readonly left: PositionRange };
  readonly beyond: (span: PositionRange, edge: number) => PositionRange;
  readonly getStart: (span: PositionRange) => number;
  /** Returns the range of positions of a chat's messages that starts at this position. */
  readonly from: (place: string) => { readonly low: string; readonly high: string };
}
const newestFirst: SearchDirection = {
  source: "search_find",
  order: "desc",
  edge: "min",
  split: ({ low, high }, cursor) => {
    const at = cursor?.of === "messages" ? Math.min(cursor.at, high) : high;
    return { shown: { low: at, high }, left: { low, high: at } };
  },
  beyond: ({ low }, edge) => ({ low, high: edge }),
  getStart: ({ high }) => high,
  from: (position) => ({ low: "1", high: `${position} + 1` }),
};
const oldestFirst: SearchDirection = {
  source: "search_find_oldest",
  order: "",
  edge: "max",
  split: ({ low, high }, cursor) => {
    const at = cursor?.of === "messages" ? Math.min(Math.max(cursor.at, low), high) : low;
    return { shown: { low, high: at }, left: { low: at, high } };
  },
  beyond: ({ high }, edge) => ({ low: edge + 1, high }),
  getStart: ({ low }) => low,
  from: (position) => ({ low: position, high: String(2 ** 53) }),
};
const directionFor = (sort: SearchSort): SearchDirection =>
  sort === "oldest" ? oldestFirst : newestFirst;

/**
 * Returns whether the query contains a phrase. The index contains words without their order, so for
 * a phrase every candidate message is read. Such a search therefore starts with few candidates.
 * Without a phrase, scanning more messages is cheaper than another request.
 */
const hasPhrase = (index: string): boolean => index.includes("<->");

interface ChatMatch {
  readonly chat: number;
  readonly place: number;
}
interface RoundResult {
  readonly found: readonly ChatMatch[];
  /** The last scanned position, or null if the scan reached the end. */
  readonly edge: number | null;
}
interface SearchRound {
  readonly filter: IndexedFilter;
  readonly way: SearchDirection;
  /** `shown`: positions of earlier pages. `span`: positions to scan. */
  readonly shown: PositionRange;
  readonly span: PositionRange;
  readonly maxMessages: number;
  readonly maxChats: number;
  /** Chats that this page already contains. */
  readonly excludedChats: readonly number[];
}
/** Scans the next matching messages and returns the first chats among them. */
async function runRound(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  round: SearchRound,
): Promise<RoundResult> {
  const { filter, way: direction, shown, maxMessages, maxChats, excludedChats } = round;
  const v = createParameters(account, filter.index);
  const rows = await reader.rows<{
    chat: string | null;
    place: string | null;
    edge: string | null;
    n: string;
  }>(
    account,
    `
    with found as materialized (${selectMatches(round, v)}),
      kept as materialized (select distinct on (f.chat) f.chat, f.place from found f where true ${timeConditions("f.said_at", filter, v)} order by f.chat, f.place ${direction.order}),
      page as materialized (
        select k.chat, k.place from (select * from kept order by place ${direction.order} offset 0) k ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = k.chat")}
        where ${chatVisibilityCondition(sight, v)} ${buildChatConditions(filter.chats, v)} and k.chat <> all(${v.put(excludedChats)}::bigint[])
          ${shown.low < shown.high ? `and not ${isOnEarlierPage("k.chat", filter, v, shown)}` : ""}
        order by k.place ${direction.order} limit ${v.put(maxChats)})
    select p.chat, p.place, b.edge, b.n from (select ${direction.edge}(place) as edge, count(*) as n from found) b left join page p on true order by p.place ${direction.order}`,
    v.list,
  );
  const first = rows[0];
  return {
    found: rows.flatMap(({ chat, place: position }) =>
      chat === null || position === null
        ? []
        : [{ chat: toInteger(chat), place: toInteger(position) }],
    ),
    edge:
      first === undefined || first.edge === null || toInteger(first.n) < maxMessages
        ? null
        : toInteger(first.edge),
  };
}

/**
 * Returns the positions of the time range, with a tolerance. Clocks of nodes differ by less than a
 * minute, so the exact time is checked afterwards.
 */
async function readPositionRange(
  reader: Reader,
  account: number,
  { after, before }: SearchFilter,
): Promise<PositionRange> {
  const v = createParameters(account);
  const bounds = [
    after === undefined
      ? ""
      : `, ${bisectPosition("low", `${toTimestamp(v, after)} - ${maxClockSkew}`)}`,
    before === undefined
      ? ""
      : `, ${bisectPosition("high", `${toTimestamp(v, before)} + ${maxClockSkew}`)}`,
  ].join("");
  const row = await reader.one<{ top: string; low: string; high: string }>(
    account,
    `
    with recursive head(place) as (select coalesce((select s.position from search_message s where s.account_id = $1 order by s.position desc limit 1), 0) + 1) ${bounds}
    select head.place as top, ${after === undefined ? "1" : "(select min(hi) from low)"} as low, ${before === undefined ? "head.place" : "(select min(hi) from high)"} as high from head`,
    v.list,
  );
  return {
    high: Math.min(toInteger(row?.top ?? 1), toInteger(row?.high ?? 1)),
    low: toInteger(row?.low ?? 1),
  };
}
const maxClockSkew = "interval '1 minute'";
/** Returns SQL that finds the first position at or after a time by bisection. */
function bisectPosition(name: string, at: string): string {
  return `${name}(lo, hi) as (
      select 1::bigint, head.place from head
      union all
      select case when m.young then s.lo else m.middle + 1 end, case when m.young then m.middle else s.hi end
      from ${name} s cross join lateral (select (s.lo + s.hi) / 2 as middle, coalesce((select x.at >= ${at} from search_message x
        where x.account_id = $1 and x.position >= (s.lo + s.hi) / 2 order by x.position limit 1), true) as young) m
      where s.lo < s.hi)`;
}

/**
 * Returns SQL for the columns chat, place and said_at. `$2` contains the words. With a visitor
 * filter the SQL reads the messages of their chats by key, otherwise it reads the index in parts.
 */
function selectMatches(
  { filter: { visitors }, way, span: { low, high }, maxMessages }: SearchRound,
  v: QueryParameters,
): string {
  const { source, order } = way;
  if (visitors === undefined)
    return `select f.chat, f.place, f.said_at from ${source}($2, ${v.put(high)}, ${v.put(low)}, ${v.put(maxMessages)}) f`;
  return `select s.chat_id as chat, s.position as place, s.at as said_at from (${selectChatsOfVisitors(visitors, v)}) q
    ${lookupJoin("search_message", "s", `s.account_id = $1 and s.chat_id = q.id and s.position < ${v.put(high)} and s.position >= ${v.put(low)} and ${indexCondition("s")}`)}
    order by s.position ${order} limit ${v.put(maxMessages)}`;
}
const indexCondition = (alias: string): string =>
  `${alias}.words @@ replace($2, '~', search_scope(${alias}.account_id, ${alias}.position))::tsquery`;
function timeConditions(
  column: string,
  { after, before }: SearchFilter,
  v: QueryParameters,
): string {
  return [
    after === undefined ? "" : `and ${column} >= ${toTimestamp(v, after)}`,
    before === undefined ? "" : `and ${column} < ${toTimestamp(v, before)}`,
  ].join(" ");
}

/**
 * Returns an SQL condition: an earlier page contains the chat, because it has a matching message
 * among the positions of those pages.
 */
function isOnEarlierPage(
  chat: string,
  filter: SearchFilter,
  v: QueryParameters,
  { low, high }: PositionRange,
): string {
  return `exists (select 1 from (${messagesOfChat(chat, { low: v.put(low), high: v.put(high) }, "desc", maxScannedPerChat)}) s where ${indexCondition("s")} ${timeConditions("s.at", filter, v)})`;
}
/** Returns SQL for the messages of a chat from one position (inclusive) to another (exclusive). */
function messagesOfChat(
  chat: string,
  { low, high }: { readonly low: string; readonly high: string },
  order: SearchDirection["order"],
  maxMessages: number,
): string {
  return `select m.* from search_message m where m.account_id = $1 and m.chat_id = ${chat} and m.position >= ${low} and m.position < ${high}
    order by m.position ${order} limit ${maxMessages}`;
}

/** The matching chats of a page. */
interface PageMatches {
  readonly filter: IndexedFilter;
  readonly chatMatches: readonly ChatMatch[];
  readonly hits: number;
  readonly way: SearchDirection;
}

/** Returns the chats in the given order, each with its first matching messages. */
async function addHits(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, chatMatches, hits, way: direction }: PageMatches,
): Promise<readonly FoundChat[]> {
  if (chatMatches.length === 0) return [];
  const v = createParameters(account, filter.index);
  const chats = chatMatches.map(({ chat }) => chat);
  const messages = messagesOfChat(
    "q.chat",
    direction.from("q.place"),
    direction.order,
    Math.max(maxScannedForExcerpts, hits),
  );
  const [records, rows] = await Promise.all([
    readChatRecords(reader, account, sight, chats),
    reader.rows<{ chat_id: string; seq: number; body: string; n: string }>(
      account,
      `
      select h.chat_id, h.seq, j.body, h.n from unnest(${v.put(chats)}::bigint[], ${v.put(chatMatches.map(({ place }) => place))}::bigint[]) q(chat, place)
      cross join lateral (select s.chat_id, s.seq, s.position, least(count(*) over (), ${maxCounted}) as n from (${messages}) s
        where ${indexCondition("s")} ${timeConditions("s.at", filter, v)} order by s.position ${direction.order} limit ${v.put(hits)}) h
      ${lookupJoin("journal", "j", "j.account_id = $1 and j.position = h.position")} order by h.chat_id, h.position ${direction.order}`,
      v.list,
    ),
  ]);
  return chats.flatMap((id) => {
    const record = records.get(id);
    const chatRows = rows.filter((row) => toInteger(row.chat_id) === id);
    const messages = chatRows.map(({ seq, body }) => ({
      seq,
      message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq },
    }));
    return record ? [{ ...record, hits: messages, count: toInteger(chatRows[0]?.n ?? 0) }] : [];
  });
}

/**
 * Returns the numbers of matching messages in one chat, in ascending order: the newest `maxMatches`
 * among the chat's newest `maxScannedMessages`. Returns null if the chat is not visible.
 */
export async function searchWithinChat(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, chat }: { readonly filter: SearchFilter; readonly chat: number },
): Promise<readonly number[] | null> {
  const v = createParameters(account, ...(filter.index === null ? [] : [filter.index]));
  const id = v.put(chat);
  const matchQuery =
    filter.index === null
      ? "select null::int as seq where false"
      : `select s.seq from (${messagesOfChat(id, { low: "1", high: String(2 ** 53) }, "desc", maxScannedMessages)}) s where ${indexCondition("s")} ${timeConditions("s.at", filter, v)}
        order by s.position desc limit ${maxMatches}`;
  const row = await reader.one<{ seqs: number[] }>(
    account,
    `select coalesce((select array_agg(f.seq order by f.seq) from (${matchQuery}) f), '{}') as seqs
    from chat c where c.account_id = $1 and c.id = ${id} and ${chatVisibilityCondition(sight, v)}`,
    v.list,
  );
  return row?.seqs ?? null;
}

/**
 * Returns the stems of words from the database's stemmers for both languages, or null where a
 * stemmer returns none.
 */
export async function readStems(
  reader: Reader,
  account: number,
  words: readonly string[],
): Promise<
  readonly {
    readonly word: string;
    readonly russian: string | null;
    readonly english: string | null;
  }[]
> {
  return reader.rows(
    account,
    "select q.word, (ts_lexize('russian_stem', q.word))[1] as russian, (ts_lexize('english_stem', q.word))[1] as english from unnest($1::text[]) q(word)",
    [words],
  );
}
