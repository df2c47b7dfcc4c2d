import type { Message } from "../../core/entity.ts";
import type { ChatVisibility } from "../../core/record/chat.ts";
import type { FoundChat, SearchFilter, SearchPage, SearchCursor, SearchSort } from "../../core/record/search.ts";
import type { Reader } from "../reader.ts";
import { chatRecords, chatsOfVisitors, chatTests, listArchive, mostPerRound, mostRounds, time } from "./archive.ts";
import { chatInSight } from "./sight.ts";
import { byKey, int, values, type Values } from "./values.ts";

export interface SearchPaging {
  readonly limit: number;
  /** Matching messages returned per chat. */
  readonly hits: number;
  readonly sort: SearchSort;
  readonly place?: SearchCursor;
}

/** A filter with a text that messages must match. */
type Indexed = SearchFilter & { readonly index: string };

const mostCounted = 100;
/**
 * Messages of one chat that are scanned for its hits, starting at the newest match, and to check
 * whether an earlier page listed the chat.
 */
const mostForHits = 200;
const mostForShown = 1_000;
/** For one chat: messages that are scanned, and matches that are listed. */
const maxLooked = 10_000;
const maxMatches = 1_000;

/**
 * Finds chats with matching messages, sorted by the newest match, or by the oldest one with `sort`
 * `oldest` (API-070). A page may be short or empty and still have a next one, because each request
 * scans a limited number of messages. Messages that arrive while an operator pages change no page.
 */
export async function searchChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: SearchFilter,
  page: SearchPaging,
): Promise<SearchPage> {
  if (filter.index !== null) return byMessages(reader, account, sight, { ...filter, index: filter.index }, page);
  const after = page.place?.of === "chats" ? page.place : null;
  const { items, next } = await listArchive(reader, account, sight, filter, { limit: page.limit, after, sort: page.sort });
  return { items: items.map((record) => ({ ...record, hits: [], count: 0 })), next: next && { of: "chats", ...next } };
}

/** Journal positions from `low` (inclusive) to `high` (exclusive). */
interface Span {
  readonly low: number;
  readonly high: number;
}

async function byMessages(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: Indexed,
  { limit, hits, place, sort }: SearchPaging,
): Promise<SearchPage> {
  const { index } = filter;
  const way = wayOf(sort);
  const all = await rangeOf(reader, account, filter);
  const { shown, left } = way.begin(place?.of === "messages" ? { low: all.low, high: Math.min(place.top, all.high) } : all, place);
  const found: Place[] = [];
  let rest: Span | null = left;
  for (let n = 0; n < mostRounds && rest !== null && rest.high > rest.low && found.length <= limit; n++) {
    const most = Math.min(mostPerRound, hasPhrase(index) ? limit * 3 * 4 ** n : n === 0 ? limit * 10 : mostPerRound);
    const round = { way, shown, span: rest, most, room: limit + 1 - found.length, but: found.map(({ chat }) => chat) };
    const looked: Looked = await look(reader, account, sight, filter, round);
    found.push(...looked.found);
    rest = looked.edge === null ? null : way.beyond(rest, looked.edge);
  }
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isCut = found.length > limit && last !== undefined;
  const next: Span | null = isCut ? way.beyond(left, last.place) : rest !== null && rest.high > rest.low ? rest : null;
  return {
    items: await withHits(reader, account, sight, filter, items, { hits, way }),
    next: next === null ? null : { of: "messages", top: Math.max(shown.high, left.high), at: way.startOf(next) },
  };
}

/** Direction in which a search scans the journal. */
interface Way {
  readonly source: "search_find" | "search_find_oldest";
  /** SQL for `order by`. */
  readonly order: "" | "desc";
  /** Aggregate that returns the last scanned position. */
  readonly edge: "min" | "max";
  /** Splits the positions into those of earlier pages and the remaining ones. */
  readonly begin: (all: Span, place: SearchCursor | undefined) => { readonly shown: Span; readonly left: Span };
  readonly beyond: (span: Span, edge: number) => Span;
  readonly startOf: (span: Span) => number;
  /** Position range of a chat's messages from this position on. */
  readonly from: (place: string) => { readonly low: string; readonly high: string };
}
const down: Way = {
  source: "search_find",
  order: "desc",
  edge: "min",
  begin: ({ low, high }, place) => {
    const at = place?.of === "messages" ? Math.min(place.at, high) : high;
    return { shown: { low: at, high }, left: { low, high: at } };
  },
  beyond: ({ low }, edge) => ({ low, high: edge }),
  startOf: ({ high }) => high,
  from: (place) => ({ low: "1", high: `${place} + 1` }),
};
const up: Way = {
  source: "search_find_oldest",
  order: "",
  edge: "max",
  begin: ({ low, high }, place) => {
    const at = place?.of === "messages" ? Math.min(Math.max(place.at, low), high) : low;
    return { shown: { low, high: at }, left: { low: at, high } };
  },
  beyond: ({ high }, edge) => ({ low: edge + 1, high }),
  startOf: ({ low }) => low,
  from: (place) => ({ low: place, high: String(2 ** 53) }),
};
const wayOf = (sort: SearchSort): Way => (sort === "oldest" ? up : down);

/**
 * Returns whether the query contains a phrase. The index has words without their order, so for a
 * phrase every candidate message is read. Such a search therefore starts with few candidates.
 * Without a phrase, reading on is cheaper than another request.
 */
const hasPhrase = (index: string): boolean => index.includes("<->");

interface Place {
  readonly chat: number;
  readonly place: number;
}
interface Looked {
  readonly found: readonly Place[];
  /** The last scanned position, or null at the end. */
  readonly edge: number | null;
}
interface Round {
  readonly way: Way;
  /** `shown`: positions of earlier pages. `span`: positions to scan. */
  readonly shown: Span;
  readonly span: Span;
  readonly most: number;
  readonly room: number;
  /** Chats already on this page. */
  readonly but: readonly number[];
}
/** Returns the first chats among the next matching messages. */
async function look(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: Indexed,
  { way, shown, span, most, room, but }: Round,
): Promise<Looked> {
  const v = values(account, filter.index);
  const rows = await reader.rows<{ chat: string | null; place: string | null; edge: string | null; n: string }>(
    account,
    `
    with found as materialized (${sourceOf(filter, v, way, span, most)}),
      kept as materialized (select distinct on (f.chat) f.chat, f.place from found f where true ${timesOf("f.said_at", filter, v)} order by f.chat, f.place ${way.order}),
      page as materialized (
        select k.chat, k.place from (select * from kept order by place ${way.order} offset 0) k ${byKey("chat", "c", "c.account_id = $1 and c.id = k.chat")}
        where ${chatInSight(sight, v)} ${chatTests(filter.chats, v)} and k.chat <> all(${v.put(but)}::bigint[])
          ${shown.low < shown.high ? `and not ${shownBefore("k.chat", filter, v, shown)}` : ""}
        order by k.place ${way.order} limit ${v.put(room)})
    select p.chat, p.place, b.edge, b.n from (select ${way.edge}(place) as edge, count(*) as n from found) b left join page p on true order by p.place ${way.order}`,
    v.list,
  );
  const first = rows[0];
  return {
    found: rows.flatMap(({ chat, place }) => (chat === null || place === null ? [] : [{ chat: int(chat), place: int(place) }])),
    edge: first === undefined || first.edge === null || int(first.n) < most ? null : int(first.edge),
  };
}

/**
 * Returns the positions of the time range. Clocks of nodes differ by less than a minute, so the
 * exact check follows.
 */
async function rangeOf(reader: Reader, account: number, { after, before }: SearchFilter): Promise<Span> {
  const v = values(account);
  const bounds = [
    after === undefined ? "" : `, ${halving("low", `${time(v, after)} - ${skew}`)}`,
    before === undefined ? "" : `, ${halving("high", `${time(v, before)} + ${skew}`)}`,
  ].join("");
  const row = await reader.one<{ top: string; low: string; high: string }>(
    account,
    `
    with recursive head(place) as (select coalesce((select s.position from search_message s where s.account_id = $1 order by s.position desc limit 1), 0) + 1) ${bounds}
    select head.place as top, ${after === undefined ? "1" : "(select min(hi) from low)"} as low, ${before === undefined ? "head.place" : "(select min(hi) from high)"} as high from head`,
    v.list,
  );
  return { high: Math.min(int(row?.top ?? 1), int(row?.high ?? 1)), low: int(row?.low ?? 1) };
}
const skew = "interval '1 minute'";
/** Returns the first position at or after a time by bisection. */
function halving(name: string, at: string): string {
  return `${name}(lo, hi) as (
      select 1::bigint, head.place from head
      union all
      select case when m.young then s.lo else m.middle + 1 end, case when m.young then m.middle else s.hi end
      from ${name} s cross join lateral (select (s.lo + s.hi) / 2 as middle, coalesce((select x.at >= ${at} from search_message x
        where x.account_id = $1 and x.position >= (s.lo + s.hi) / 2 order by x.position limit 1), true) as young) m
      where s.lo < s.hi)`;
}

/**
 * Selects the columns chat, place and said_at. `$2` contains the words. With a visitor filter it
 * reads the messages of their chats by key, otherwise the index in parts.
 */
function sourceOf({ visitors }: Indexed, v: Values, { source, order }: Way, { low, high }: Span, most: number): string {
  if (visitors === undefined)
    return `select f.chat, f.place, f.said_at from ${source}($2, ${v.put(high)}, ${v.put(low)}, ${v.put(most)}) f`;
  return `select s.chat_id as chat, s.position as place, s.at as said_at from (${chatsOfVisitors(visitors, v)}) q
    ${byKey("search_message", "s", `s.account_id = $1 and s.chat_id = q.id and s.position < ${v.put(high)} and s.position >= ${v.put(low)} and ${matches("s")}`)}
    order by s.position ${order} limit ${v.put(most)}`;
}
const matches = (alias: string): string =>
  `${alias}.words @@ replace($2, '~', search_scope(${alias}.account_id, ${alias}.position))::tsquery`;
function timesOf(column: string, { after, before }: SearchFilter, v: Values): string {
  return [
    after === undefined ? "" : `and ${column} >= ${time(v, after)}`,
    before === undefined ? "" : `and ${column} < ${time(v, before)}`,
  ].join(" ");
}

/**
 * Condition: an earlier page has the chat, because it has a matching message among the positions of
 * those pages.
 */
function shownBefore(chat: string, filter: SearchFilter, v: Values, { low, high }: Span): string {
  return `exists (select 1 from (${messagesOf(chat, v.put(low), v.put(high), "desc", mostForShown)}) s where ${matches("s")} ${timesOf("s.at", filter, v)})`;
}
/** Selects messages of a chat from one position (inclusive) to another (exclusive). */
function messagesOf(chat: string, from: string, below: string, order: Way["order"], most: number): string {
  return `select m.* from search_message m where m.account_id = $1 and m.chat_id = ${chat} and m.position >= ${from} and m.position < ${below}
    order by m.position ${order} limit ${most}`;
}

/** Returns the chats in this order, each with its first matching messages. */
async function withHits(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: Indexed,
  found: readonly Place[],
  { hits, way }: { readonly hits: number; readonly way: Way },
): Promise<readonly FoundChat[]> {
  if (found.length === 0) return [];
  const v = values(account, filter.index);
  const chats = found.map(({ chat }) => chat);
  const { low, high } = way.from("q.place");
  const messages = messagesOf("q.chat", low, high, way.order, Math.max(mostForHits, hits));
  const [records, rows] = await Promise.all([
    chatRecords(reader, account, sight, chats),
    reader.rows<{ chat_id: string; seq: number; body: string; n: string }>(
      account,
      `
      select h.chat_id, h.seq, j.body, h.n from unnest(${v.put(chats)}::bigint[], ${v.put(found.map(({ place }) => place))}::bigint[]) q(chat, place)
      cross join lateral (select s.chat_id, s.seq, s.position, least(count(*) over (), ${mostCounted}) as n from (${messages}) s
        where ${matches("s")} ${timesOf("s.at", filter, v)} order by s.position ${way.order} limit ${v.put(hits)}) h
      ${byKey("journal", "j", "j.account_id = $1 and j.position = h.position")} order by h.chat_id, h.position ${way.order}`,
      v.list,
    ),
  ]);
  return chats.flatMap((id) => {
    const record = records.get(id);
    const own = rows.filter((row) => int(row.chat_id) === id);
    const messages = own.map(({ seq, body }) => ({ seq, message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq } }));
    return record ? [{ ...record, hits: messages, count: int(own[0]?.n ?? 0) }] : [];
  });
}

/**
 * Returns the numbers of matching messages in one chat, ascending: the newest `maxMatches` among
 * its newest `maxScannedMessages`. Returns null if the chat is not visible.
 */
export async function searchChat(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: SearchFilter,
  chat: number,
): Promise<readonly number[] | null> {
  const v = values(account, ...(filter.index === null ? [] : [filter.index]));
  const id = v.put(chat);
  const found =
    filter.index === null
      ? "select null::int as seq where false"
      : `select s.seq from (${messagesOf(id, "1", String(2 ** 53), "desc", maxLooked)}) s where ${matches("s")} ${timesOf("s.at", filter, v)}
        order by s.position desc limit ${maxMatches}`;
  const row = await reader.one<{ seqs: number[] }>(
    account,
    `select coalesce((select array_agg(f.seq order by f.seq) from (${found}) f), '{}') as seqs
    from chat c where c.account_id = $1 and c.id = ${id} and ${chatInSight(sight, v)}`,
    v.list,
  );
  return row?.seqs ?? null;
}

/**
 * Returns the stems of words from the database's stemmers in both languages, or null where a
 * stemmer has none.
 */
export async function stemsOf(
  reader: Reader,
  account: number,
  words: readonly string[],
): Promise<readonly { readonly word: string; readonly russian: string | null; readonly english: string | null }[]> {
  return reader.rows(
    account,
    "select q.word, (ts_lexize('russian_stem', q.word))[1] as russian, (ts_lexize('english_stem', q.word))[1] as english from unnest($1::text[]) q(word)",
    [words],
  );
}
